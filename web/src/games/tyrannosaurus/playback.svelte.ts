// Going through a story: by itself at a pace one can follow, or step by step. It never stands in the way: whoever touches
// anything is at the present moment again.

import type { BoardProps } from '../../lib/board';
import type { Frame, Story } from './story';
import type { View } from './view';

const MOVE = 260;
const REST = 180;
const READING = 640; // more rest where there is something to read: open choices, trees won and lost, somebody out

const TELLING = new Set(['revealed', 'gave', 'bitten', 'turned_back', 'eliminated', 'harvested', 'ran_away']);

export class Playback {
  /** The beat that is shown; -1 is before the first one, null is the present. */
  cursor = $state<number | null>(null);
  isPlaying = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #story: () => Story;
  #pace: () => BoardProps['pace'];

  constructor(story: () => Story, pace: () => BoardProps['pace']) {
    this.#story = story;
    this.#pace = pace;
  }

  get isLooking(): boolean {
    return this.cursor !== null;
  }

  /** The step that is shown; -1 before the first one, null at present. */
  get step(): number | null {
    return this.cursor === null ? null : (this.#story().beats[this.cursor]?.step ?? -1);
  }

  get frame(): Frame | undefined {
    const { frames, beats } = this.#story();
    if (this.cursor === null) return frames.at(-1);
    return frames[this.cursor < 0 ? 0 : (beats[this.cursor]?.frame ?? 0)];
  }

  /** From a beat on, first showing what was before it; without one, go on, or from the beginning. */
  play(from?: number): void {
    if (this.#story().beats.length === 0) return;
    this.cursor = from === undefined ? (this.cursor ?? -1) : from - 1;
    this.isPlaying = true;
    this.#wait();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  /** To the present. */
  skip(): void {
    this.pause();
    this.cursor = null;
  }

  /** The valley after a step. */
  show(place: number): void {
    this.pause();
    const { steps, beats } = this.#story();
    if (place >= steps.length) return this.skip();
    this.cursor = place < 0 ? -1 : (steps[place]?.beats.at(-1) ?? beats.length - 1);
  }

  next(): void {
    if (this.step !== null) this.show(this.step + 1);
  }

  previous(): void {
    const { steps } = this.#story();
    this.show(Math.max((this.step ?? steps.length - 1) - 1, -1));
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const shown = this.#story().beats[this.cursor ?? -1];
    const isSlow = shown && TELLING.has(shown.fact) && ['calm', 'none'].includes(this.#pace());
    const rest = isSlow ? READING : REST;
    this.#timer = setTimeout(() => this.#go(), this.cursor === -1 ? REST : MOVE + rest);
  }

  #go(): void {
    if (!this.isPlaying || this.cursor === null) return;
    if (this.cursor + 1 >= this.#story().beats.length) return this.skip();
    this.cursor += 1;
    this.#wait();
  }
}

export function wantsStill(): boolean {
  return document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** What stays the same while secret choices are made. */
export function markOf(view: View): string {
  const { turn, prompt, bone, rex, lake, volcano, trees, trees_out: out, runaway, seats } = view;
  return JSON.stringify([
    turn,
    prompt,
    bone,
    rex,
    lake,
    volcano,
    trees,
    out,
    runaway,
    seats.map((s) => [s.cell, s.trees]),
  ]);
}

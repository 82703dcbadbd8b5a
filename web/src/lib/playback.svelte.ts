/** A replay: the same reducer, fed with the frames of a game that was. */

import type { Frame, Replay } from '../protocol';
import { NOTHING, reduce, type GameState } from './game-state';

/** The state at a frame, coming from another: forwards, only what lies between is gone through. */
export function seek(state: GameState, frames: readonly Frame[], to: number): GameState {
  const isAhead = to > state.frame;
  const found = fold(state, frames, isAhead ? state.frame + 1 : to, to);
  return to === state.frame + 1 ? found : { ...found, news: [] }; // after a jump nothing moves
}

function fold(state: GameState, frames: readonly Frame[], from: number, to: number): GameState {
  let found = state;
  for (let at = from; at <= to; at++) {
    const frame = frames[at];
    if (frame) found = reduce(found, { is: 'frame', at, ...frame });
  }
  return found;
}

/** The frame that shows a ply: the last one that is not beyond it. */
export function frameAt(frames: readonly Frame[], ply: number): number {
  const beyond = frames.findIndex((frame) => frame.position.ply > ply);
  return beyond < 0 ? frames.length - 1 : Math.max(0, beyond - 1);
}

export class Playback {
  readonly replay: Replay;
  state = $state.raw<GameState>(NOTHING);
  isPlaying = $state(false);
  speed = $state(1);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(replay: Replay, ply: number | null) {
    this.replay = replay;
    this.go(ply === null ? 0 : frameAt(replay.frames, ply));
  }

  get at(): number {
    return this.state.frame;
  }

  get last(): number {
    return this.replay.frames.length - 1;
  }

  get ply(): number {
    return this.state.position?.ply ?? 0;
  }

  go(to: number): void {
    const wanted = Math.max(0, Math.min(this.last, to));
    if (wanted !== this.at) this.state = seek(this.state, this.replay.frames, wanted);
    if (wanted === this.last) this.pause();
  }

  toggle(): void {
    if (this.isPlaying) return this.pause();
    if (this.at === this.last) this.go(0);
    this.isPlaying = true;
    this.#later();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  #later(): void {
    this.#timer = setTimeout(() => {
      this.go(this.at + 1);
      if (this.isPlaying) this.#later();
    }, 1200 / this.speed);
  }
}

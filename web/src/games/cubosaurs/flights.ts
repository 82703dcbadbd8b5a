// What moves when something has happened: facts become flights from spot to spot. Spots are marked `data-spot` in the board.

import type { FactState, Turn } from '../../protocol';
import { faceOf, type Face } from './cards';

export const MOVE = 260;
export const REST = 180;
const LONGEST = 2600; // a sequence is hurried, so that nobody waits
const MANY = 8; // turns at once: that was a jump

/** Something that flies; `wave` says after how many others. */
export interface Flight {
  id: number;
  face: Face | null; // null: a token, or a tile
  tile: number | null;
  from: string;
  to: string;
  wave: number;
}

type Leg = Pick<Flight, 'face' | 'tile' | 'from' | 'to'>;

let last = 0;

/** The flights of the newest turns, and how long a wave lasts. */
export function flightsOf(news: readonly Turn[], sincePly: number): { flights: Flight[]; beat: number } {
  const turns = news.filter((turn) => turn.seat !== null && turn.ply > sincePly);
  if (turns.length > MANY) return { flights: [], beat: 0 };
  const flights: Flight[] = [];
  let wave = -1;
  let before = '';
  for (const fact of turns.flatMap((turn) => turn.facts)) {
    const leg = legOf(fact);
    if (!leg) continue;
    if (fact.name !== before || fact.name === 'drew') wave += 1;
    before = fact.name;
    flights.push({ id: ++last, wave, ...leg });
  }
  return { flights, beat: Math.min(MOVE + REST, LONGEST / (wave + 1)) };
}

function legOf({ name, values }: FactState): Leg | null {
  const face = typeof values.card === 'string' && values.card !== 'nothing' ? faceOf(values.card) : null;
  const mine = `seat ${String(values.seat)}`;
  const cell = (seat: unknown): string => `${cellOf(face)} ${String(seat)}`;
  if (name === 'bought') return { face: null, tile: Number(values.tile), from: 'market', to: mine };
  if (name === 'gained_token') return { face: null, tile: null, from: 'supply', to: `tokens ${String(values.seat)}` };
  if (name === 'took_token')
    return { face: null, tile: null, from: `tokens ${String(values.from)}`, to: `tokens ${String(values.seat)}` };
  if (!face) return null;
  const legs: Record<string, [string, string]> = {
    started_with: ['deck', cell(values.seat)],
    drew: ['deck', 'hand'],
    collected: ['hand', cell(values.seat)],
    refused: [cell(values.seat), 'hand'],
    destroyed: [cell(values.owner), 'deck'],
    took: [cell(values.from), cell(values.seat)],
    gave: [cell(values.seat), cell(values.to)],
  };
  const leg = legs[name];
  return leg ? { face, tile: null, from: leg[0], to: leg[1] } : null;
}

/** The column of a card. */
function cellOf(face: Face | null): string {
  return face?.type === 'grey' || face?.type === 'black' ? 'velociraptor' : (face?.type ?? '');
}

/** Moves an element from spot to spot and says when it is there. */
export function flight(
  node: HTMLElement,
  options: { flight: Flight; beat: number; end: () => void },
): { destroy(): void } {
  const board = node.closest('[data-board]');
  const find = (spot: string): DOMRect | undefined =>
    board?.querySelector(`[data-spot="${spot}"]`)?.getBoundingClientRect();
  const { from, to, wave } = options.flight;
  const [start, goal] = [find(from), find(to)];
  if (!board || !start || !goal || !start.width || !goal.width) {
    queueMicrotask(options.end);
    return { destroy() {} };
  }
  const frame = board.getBoundingClientRect();
  const place = (box: DOMRect): string =>
    `translate(${box.left + box.width / 2 - frame.left - node.offsetWidth / 2}px, ${box.top + box.height / 2 - frame.top - node.offsetHeight / 2}px)`;
  const moving = node.animate(
    [
      { transform: `${place(start)} scale(1.15)`, visibility: 'visible' },
      { transform: `${place(goal)} scale(0.9)`, visibility: 'visible' },
    ],
    { duration: MOVE, delay: wave * options.beat, easing: 'cubic-bezier(.2,.8,.2,1)', fill: 'none' },
  );
  moving.onfinish = options.end;
  return { destroy: () => moving.cancel() };
}

export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

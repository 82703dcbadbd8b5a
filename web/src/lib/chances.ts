/** Chances to win along a game, as lines of a graph: pure sums, so that the graph itself only draws. */

import type { ChancePoint, FactState, TurningPoint } from '../protocol';
import { plain, sayFact, sayLine, type NameSeat } from './wording';

/** How each seat's line is dashed, so that it can be told without its colour. */
export const DASHES = ['', '9 4', '2.5 4', '12 4 2.5 4', '5 3'] as const;

/** Where the graph has its place inside the picture. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Place {
  x: number;
  y: number;
}

/** Where a chance at a ply stands. */
export function placeOf(ply: number, chance: number, last: number, frame: Frame): Place {
  return {
    x: frame.left + (frame.width * ply) / Math.max(1, last),
    y: frame.top + frame.height * (1 - chance),
  };
}

/** A seat's line through all points, straight from one to the next: nothing is known between them. */
export function lineOf(points: readonly ChancePoint[], seat: number, last: number, frame: Frame): string {
  return points
    .map((point) => placeOf(point.ply, point.chances[seat - 1] ?? 0, last, frame))
    .map(({ x, y }, at) => `${at ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}

/** The point nearest to a ply; -1: there is none. */
export function nearest(points: readonly ChancePoint[], ply: number): number {
  let found = -1;
  for (let at = 0; at < points.length; at++) {
    const distance = (index: number): number => Math.abs((points[index]?.ply ?? Infinity) - ply);
    if (found < 0 || distance(at) < distance(found)) found = at;
  }
  return found;
}

/** The same heights, moved so far apart that no mark covers another, and none is outside. */
export function spread(heights: readonly number[], gap: number, from: number, to: number): number[] {
  const order = heights.map((_, at) => at).sort((one, other) => (heights[one] ?? 0) - (heights[other] ?? 0));
  const found = [...heights];
  let least = from;
  for (const at of order) {
    found[at] = Math.max(least, found[at] ?? 0);
    least = (found[at] ?? 0) + gap;
  }
  let most = to;
  for (const at of order.reverse()) {
    found[at] = Math.min(most, found[at] ?? 0);
    most = (found[at] ?? 0) - gap;
  }
  return found;
}

/** Whose chance has grown most, and whose has shrunk most. */
export function swings({ before, after }: TurningPoint): { seat: number; from: number; to: number }[] {
  const all = before.map((from, at) => ({ seat: at + 1, from, to: after[at] ?? 0 }));
  const grown = [...all].sort((one, other) => other.to - other.from - (one.to - one.from));
  return [grown[0], grown.at(-1)].flatMap((each) => (each ? [each] : []));
}

/** What was played at a turning point, in the reader's words: of each seat what it did, not all that came of it. */
export function sayTurning(game: string, { turns }: TurningPoint, nameSeat: NameSeat): string[] {
  const facts = turns.flatMap((turn) => turn.facts);
  const seats = [...new Set(turns.flatMap((turn) => (turn.seat === null ? [] : [turn.seat])))];
  const isDeed = (fact: FactState, seat: number): boolean =>
    fact.values.seat === seat && !/_(begun|ended)$/.test(fact.name);
  return seats.map((seat) => {
    const deed = facts.find((fact) => isDeed(fact, seat));
    const line = turns.flatMap((turn) => (turn.seat === seat && turn.line ? [turn.line] : [])).join(' ');
    return deed ? plain(sayFact(game, deed, nameSeat)) : `${nameSeat(seat)}: ${sayLine(game, line)}`;
  });
}

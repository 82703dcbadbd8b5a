import { describe, expect, it } from 'vitest';

import { lineOf, nearest, placeOf, sayTurning, spread, swings } from '../src/lib/chances';
import type { ChancePoint, FactState, Turn } from '../src/protocol';

const FRAME = { left: 30, top: 10, width: 200, height: 100 };
const POINTS: ChancePoint[] = [
  { ply: 0, chances: [0.5, 0.5] },
  { ply: 4, chances: [0.75, 0.25] },
  { ply: 10, chances: [1, 0] },
];

describe('a graph of chances', () => {
  it('goes from left to right, and up with the chance', () => {
    expect(placeOf(0, 0, 10, FRAME)).toEqual({ x: 30, y: 110 });
    expect(placeOf(10, 1, 10, FRAME)).toEqual({ x: 230, y: 10 });
    expect(placeOf(0, 1, 0, FRAME)).toEqual({ x: 30, y: 10 });
    expect(lineOf(POINTS, 1, 10, FRAME)).toBe('M30.0 60.0L110.0 35.0L230.0 10.0');
    expect(lineOf(POINTS, 2, 10, FRAME)).toBe('M30.0 60.0L110.0 85.0L230.0 110.0');
    expect(lineOf([], 1, 10, FRAME)).toBe('');
  });

  it('finds the point that is meant', () => {
    expect([-5, 0, 2, 3, 7, 8, 99].map((ply) => nearest(POINTS, ply))).toEqual([0, 0, 0, 1, 1, 2, 2]);
    expect(nearest([], 3)).toBe(-1);
  });

  it('keeps the marks at its end apart, in their order and inside', () => {
    expect(spread([100, 100, 100, 5], 20, 10, 110)).toEqual([70, 90, 110, 10]);
    expect(spread([50, 20], 20, 10, 110)).toEqual([50, 20]);
    expect(spread([], 20, 10, 110)).toEqual([]);
  });
});

describe('a turning point', () => {
  const fact = (name: string, values: FactState['values'], sentence: string): FactState => ({
    name,
    values,
    sentence,
    rule: 'X-1',
  });
  const turn = (seat: number, line: string, facts: FactState[]): Turn => ({ ply: 3, seat, line, facts });
  const point = (turns: Turn[]) => ({ ply: 4, turns, before: [0.5, 0.3, 0.2], after: [0.3, 0.35, 0.35] });
  const name = (seat: number): string => ['Anna', 'Ben', 'Cleo'][seat - 1] ?? '?';

  it('tells whose chance grew and whose shrank most', () => {
    expect(swings(point([]))).toEqual([
      { seat: 3, from: 0.2, to: 0.35 },
      { seat: 1, from: 0.5, to: 0.3 },
    ]);
  });

  it('says what each seat did, not what came of it', () => {
    const facts = [
      fact('round_ended', { seat: 2 }, 'Round 3 ends.'),
      fact('played', { seat: 2 }, 'Seat 2 plays red 15.'),
      fact('drew', { seat: 2 }, 'Seat 2 draws 1.'),
    ];
    expect(sayTurning('nowhere', point([turn(2, 'play red 15', facts)]), name)).toEqual(['Ben plays red 15.']);
  });

  it('says a move that brought no fact by its line, and choices made at once one by one', () => {
    const turns = [turn(1, 'rest', []), turn(2, 'rest', []), turn(2, 'again', [])];
    expect(sayTurning('nowhere', point(turns), name)).toEqual(['Anna: Rest', 'Ben: Rest again']);
  });
});

/** Whole games as tables show them, written down by tests/page/test_units.py; none if it did not start the tests. */

import { readFileSync } from 'node:fs';

import type { DecisionState, Turn } from '../src/protocol';

export interface Moment {
  ply: number;
  you: number | null;
  view: Record<string, unknown>;
  decision: DecisionState | null;
}

export interface WholeGame {
  game: string;
  seats: number;
  moments: Moment[];
  turns: Turn[];
}

const heard = process.env['REXARIUM_HEARD'];

export const games = heard ? (JSON.parse(readFileSync(`${heard}/games.json`, 'utf8')) as WholeGame[]) : [];

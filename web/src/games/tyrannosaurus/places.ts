// What lies on a cell, as the view has it: never what may be done there.

import { step, type Direction } from './geometry';
import type { View } from './view';

export type Ground = 'tree' | 'bare' | 'lake' | 'volcano' | 'lair' | 'edge';

export interface Place {
  cell: string | null;
  ground: Ground;
  hasTree: boolean;
  hasRex: boolean;
  seats: number[]; // whose dinosaurs stand there
}

type Valley = Pick<View, 'lair' | 'lake' | 'volcano' | 'rex'> & {
  trees: ReadonlySet<string>;
  cells: Readonly<Record<string, string | null>>; // by seat
};

export function valleyOf(view: View): Valley {
  const cells = Object.fromEntries(view.seats.map((seat) => [seat.seat, seat.cell]));
  return { lair: view.lair, lake: view.lake, volcano: view.volcano, rex: view.rex, trees: new Set(view.trees), cells };
}

export function lookAt(valley: Valley, cell: string | null): Place {
  if (cell === null) return { cell, ground: 'edge', hasTree: false, hasRex: false, seats: [] };
  const seats = Object.keys(valley.cells).filter((seat) => valley.cells[seat] === cell);
  const hasTree = valley.trees.has(cell);
  const tile = (['lake', 'volcano', 'lair'] as const).find((name) => valley[name] === cell);
  return {
    cell,
    ground: tile ?? (hasTree ? 'tree' : 'bare'),
    hasTree,
    hasRex: valley.rex === cell,
    seats: seats.map(Number),
  };
}

export function lookTowards(valley: Valley, from: string, direction: Direction): Place {
  return lookAt(valley, step(from, direction));
}

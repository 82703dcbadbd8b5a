// The board: five by five cells from a1 in the north-west to e5, and eight directions. Where things are, not what they may do.

export const SIDE = 5;
export const COLUMNS = ['a', 'b', 'c', 'd', 'e'] as const;
export const ROWS = ['1', '2', '3', '4', '5'] as const;

const STEPS = {
  n: [0, -1],
  ne: [1, -1],
  e: [1, 0],
  se: [1, 1],
  s: [0, 1],
  sw: [-1, 1],
  w: [-1, 0],
  nw: [-1, -1],
} as const;

export type Direction = keyof typeof STEPS;

export const DIRECTIONS = Object.keys(STEPS) as Direction[];

/** As they lie around a figure, row by row; null is the figure itself. */
export const COMPASS: readonly (Direction | null)[] = ['nw', 'n', 'ne', 'w', null, 'e', 'sw', 's', 'se'];

export function placeOf(cell: string): { x: number; y: number } {
  return { x: cell.charCodeAt(0) - 97, y: cell.charCodeAt(1) - 49 };
}

export function cellAt(x: number, y: number): string | null {
  const [column, row] = [COLUMNS[x], ROWS[y]];
  return column && row ? column + row : null;
}

/** The cell one step away, or null beyond the edge; `times` -1 leads back to where a step came from. */
export function step(cell: string, direction: Direction, times = 1): string | null {
  const { x, y } = placeOf(cell);
  const [dx, dy] = STEPS[direction];
  return cellAt(x + dx * times, y + dy * times);
}

/** Which way a neighbouring cell lies. */
export function directionTo(from: string, to: string): Direction | null {
  return DIRECTIONS.find((direction) => step(from, direction) === to) ?? null;
}

export function angleOf(direction: Direction): number {
  return DIRECTIONS.indexOf(direction) * 45;
}

/** How far a direction leads to the right and down. */
export function offsetOf(direction: Direction): { x: number; y: number } {
  const [x, y] = STEPS[direction];
  return { x, y };
}

/** The last word of a written choice: 'move ne' goes to the north-east, 'rest' nowhere. */
export function directionIn(line: string | null | undefined): Direction | null {
  const word = line?.split(' ')[1];
  return word !== undefined && word in STEPS ? (word as Direction) : null;
}

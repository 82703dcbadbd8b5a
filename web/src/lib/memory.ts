/** What is played at the tables that this browser has heard of: whoever comes back has the board at hand before the table answers. */

import { clear, keep, kept } from './shelf';

interface Known {
  table: string;
  game: string;
}

/** The game of a table; null: we have not heard of it, or long ago. */
export function gameOf(table: string): string | null {
  return kept<Known>('rexarium tables').find((known) => known.table === table)?.game ?? null;
}

/** We hear of these tables. */
export function remember(tables: readonly Known[]): void {
  keep(
    'rexarium tables',
    tables.map(({ table, game }) => ({ table, game })),
  );
}

/** Whoever uses this device next need not know where we were, nor what we had dealt there. */
export function forgetTables(): void {
  clear('rexarium tables', 'rexarium deals');
}

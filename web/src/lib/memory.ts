/** What is played at the tables that this browser has heard of: whoever comes back has the board at hand before the table answers. */

const KEY = 'rexarium tables';
const MOST = 100;

interface Known {
  table: string;
  game: string;
}

function read(): Known[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Known[];
  } catch {
    return []; // no storage here, or not ours
  }
}

/** The game of a table; null: we have not heard of it, or long ago. */
export function gameOf(table: string): string | null {
  return read().find((known) => known.table === table)?.game ?? null;
}

/** We hear of these tables. */
export function remember(tables: readonly Known[]): void {
  const fresh = tables.map(({ table, game }) => ({ table, game }));
  const old = read().filter(({ table }) => !fresh.some((each) => each.table === table));
  try {
    localStorage.setItem(KEY, JSON.stringify([...fresh, ...old].slice(0, MOST)));
  } catch {
    // then a board comes when its table has answered
  }
}

/** Whoever uses this device next need not know where we were. */
export function forgetTables(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // there was nothing
  }
}

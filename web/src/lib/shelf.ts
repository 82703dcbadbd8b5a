/** What this browser keeps about tables: short lists, the newest first, and what falls off their end is forgotten. */

const MOST = 100;

interface About {
  table: string;
}

export type Shelf = 'rexarium tables' | 'rexarium deals';

/** What is kept about all tables. */
export function kept<T extends About>(shelf: Shelf): T[] {
  try {
    return JSON.parse(localStorage.getItem(shelf) ?? '[]') as T[];
  } catch {
    return []; // no storage here, or not ours
  }
}

/** Keep this, in the place of what was kept about the same tables. */
export function keep<T extends About>(shelf: Shelf, fresh: readonly T[]): void {
  const old = kept<T>(shelf).filter(({ table }) => !fresh.some((each) => each.table === table));
  put(shelf, JSON.stringify([...fresh, ...old].slice(0, MOST)));
}

/** Keep nothing about a table. */
export function drop(shelf: Shelf, table: string): void {
  const all = kept(shelf);
  const others = all.filter((each) => each.table !== table);
  if (others.length < all.length) put(shelf, JSON.stringify(others));
}

/** Whoever uses this device next need not know where we were. */
export function clear(...shelves: Shelf[]): void {
  try {
    for (const shelf of shelves) localStorage.removeItem(shelf);
  } catch {
    // there was nothing
  }
}

function put(shelf: Shelf, text: string): void {
  try {
    localStorage.setItem(shelf, text);
  } catch {
    // then it is as if we had never known
  }
}

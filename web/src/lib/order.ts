/** What a page may act on of all that comes over its wire: letters that can be read, and events that follow one another. */

import type { Event, Fault, ServerMessage, Snapshot } from '../protocol';

/** How far a page has followed a table: the number of its newest event, and the hash of the view that it holds since. */
export interface Place {
  readonly number: number;
  readonly hash: string | null;
}

/** Before the first snapshot. */
export const NOWHERE: Place = { number: -1, hash: null };

/** A letter, perhaps of a kind that is newer than this page; null if it is unreadable, or lacks what we rely on. */
export function read(text: string): ServerMessage | null {
  try {
    const letter: unknown = JSON.parse(text);
    return isThing(letter) && isWhole(letter) ? (letter as unknown as ServerMessage) : null;
  } catch {
    return null;
  }
}

export function placeOf({ number, position }: Snapshot): Place {
  return { number, hash: position?.hash ?? null };
}

/** Where an event takes us: on, nowhere if we have it already, or into a fault that only a snapshot mends. */
export function follow(place: Place, { number, position, hash }: Event): Place | Fault {
  if (number <= place.number) return place;
  if (number !== place.number + 1) return 'gap';
  const held = position ? position.hash : place.hash; // none with it: as it was
  return held === hash ? { number, hash } : 'hash';
}

function isWhole({ is, number, table, turns, happened, chat, here }: Record<string, unknown>): boolean {
  switch (is) {
    case 'event':
      return Number.isInteger(number) && isThing(table) && Array.isArray(turns) && isThing(happened);
    case 'snapshot':
      return Number.isInteger(number) && isThing(table) && [turns, chat, here].every(Array.isArray);
    case 'presence':
      return Array.isArray(here);
    case 'pong':
      return Number.isInteger(number);
    default:
      return typeof is === 'string';
  }
}

function isThing(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

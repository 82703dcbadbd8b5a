/**
 * What this device knows of a deal: the pledge that it was shown, and the share that it added then. When all is uncovered it can tell
 * whether both are still the same; that the cards follow from them is for `rexarium verify`.
 */

import type { TableState } from '../protocol';
import { drop, keep, kept } from './shelf';
import { randomHex } from './wire';

interface Deal {
  table: string;
  commitment: string;
  share: string;
  seat: number;
}

/** How it stands with a deal: what this device added is in it; it is not, or the pledge is another; or this device cannot tell. */
export type Verdict = 'fair' | 'missing' | 'changed' | 'others' | 'nobody' | 'record';

/**
 * The share of a seat of ours, in return for the pledge that we are shown; empty where nothing is dealt. It is made once a table, and
 * the pledge that it was made for is the first, whatever we are shown later.
 */
export function shareFor(table: string, commitment: string | null, seat: number): string {
  if (commitment === null) return '';
  const deal = { commitment, share: randomHex(16), ...known(table), table, seat };
  keep<Deal>('rexarium deals', [deal]);
  return deal.share;
}

/** We gave our seat up before the game. */
export function withdraw(table: string): void {
  drop('rexarium deals', table);
}

/** What we think of a deal, now that all of it is uncovered. */
export function judge({ table, commitment, proof }: TableState): Verdict {
  if (commitment === null || proof === null) return 'record';
  const deal = known(table);
  if (!deal) return proof.shares.some(Boolean) ? 'others' : 'nobody';
  if (deal.commitment !== commitment) return 'changed';
  return proof.shares[deal.seat - 1] === deal.share ? 'fair' : 'missing';
}

function known(table: string): Deal | undefined {
  return kept<Deal>('rexarium deals').find((deal) => deal.table === table);
}

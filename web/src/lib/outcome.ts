// How a game ended, in words.

import { list, t } from './i18n/index.svelte';

/** Who won, for somebody on a seat or for anybody. */
export function sayWinners(winners: readonly number[], you: number | null, name: (seat: number) => string): string {
  if (you !== null && winners.length === 1 && winners[0] === you) return t('over.you-won');
  return winners.length ? t('over.won', { names: list(winners.map(name)), count: winners.length }) : t('over.nobody');
}

// Cubosaurs: the front door of its board.

import type { GameModule } from '../../lib/board';
import type { GameTranslate } from '../../lib/i18n/index.svelte';
import Board from './Board.svelte';
import type { View } from './view';

export default {
  Board,
  placesPrompt: true,
  lineOf(part: string): string | null {
    const [first = '', ...rest] = part.split(' ');
    if (first === 'card') return rest.join(' ');
    if (first === 'tile') return `buy ${rest.join(' ')}`;
    return first === 'hand' ? null : part;
  },
  progress(view: View, t: GameTranslate): string | null {
    return t('board.round', { round: view.round, rounds: view.rounds });
  },
} satisfies GameModule;

import type { GameModule } from '../../lib/board';
import type { GameTranslate } from '../../lib/i18n/index.svelte';
import Board from './Board.svelte';
import { lineOf, outlookOf } from './names';
import type { View } from './view';

const module: GameModule = {
  Board,
  placesPrompt: true,
  lineOf,
  foresee: outlookOf,
  progress: ({ round, rounds }: View, t: GameTranslate) => t('round.label', { round, rounds }),
};

export default module;

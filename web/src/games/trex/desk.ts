/** What every part of the board shares: who looks, what can be touched, and how to say it. */

import { createContext } from 'svelte';

import type { BoardSeat, Picker } from '../../lib/board';
import type { GameTranslate } from '../../lib/i18n/index.svelte';
import type { View } from './view';

export type Touch = 'selected' | 'legal' | 'rest';

export interface Desk {
  readonly view: View;
  readonly you: number | null;
  readonly picker: Picker;
  readonly t: GameTranslate;
  /** Is there no room for more than a phone's layout? */
  readonly isSmall: boolean;
  /** Where the piece that is being dragged may be dropped. */
  zone: Zone | null;
  person(seat: number): BoardSeat;
  /** A seat's name, for sentences. */
  name(seat: number): string;
  touch(part: string | null): Touch;
  /** Is the part in any answer to what these eyes are asked? */
  isAsked(part: string): boolean;
}

export type Zone = 'lane' | 'place';

export const [useDesk, provideDesk] = createContext<Desk>();

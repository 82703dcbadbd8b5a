// What every piece of this board needs to know: given once by the board, read by all below it.

import { getContext, setContext } from 'svelte';

import type { GameTranslate } from '../../lib/i18n/index.svelte';
import type { View } from './view';

export interface Table {
  readonly view: View;
  readonly you: number | null;
  readonly isAsked: boolean;
  /** Is there no room for more than a phone's layout? What that has no room for is not even made. */
  readonly isSmall: boolean;
  readonly say: GameTranslate;
  /** A player's name; `you` for the reader. */
  call(seat: number): string;
  /** The same in a sentence, where `you` would have to be inflected. */
  name(seat: number): string;
  isLegal(part: string): boolean;
  isSelected(part: string): boolean;
  touch(part: string, rest?: string): void;
  drop(part: string): void;
  /** The card that is to be added when the hand is refused; empty: that is asked for afterwards. */
  readonly wish: string;
}

const KEY = Symbol('cubosaurs');

export function setTable(table: Table): Table {
  return setContext(KEY, table);
}

export function getTable(): Table {
  return getContext<Table>(KEY);
}

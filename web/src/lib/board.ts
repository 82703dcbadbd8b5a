/**
 * The contract between the page and a game's board: src/games/<game>/index.ts has a GameModule as its default export. A board
 * draws a view and hands on what is touched; it knows no rule, and asks nobody else for anything. web/README.md tells more.
 */

import type { Component, Snippet } from 'svelte';

import type { DecisionState, Turn } from '../protocol';
import type { GameTranslate } from './i18n/index.svelte';
import type { Parts } from './picker';
import type { Pace } from './settings.svelte';

/** Who sits where, by the names that the reader knows them by. */
export interface BoardSeat {
  seat: number;
  name: string;
  kind: string;
  /** In secret: the choice is shown when the others have chosen too. */
  hasChosen: boolean;
}

export interface Picker {
  /** What the reader is asked just now; null: nothing, or in a replay. */
  decision: DecisionState | null;
  /** The parts that can be touched now; they glow. */
  legal: Parts;
  /** The parts that are selected. */
  selected: Parts;
  /** How the line that is selected goes on, if the board has asked for that already; else empty. */
  rest: string;
  /** A part was touched: also one that is not legal, which is answered with the rule that forbids it. */
  toggle(part: string, rest?: string): void;
}

export interface BoardProps<View = unknown> {
  view: View;
  seats: readonly BoardSeat[];
  /** The reader's seat; null: they look on. */
  you: number | null;
  picker: Picker;
  /** All turns that lead to the view. */
  turns: readonly Turn[];
  /** The newest of them with their facts, for animation alone: empty after a jump, a reload or talk, when a board looks the same. */
  news: readonly Turn[];
  /** Says the messages of src/games/<game>/messages. */
  t: GameTranslate;
  /** How what happens is shown: the reader's wish, or step by step as they go through a replay. */
  pace: Pace | 'replay';
  /** The prompt with its buttons, for a module that says `placesPrompt`: to be rendered once, where the eye is. */
  prompt?: Snippet;
}

export interface GameModule {
  // A module is found by its game's id, so the view that it is given is its own.
  Board: Component<BoardProps<never>>;
  placesPrompt?: boolean;
  /** The message that names a part, if `part.<part>` does not. */
  names?(part: string): string | null;
  /** A line of moves in words, for the button that commits it, if `line.<line>` does not say it; null: nor does this. */
  sayLine?(line: string, t: GameTranslate, view: never): string | null;
  /** What a line that is selected would bring, as the view tells; null: nothing that the board does not show. */
  foresee?(line: string, t: GameTranslate, view: never): string | null;
  /** The line that touching a forbidden part would mean, so that the page can ask why not; null: it means none. */
  lineOf?(part: string, prompt: string): string | null;
  /** How far the game is, for the bar (“Round 7 of 12”); null: nothing to say. */
  progress?(view: never, t: GameTranslate): string | null;
}

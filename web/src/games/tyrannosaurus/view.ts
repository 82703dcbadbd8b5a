// What the server sends of this game, as src/rexarium/games/tyrannosaurus/view.py has it, and what a board is given.

export type Dinosaur = 'triceratops' | 'pteranodon' | 'diplodocus' | 'stegosaurus';
export type Action = 'movement' | 'rest' | 'panic';
export type Prompt = 'lake' | 'volcano' | 'act' | 'drive' | 'rex' | 'over';
export type Counts = Readonly<Record<Action, number>>;

export interface SeatView {
  seat: number;
  dinosaur: Dinosaur;
  cell: string | null; // null: out of the game
  trees: number;
  is_in_game: boolean;
  cards_played: Counts;
  cards_left: Counts | null; // null: hidden, for a card of unknown kind is removed
  card_count: number;
  removed: string | null; // null: hidden
  has_committed: boolean;
  choice: string | null;
  last_choice: string | null;
  cards_box?: Counts; // the cards that the dinosaur has in the box
}

export interface View {
  eyes: string;
  turn: number;
  turns: number;
  prompt: Prompt;
  waiting: readonly number[];
  bone: number;
  runaway: number | null;
  runaways: readonly number[];
  rex: string | null;
  lair: string;
  lake: string;
  volcano: string;
  trees: readonly string[];
  trees_out: number;
  seats: readonly SeatView[];
  last_out: readonly number[];
  winners: readonly number[];
  order?: readonly number[]; // in which order the choices of this prompt are applied
}

export interface Choice {
  line: string;
  parts: readonly string[];
}

export interface Decision {
  prompt: string;
  question: string;
  choices: readonly Choice[];
  chosen: string | null;
}

export interface Fact {
  name: string;
  values: Readonly<Record<string, unknown>>;
  sentence: string;
  rule: string;
}

export interface Turn {
  ply: number;
  seat: number | null;
  line: string | null;
  facts: readonly Fact[];
}

export interface Picker {
  decision: Decision | null;
  legal: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  toggle(part: string): void;
}

export interface Person {
  seat: number;
  name: string;
  kind: string;
}

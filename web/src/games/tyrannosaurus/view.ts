// What the server sends of this game, as src/rexarium/games/tyrannosaurus/view.py has it.

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
  cards_box: Counts; // that its dinosaur has in the box
  cards_played: Counts;
  cards_most: Counts; // that may be left: the removed card is one of these
  cards_left: Counts | null; // null: hidden, for a card of unknown kind is removed
  card_count: number;
  removed: string | null; // null: hidden
  choice: string | null;
  last_choice: string | null;
}

export interface View {
  eyes: string;
  turn: number;
  turns: number;
  prompt: Prompt;
  bone: number;
  runaway: number | null;
  runaways: readonly number[];
  rex: string | null;
  lair: string;
  lake: string;
  volcano: string;
  trees: readonly string[];
  trees_out: number;
  order: readonly number[]; // how the choices of this prompt come to be applied; at the end the best first
  seats: readonly SeatView[];
  last_out: readonly number[];
  winners: readonly number[];
}

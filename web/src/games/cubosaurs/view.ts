// What the server sends of this game, as src/rexarium/games/cubosaurs/view.py has it.

export type Prompt = 'turn' | 'add' | 'whom' | 'theirs' | 'own' | 'token' | 'end' | 'over';
export type Direction = 'clockwise' | 'counter-clockwise';
export type Counts = Readonly<Record<string, number>>;

export interface TileView {
  tile: number;
  title: string;
  effect: string;
  cost: number;
}

export interface ScoreLine {
  of: string; // a dinosaur, `velociraptor`, `egg t-rex`, `tile 1`
  number: number;
  points: number;
}

/** What keeping the hand would do to the present round. */
export interface IfKept {
  seat: number; // who has it, or is about to
  points: number; // what it would add to that seat's score
  score: number; // what the score would be then
  tokens: number; // that it would bring
  lines: readonly ScoreLine[]; // the parts of the collection that change: how many then, how many points more
  changes: readonly number[]; // by seat, how its score changes
}

export interface SeatView {
  seat: number;
  collection: Counts; // by card
  types: Counts; // by type
  pairs: number; // of Velociraptors: of each colour the highest so many are paired
  score_lines: readonly ScoreLine[];
  egg_score: number; // all eggs together
  round_score: number;
  one_more: Counts; // by card, what it would add to the round's score
  round_scores: readonly number[]; // of the rounds that have ended
  score: number;
  tokens: number;
  token_points: number; // what the tokens bring at the end
  owed: number;
  tiles: readonly number[];
}

export interface View {
  eyes: string;
  round: number;
  rounds: number;
  direction: Direction;
  prompt: Prompt;
  turn: number | null;
  waiting: readonly number[];
  order: readonly number[]; // from who has the hand, or is about to; at the end of the game the best first
  hand: Counts; // by card
  if_kept: IfKept | null; // null without a hand
  giver: number | null; // whose card is to be named, if one is
  if_named: Readonly<Record<string, readonly number[]>>; // by card that may be named now, or with the hand refused: by seat, how its round's score changes
  is_decided: boolean;
  deck_size: number;
  aside_size: number; // set aside unseen
  unseen: Counts; // by card
  destroyed: Counts; // by card
  set_points: Readonly<Record<string, readonly number[]>>; // by dinosaur, as printed for 1, 2, 3, and 4 or more
  egg_points: Readonly<Record<string, readonly [number, number]>>; // by egg, as printed: with the most, and otherwise
  is_advanced: boolean;
  market: readonly TileView[];
  supply: number;
  tile: number | null;
  victim: number | null;
  theirs: string | null;
  seats: readonly SeatView[];
  winners: readonly number[];
}

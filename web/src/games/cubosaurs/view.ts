// What the server sends of this game, as src/rexarium/games/cubosaurs/view.py has it. What is marked with a question mark is
// wished for and shown as soon as it is there; until then the board does without.

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

export interface SeatView {
  seat: number;
  collection: Counts; // by card
  types: Counts; // by type
  score_lines: readonly ScoreLine[];
  round_score: number;
  one_more: Counts; // by card, what it would add to the round's score
  round_scores: readonly number[]; // of the rounds that have ended
  score: number;
  tokens: number;
  token_points?: number; // what the tokens bring at the end
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
  hand: Counts; // by card
  if_kept: number | null;
  if_kept_lines?: readonly ScoreLine[]; // by part of the collection, its new number and by how much its points change
  if_kept_seats?: readonly number[]; // by seat, how the round's score changes
  if_named?: Readonly<Record<string, readonly number[]>>; // by card that may be added, given up or picked now: the same
  is_decided: boolean;
  deck_size: number;
  unseen: Counts; // by card
  destroyed: Counts; // by card
  rungs?: Readonly<Record<string, readonly number[]>>; // by dinosaur, the printed points of 1, 2, 3, and 4 or more
  egg_points?: Readonly<Record<string, readonly number[]>>; // by egg, its points with the most, and otherwise
  is_advanced: boolean;
  market: readonly TileView[];
  supply: number;
  tile: number | null;
  victim: number | null;
  theirs: string | null;
  seats: readonly SeatView[];
  winners: readonly number[];
}

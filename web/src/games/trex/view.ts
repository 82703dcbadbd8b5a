/** What the server sends of T-Rex: the dataclasses of src/rexarium/games/trex/view.py, as JSON. Seats are counted from 1. */

export const COLOURS = ['yellow', 'blue', 'brown', 'green', 'red'] as const;
export type Colour = (typeof COLOURS)[number];
export type Prompt = 'play' | 'take' | 'lose' | 'change' | 'over';
type ByColour = Readonly<Record<Colour, number>>;

/** The comet that rules the round. */
export interface Comet {
  seat: number;
  card: string;
}

/** What a card of the hand would do if it were played now. */
export interface IfPlayed {
  /** Another card for a Chamaelosaurus, or "0". */
  counts_as: string;
  /** Among the top cards then. */
  rank: number;
  draws: number;
  comet: 'rules' | 'falls short' | null;
  ends_round: boolean;
}

export interface SeatView {
  seat: number;
  /** null: hidden from these eyes. */
  hand: readonly string[] | null;
  hand_size: number;
  stock_size: number;
  pile_size: number;
  lost_size: number;
  top: string | null;
  /** What the top card is worth: another card under a Chamaelosaurus, or "0". */
  counts_as: string | null;
  /** The card that a Chamaelosaurus lies on. */
  beneath: string | null;
  rank: number | null;
  /** It played the comet shower this round, and has to lose it. */
  owes_shower: boolean;
  eggs: ByColour;
  egg_points: ByColour;
  score: number;
  /** What one more egg of a colour would add. */
  next_egg: ByColour;
  /** The cards still in the game and what they count: told when it is over. */
  remaining: readonly string[] | null;
  remaining_sum: number | null;
}

export interface View {
  eyes: string;
  round: number;
  rounds: number;
  prompt: Prompt;
  turn: number | null;
  strongest: Colour;
  weakest: Colour;
  aside: readonly Colour[];
  open_eggs: readonly Colour[];
  egg_pile_size: number;
  /** Face down, in both piles together. */
  eggs_left: ByColour;
  comet: Comet | null;
  /** The seats that still play, if nobody extends the round. */
  last_lap: readonly number[];
  /** How the seats come: clockwise, then by rank; at the end of the game the best first. */
  order: readonly number[];
  /** By card of the hand, for the seat that is asked to play. */
  if_played: Readonly<Record<string, IfPlayed>>;
  seats: readonly SeatView[];
  /** What each card of the box carries: "comet", "draw 2" or "none". */
  symbols: Readonly<Record<string, string>>;
  winners: readonly number[];
}

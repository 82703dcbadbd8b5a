/** What the server sends of T-Rex: the dataclasses of src/rexarium/games/trex/view.py, as JSON. Seats are counted from 1. */

export const COLOURS = ['yellow', 'blue', 'brown', 'green', 'red'] as const;
export type Colour = (typeof COLOURS)[number];
export type Prompt = 'play' | 'take' | 'lose' | 'change' | 'over';

/** The comet that rules the round. */
export interface Comet {
  seat: number;
  card: string;
}

/** What playing a card would bring at once. */
export interface Outlook {
  /** Among the top cards, as they would then lie. */
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
  rank: number | null;
  eggs: Readonly<Record<Colour, number>>;
  score: number;
  next_egg: Readonly<Record<Colour, number>>;

  // Not sent yet; shown when it is.
  /** The card under a Chamaelosaurus. */
  beneath?: string | null;
  /** Has a comet shower lain on this pile in this round? */
  showered?: boolean;
  /** Points a colour. */
  egg_points?: Readonly<Record<Colour, number>>;
  /** The cards that are left when the game is over, and their sum. */
  rest?: readonly string[] | null;
  rest_sum?: number | null;
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
  comet: Comet | null;
  /** The seats that still play, if nobody extends the round. */
  last_lap: readonly number[];
  seats: readonly SeatView[];
  /** What each card of the box carries: "comet", "draw 2" or "none". */
  symbols: Readonly<Record<string, string>>;
  winners: readonly number[];

  // Not sent yet; shown when it is.
  /** Who leads the round. */
  leader?: number | null;
  /** Eggs that lie face down, both piles together. */
  eggs_left?: Readonly<Record<Colour, number>> | null;
  /** By line, for the seat that is asked to play. */
  outlook?: Readonly<Record<string, Outlook>> | null;
}

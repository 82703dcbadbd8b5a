// Written by `./rex python -m tools.contract` from src/rexarium/server/wire. Change it there.

export const VERSION = 1;
export const LARGEST_MESSAGE = 4096; // bytes

export type Matter = "take back" | "pause" | "end" | "take over" | "claim" | "clock";

export type How = "resigned" | "claimed" | "agreement" | "abandoned" | "closed";

export type Stage = "gathering" | "playing" | "over";

export type RefusalCode = "stale" | "not your turn" | "illegal" | "unreadable" | "not allowed" | "not possible" | "too fast" | "too large" | "unknown" | "wrong version" | "unavailable";

export type SeatKind = "free" | "person" | "bot" | "program";

export type Fault = "gap" | "hash" | "unreadable";

export type Keep = "this";

export type ClockKind = "none" | "live" | "days";

/** The first message: which protocol the client speaks. Welcome and snapshot are the answer. */
export interface Hello {
  do: "hello";
  version: number;
  key?: string | null; // of a program that plays a seat; people are known by their cookie
}

/** Make a move or a whole line of moves; `ply` and `taken_back` come from the decision that it answers. */
export interface Move {
  do: "move";
  id: string;
  ply: number;
  line: string;
  taken_back?: number | null; // None: it answers whatever decision is open at this ply
}

/** Take a seat, or add a share to your own. The share is a random text made by the device; it goes into the shuffle. */
export interface Sit {
  do: "sit";
  id: string;
  seat: number;
  share?: string;
}

/** Leave your seat before the game; the host can clear any seat. While the host is away, anyone with a seat can clear one whose player has not turned up within the time that an `ask` stays open, and becomes the host. */
export interface Stand {
  do: "stand";
  id: string;
  seat?: number | null;
}

/** Put one of the server's bots on a free seat. */
export interface SeatBot {
  do: "seat bot";
  id: string;
  seat: number;
  bot: string;
}

/** Deal and start the game. */
export interface Start {
  do: "start";
  id: string;
}

/** Ask the others for something. With `take over`, `seat` is the seat to be taken over and `bot` the bot that will play it; with `claim`, `seat` is the one to claim because its player has been away for too long. */
export interface AskFor {
  do: "ask";
  id: string;
  matter: Matter;
  seat?: number | null;
  bot?: string | null;
}

/** Agree to an ask, or refuse it. */
export interface Answer {
  do: "answer";
  id: string;
  ask: number;
  is_yes: boolean;
}

/** End a pause. */
export interface Resume {
  do: "resume";
  id: string;
}

/** Give up the game. */
export interface Resign {
  do: "resign";
  id: string;
}

/** Offer your seat to anyone who knows a secret that you made up. The offer stands for a day; once someone has taken the seat, you cannot return to it. The server keeps only the secret's SHA-256. Without a secret, the offer is withdrawn. */
export interface HandOver {
  do: "hand over";
  id: string;
  secret?: string | null;
}

/** Take a seat that its player has offered you in a link. */
export interface TakeSeat {
  do: "take seat";
  id: string;
  seat: number;
  secret: string;
}

/** Say something to everybody at the table. */
export interface Say {
  do: "say";
  id: string;
  text: string;
}

/** Mute a person at this table, or unmute them. Host only. */
export interface Mute {
  do: "mute";
  id: string;
  person: string;
  is_muted?: boolean;
}

/** Open the chat to spectators, or restrict it to players again. Host only. */
export interface OpenChat {
  do: "open chat";
  id: string;
  is_open?: boolean;
}

/** Close the table to newcomers, or reopen it. Host only. While it is closed, nobody new can sit down or watch; players and present spectators stay. */
export interface Close {
  do: "close";
  id: string;
  is_closed?: boolean;
}

/** Call off a table that is still waiting for players. Host only. */
export interface CallOff {
  do: "call off";
  id: string;
}

/** The same again, everybody one seat further. */
export interface Rematch {
  do: "rematch";
  id: string;
}

/** Why may this line be played, or not; or, with a seat, why is its score what it is? */
export interface Why {
  do: "why";
  id: string;
  line?: string | null;
  seat?: number | null;
}

/** What would the tyrant do here? For who plays with bots alone. */
export interface Hint {
  do: "hint";
  id: string;
}

/** Still there; `seen` is the newest event that the client has. If it has missed one, it gets a snapshot. */
export interface Ping {
  do: "ping";
  seen: number;
}

/** Send me a snapshot. `why` is for the metrics: I missed an event, what I hold does not fit its hash, or I could not read what came. */
export interface Resync {
  do: "resync";
  why?: Fault | null;
}

/** Who you are here: `seat` is null for who only looks on. */
export interface Welcome {
  is: "welcome";
  version: number;
  person: string | null;
  name: string | null;
  seat: number | null;
  now: number;
}

/** Everything that these eyes may know; `number` is that of the newest event in it. */
export interface Snapshot {
  is: "snapshot";
  number: number;
  now: number;
  table: TableState;
  position: Position | null;
  turns: Turn[];
  chat: SpeechState[];
  here: number[];
}

/** One thing happened; `number` is one more than the last event's, else something was missed. */
export interface Event {
  is: "event";
  number: number;
  now: number;
  happened: Happening;
  table: TableState;
  hash: string | null; // of the view that is held after it; whoever holds another one asks for everything anew
  position: Position | null; // None: as it was
  turns: Turn[]; // new ones
}

/** Whose seats are connected just now; not numbered, and not kept. */
export interface Presence {
  is: "presence";
  here: number[];
  watching: number;
}

/** The command was carried out; `number` is that of the event it brought about. */
export interface Done {
  is: "done";
  id: string;
  number: number | null;
  table: string | null;
}

/** The answer to a why. */
export interface Reasons {
  is: "reasons";
  id: string;
  is_legal: boolean | null;
  reasons: ReasonState[];
}

/** The answer to a hint, the best first. */
export interface Prospects {
  is: "prospects";
  id: string;
  prospects: ProspectState[];
}

/** The command changed nothing, and why; a stale one is followed by a snapshot. But see `is_in_doubt`. */
export interface Refused {
  is: "refused";
  id: string | null;
  code: RefusalCode;
  sentence: string;
  rule: string | null;
  pattern: string; // which made the sentence, if it has values; else it is its own pattern
  values: Record<string, unknown>;
  is_in_doubt: boolean; // it may still be carried out, or have been; its true answer is yet to come
  seconds: number | null; // until it may be tried again, where that is known
}

/** The answer to a ping. */
export interface Pong {
  is: "pong";
  number: number;
  now: number;
}

/** The server closes this socket; come again. */
export interface Bye {
  is: "bye";
  sentence: string;
}

/** Is the house open? */
export interface Health {
  is_open: boolean;
  version: string;
  protocol: number;
}

/** A game as the lobby offers it. */
export interface GameCard {
  id: string;
  title: string;
  year: number;
  authors: string;
  min_seats: number;
  max_seats: number;
  editions: EditionCard[];
  presets: PresetCard[];
  rulings: RulingCard[];
  bots: string[]; // from weak to strong
}

/** All rules of a game in their order. */
export interface RulebookCard {
  title: string;
  intro: string;
  rules: RuleCard[];
}

/** Somebody who has never been here. */
export interface NewPerson {
  nickname: string;
}

/** Who this device belongs to. */
export interface Me {
  person: string;
  nickname: string;
}

/** A device that a person is signed in on; a time that is null, or a word that is empty, is not known. */
export interface DeviceCard {
  device: string;
  browser: string;
  system: string;
  since: number | null;
  seen_at: number | null; // to the hour
  is_this: boolean; // the one that asks
}

/** A ticket with the link that uses it, and that link as a picture for a camera. */
export interface TicketCard {
  ticket: string;
  link: string;
  picture: string; // SVG
  until: number;
}

/** Lets one more device of the same person in, once, for a few minutes. */
export interface Ticket {
  ticket: string;
  instead_of?: string | null; // the person whose device this is now, who agrees to be signed out on it
}

/** Where a news reader finds out that it is one's turn; the address is a secret of its own. */
export interface FeedCard {
  path: string;
}

/** A table as the lobby lists it. */
export interface TableSummary {
  table: string;
  game: string;
  edition: string;
  rulings: Record<string, string>;
  stage: Stage;
  clock: Clock;
  seats: (string | null)[]; // names; None is a free seat
  waiting: number[];
  changed_at: number;
  people: (string | null)[]; // who sits there; None: nobody, a bot or a program
  outcome: Outcome | null; // once the game is over
  seat: number | null; // one's own, in the list of one's own tables
  is_your_turn: boolean;
}

/** The table that somebody wants to set up. */
export interface NewTable {
  game: string;
  seats: number;
  edition?: string;
  preset?: string;
  rulings?: Record<string, string>;
  bots?: Record<string, string>; // by seat
  clock?: Clock;
  is_open?: boolean;
  seat?: number | null; // the host's own; their share follows once they know the commitment
  is_started?: boolean; // start at once: only if all players are bots or the deal comes from a record
  record?: string | null; // continue this record, with its own game, seats, edition and rulings
  ply?: number | null; // where in the record to continue; None: at its end
}

/** Where a table is, and what its host has pledged for. */
export interface Address {
  table: string;
  commitment: string | null; // None: the deal is a record's
}

/** A table as everybody sees it. */
export interface TableState {
  table: string;
  game: string;
  edition: string;
  rulings: Record<string, string>;
  stage: Stage;
  is_open: boolean;
  clock: Clock;
  claim_after: number; // milliseconds for which a player must be away before the others may claim the seat
  host: string;
  seats: SeatState[];
  is_paused: boolean;
  asks: AskState[];
  muted: string[];
  commitment: string | null; // None: the deal was not drawn here, but played on from a record
  shared: number[]; // the seats that have added a share to the deal; it waits for those of all people
  proof: ProofState | null;
  outcome: Outcome | null;
  follows: string | null;
  rematch: string | null;
  is_chat_open: boolean; // may all talk who look on, or the players alone?
  is_closed: boolean; // to newcomers, who can neither sit down nor look on
}

/** An address to hand on, and the same as a picture for a camera. */
export interface LinkCard {
  link: string;
  picture: string; // SVG
}

/** How somebody sits down, or adds the share of a seat they have. */
export interface Seating {
  share: string;
  is_started?: boolean; // and deal at once
}

/** The key of a program that plays a seat; it is told once. */
export interface SeatKey {
  key: string;
}

/** A whole game, ply by ply. */
export interface Replay {
  game: string;
  seats: string[]; // names
  is_open: boolean; // it is over: through any eyes, with a record, and to be looked back on
  frames: Frame[];
}

/** Looking back on a game; while `progress` is less than 1, as far as it is worked out: ask again. */
export interface Aftermath {
  game: string; // empty, like all the rest, while nothing is known
  seats: string[]; // names
  progress: number;
  standings: Standing[];
  winners: number[];
  points: ChancePoint[];
  turns: TurningPoint[]; // in the order of the game
}

/** A record that somebody has. */
export interface RecordText {
  record: string;
}

/** Why an HTTP request was refused. */
export interface Problem {
  code: RefusalCode;
  sentence: string;
  rule: string | null;
  pattern: string; // which made the sentence, if it has values; else it is its own pattern
  values: Record<string, unknown>;
  seconds: number | null; // until it may be tried again, where that is known
}

/** How much time the players have: a bank and an increment for the whole game, or days for each move. */
export interface Clock {
  kind?: ClockKind;
  bank?: number; // seconds: for the whole game if live, for each move if days
  increment?: number; // seconds that each move adds, if live
}

/** A seat as everybody sees it. */
export interface SeatState {
  seat: number;
  name: string | null; // None: the seat is free
  kind: SeatKind;
  bot: string | null;
  person: string | null;
  is_host: boolean;
  is_waited_for: boolean;
  has_chosen: boolean; // in secret, until the others have chosen too
  has_resigned: boolean;
  is_substitute: boolean; // plays for somebody who has left
  owner: string | null; // the person it plays for, who may come back
  offered_until: number | null; // its player would hand it over until then
  time_left: number | null; // milliseconds, as of `clock_since`
  clock_since: number | null; // when it began to run; None: it stands
}

/** Something that the others are asked. */
export interface AskState {
  ask: number;
  matter: Matter;
  seat: number | null;
  of: number | null;
  successor: string | null;
  agreed: number[];
}

/** What anybody needs to deal again; told when the game is over. */
export interface ProofState {
  host_seed: string;
  shares: string[];
}

/** How a game ended. */
export interface Outcome {
  how: How | "rules";
  winners: number[];
  scores: number[] | null;
}

/** The game as one pair of eyes sees it; `hash` is of the view's own bytes. */
export interface Position {
  ply: number;
  hash: string;
  view: unknown | null;
  decision: DecisionState | null;
}

/** What a seat is asked, and every answer it may give. */
export interface DecisionState {
  ply: number;
  taken_back: number; // how often moves have been so far: after that, the same ply may ask something else
  prompt: string;
  question: string;
  choices: ChoiceState[];
  chosen: string | null; // a secret choice that was made already, and may still be changed
}

/** One legal answer: how it is written, and the pieces one touches to give it. */
export interface ChoiceState {
  line: string;
  parts: string[];
}

/** What a stretch of the game brought: the moves from one ply on, and their facts. */
export interface Turn {
  ply: number;
  seat: number | null; // None: the set-up
  line: string | null;
  facts: FactState[];
}

/** What happened in the game, as these eyes may know it; a hidden value is null. */
export interface FactState {
  name: string;
  values: Record<string, unknown>;
  sentence: string;
  rule: string;
}

/** Something that was said. */
export interface SpeechState {
  at: number;
  person: string;
  name: string;
  text: string;
}

/** What happened at the table; `seat` and the others are there if they belong to it. */
export interface Happening {
  what: string;
  seat?: number | null;
  line?: string | null; // a move, if these eyes may know it
  name?: string | null;
  person?: string | null;
  text?: string | null;
  ask?: number | null;
  is_yes?: boolean | null;
  table?: string | null;
}

/** A rule that answers a why, and other rules that have a say in it; `pattern` and `values` made the sentence. */
export interface ReasonState {
  rule: string;
  sentence: string;
  also: string[];
  pattern: string;
  values: Record<string, unknown>;
}

/** What the tyrant thinks of one move: a chance to win with half the width of its interval, and why. */
export interface ProspectState {
  line: string;
  chance: number;
  error: number;
  reason: string;
  pattern: string; // which made the reason, with these values
  values: Record<string, unknown>;
}

/** A box. */
export interface EditionCard {
  id: string;
  title: string;
}

/** Answers that belong together. */
export interface PresetCard {
  id: string;
  title: string;
  answers: Record<string, string>;
}

/** An open question of a game with its answers. */
export interface RulingCard {
  id: string;
  rule: string;
  question: string;
  answers: string[];
  default: string;
  said: Record<string, string>; // the answers as people say them
}

/** A rule in our words, with where it stands in the books. */
export interface RuleCard {
  number: string;
  title: string;
  text: string;
  source: string;
  chapter: string;
}

/** The game after so many plies, through one pair of eyes, and what led to it. */
export interface Frame {
  position: Position;
  turns: Turn[];
}

/** What a seat has at the end, and why. */
export interface Standing {
  seat: number;
  score: number;
  reasons: ReasonState[];
}

/** Everybody's chance to win after so many plies, if all play on sensibly with the cards as they truly lay. */
export interface ChancePoint {
  ply: number;
  chances: number[]; // by seat, together 1
}

/** Moves after which the chances were others, and how the game stood after them. */
export interface TurningPoint {
  ply: number;
  turns: Turn[];
  before: number[];
  after: number[];
}

/** Everything that a client may send; told apart by `do`. */
export type ClientMessage =
  | Hello
  | Move
  | Sit
  | Stand
  | SeatBot
  | Start
  | AskFor
  | Answer
  | Resume
  | Resign
  | HandOver
  | TakeSeat
  | Say
  | Mute
  | OpenChat
  | Close
  | CallOff
  | Rematch
  | Why
  | Hint
  | Ping
  | Resync;

/** Everything that a client is sent; told apart by `is`. */
export type ServerMessage =
  | Welcome
  | Snapshot
  | Event
  | Presence
  | Done
  | Reasons
  | Prospects
  | Refused
  | Pong
  | Bye;

/** What each endpoint takes and answers; a text is a string. */
export interface Endpoints {
  "GET /healthz": { takes: null; answers: Health };
  "GET /metrics": { takes: null; answers: string };
  "GET /api/games": { takes: null; answers: GameCard[] };
  "GET /api/games/{game}/rules": { takes: null; answers: RulebookCard };
  "POST /api/people": { takes: NewPerson; answers: Me };
  "GET /api/me": { takes: null; answers: Me | null };
  "PATCH /api/me": { takes: NewPerson; answers: Me };
  "DELETE /api/me": { takes: null; answers: null };
  "GET /api/me/devices": { takes: null; answers: DeviceCard[] };
  "DELETE /api/me/devices": { takes: null; answers: null };
  "DELETE /api/me/devices/{device}": { takes: null; answers: null };
  "POST /api/me/tickets": { takes: null; answers: TicketCard };
  "POST /api/tickets/owner": { takes: Ticket; answers: Me };
  "POST /api/tickets": { takes: Ticket; answers: Me };
  "POST /api/me/feed": { takes: null; answers: FeedCard };
  "GET /feed/{person}/{key}": { takes: null; answers: string };
  "GET /api/me/tables": { takes: null; answers: TableSummary[] };
  "GET /api/tables": { takes: null; answers: TableSummary[] };
  "POST /api/tables": { takes: NewTable; answers: Address };
  "GET /api/tables/{table}": { takes: null; answers: TableState };
  "GET /api/tables/{table}/link": { takes: null; answers: LinkCard };
  "POST /api/tables/{table}/seats/{seat}": { takes: Seating; answers: null };
  "POST /api/tables/{table}/seats/{seat}/key": { takes: null; answers: SeatKey };
  "GET /api/tables/{table}/record": { takes: null; answers: string };
  "GET /api/tables/{table}/replay": { takes: null; answers: Replay };
  "GET /api/tables/{table}/aftermath": { takes: null; answers: Aftermath };
  "POST /api/replays": { takes: RecordText; answers: Replay };
  "POST /api/aftermaths": { takes: RecordText; answers: Aftermath };
}

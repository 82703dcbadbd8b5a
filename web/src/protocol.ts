// Written by `./rex python -m tools.contract` from src/rexarium/server/wire. Change it there.

export const VERSION = 1;
export const LARGEST_MESSAGE = 4096; // bytes

export type Matter = "take back" | "pause" | "end" | "take over" | "claim" | "clock";

export type RefusalCode = "stale" | "not your turn" | "illegal" | "unreadable" | "not allowed" | "not possible" | "too fast" | "too large" | "unknown" | "wrong version" | "unavailable";

export type How = "resigned" | "claimed" | "agreement" | "abandoned" | "closed";

export type Stage = "gathering" | "playing" | "over";

export type SeatKind = "free" | "person" | "bot" | "program";

export type Fault = "gap" | "hash" | "unreadable";

export type Keep = "this";

export type ClockKind = "none" | "live" | "days";

/** The first message: which protocol the client speaks. The server answers with a welcome and a snapshot. */
export interface Hello {
  do: "hello";
  version: number;
  key?: string | null; // of a program that plays a seat; people are recognised by their cookie
}

/** Make a move or a whole line of moves; `ply` and `taken_back` come from the decision that it answers. */
export interface Move {
  do: "move";
  id: string;
  ply: number;
  line: string;
  taken_back?: number | null; // null: it answers whatever decision is open at this ply
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

/** Play the same game again, with everyone one seat further on. */
export interface Rematch {
  do: "rematch";
  id: string;
}

/** Ask why a line is legal or not or, with a seat, where its score comes from. */
export interface Why {
  do: "why";
  id: string;
  line?: string | null;
  seat?: number | null;
}

/** Ask what the strongest bot would do here. Only for players whose opponents are all bots. */
export interface Hint {
  do: "hint";
  id: string;
}

/** The client is still there. `seen` is the newest event it has; if it has missed any, it gets a snapshot. */
export interface Ping {
  do: "ping";
  seen: number;
}

/** Ask for a snapshot. `why` is for the metrics: the client missed an event, its view does not match the hash, or it could not read a message. */
export interface Resync {
  do: "resync";
  why?: Fault | null;
}

/** Who you are at this table; `seat` is null for spectators. */
export interface Welcome {
  is: "welcome";
  version: number;
  person: string | null;
  name: string | null;
  seat: number | null;
  now: number;
}

/** Everything that these eyes may know; `number` is that of the newest event it includes. */
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

/** One thing happened. `number` is one more than the last event's, or the client has missed something. */
export interface Event {
  is: "event";
  number: number;
  now: number;
  happened: Happening;
  table: TableState;
  hash: string | null; // of the view after it; a client whose view has another hash sends `resync`
  position: Position | null; // null: unchanged
  turns: Turn[]; // only new ones
}

/** Which seats are connected right now; not numbered and not kept. */
export interface Presence {
  is: "presence";
  here: number[];
  watching: number;
}

/** The command was carried out; `number` is that of the resulting event. */
export interface Done {
  is: "done";
  id: string;
  number: number | null;
  table: string | null;
}

/** The answer to a `why`. */
export interface Reasons {
  is: "reasons";
  id: string;
  is_legal: boolean | null;
  reasons: ReasonState[];
}

/** The answer to a `hint`, best move first. */
export interface Prospects {
  is: "prospects";
  id: string;
  prospects: ProspectState[];
}

/** Why the command changed nothing (but see `is_in_doubt`). A snapshot follows if the code is `stale`. */
export interface Refused {
  is: "refused";
  id: string | null;
  code: RefusalCode;
  sentence: string;
  rule: string | null;
  pattern: string; // the sentence's pattern, if it has values; otherwise the sentence is its own pattern
  values: Record<string, unknown>;
  is_in_doubt: boolean; // it may have been carried out, or may still be; the real reply is yet to come
  seconds: number | null; // until it may be tried again, if known
}

/** The answer to a ping. */
export interface Pong {
  is: "pong";
  number: number;
  now: number;
}

/** The server is closing this connection; reconnect. */
export interface Bye {
  is: "bye";
  sentence: string;
}

/** Whether the server is open, and its versions. */
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
  bots: string[]; // from weakest to strongest
}

/** All the rules of a game, in order. */
export interface RulebookCard {
  title: string;
  intro: string;
  rules: RuleCard[];
}

/** Somebody who is new to this server. */
export interface NewPerson {
  nickname: string;
}

/** The person that this device belongs to. */
export interface Me {
  person: string;
  nickname: string;
}

/** A device that a person is signed in on. Null times and empty strings are unknown. */
export interface DeviceCard {
  device: string;
  browser: string;
  system: string;
  since: number | null;
  seen_at: number | null; // to the hour
  is_this: boolean; // whether it is the device that sent the request
}

/** A ticket, the link that uses it, and that link as a QR code. */
export interface TicketCard {
  ticket: string;
  link: string;
  picture: string; // SVG
  until: number;
}

/** Signs one more device in as the same person. A ticket works once, and only for a few minutes. */
export interface Ticket {
  ticket: string;
  instead_of?: string | null; // the person signed in on this device now, who agrees to be signed out
}

/** The path of the feed that tells a news reader when it is your turn. The path is itself a secret. */
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
  seats: (string | null)[]; // names; null is a free seat
  waiting: number[];
  changed_at: number;
  people: (string | null)[]; // person ids by seat; null: a free seat, a bot or a program
  outcome: Outcome | null; // once the game is over
  seat: number | null; // your own, in the list of your own tables
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
  ply?: number | null; // where in the record to continue; null: at its end
}

/** A new table's id, and the server's commitment to its deal. */
export interface Address {
  table: string;
  commitment: string | null; // null: the deal comes from a record
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
  claim_after: number; // milliseconds a player must be away and waited for until others may claim the seat
  host: string;
  seats: SeatState[];
  is_paused: boolean;
  asks: AskState[];
  muted: string[];
  commitment: string | null; // null: the deal comes from a record
  shared: number[]; // the seats that have added a share; the deal waits until every person has
  proof: ProofState | null;
  outcome: Outcome | null;
  follows: string | null;
  rematch: string | null;
  is_chat_open: boolean; // to spectators; otherwise only players can chat
  is_closed: boolean; // to newcomers, who can neither sit down nor watch
}

/** A link to share, also as a QR code. */
export interface LinkCard {
  link: string;
  picture: string; // SVG
}

/** A request to take a seat, or to add a share to your own. */
export interface Seating {
  share: string;
  is_started?: boolean; // also deal at once
}

/** The key for a program to play a seat with. It is sent only once. */
export interface SeatKey {
  key: string;
}

/** A game up to now, step by step. */
export interface Replay {
  game: string;
  seats: string[]; // names
  is_open: boolean; // the game is over: any eyes are allowed, and there is a record and an analysis
  frames: Frame[];
}

/** The analysis of a finished game. While `progress` is below 1 it is incomplete: ask again. */
export interface Aftermath {
  game: string; // empty, like everything else, while nothing is known yet
  seats: string[]; // names
  progress: number;
  standings: Standing[];
  winners: number[];
  points: ChancePoint[];
  turns: TurningPoint[]; // in order of play
}

/** A record that somebody uploads. */
export interface RecordText {
  record: string;
}

/** Why an HTTP request was refused. */
export interface Problem {
  code: RefusalCode;
  sentence: string;
  rule: string | null;
  pattern: string; // the sentence's pattern, if it has values; otherwise the sentence is its own pattern
  values: Record<string, unknown>;
  seconds: number | null; // until it may be tried again, if known
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
  name: string | null; // null: the seat is free
  kind: SeatKind;
  bot: string | null;
  person: string | null;
  is_host: boolean;
  is_waited_for: boolean;
  has_chosen: boolean; // it has made its secret choice; the others have not all done so yet
  has_resigned: boolean;
  is_substitute: boolean; // a bot plays for somebody who has left
  owner: string | null; // the person a substitute plays for, who may come back
  offered_until: number | null; // when its player's offer to hand it over ends
  time_left: number | null; // milliseconds, as of `clock_since`
  clock_since: number | null; // when the clock started; null: it is not running
}

/** Something that the other players have to agree to. */
export interface AskState {
  ask: number;
  matter: Matter;
  seat: number | null;
  of: number | null;
  successor: string | null;
  agreed: number[];
}

/** What anyone needs to repeat the deal; sent once the game is over. */
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

/** The game as one pair of eyes sees it; `hash` is the hash of the view's bytes. */
export interface Position {
  ply: number;
  hash: string;
  view: unknown | null;
  decision: DecisionState | null;
}

/** What a seat has to decide, and all its legal choices. */
export interface DecisionState {
  ply: number;
  taken_back: number; // take-backs so far; after one, the same ply may be a different decision
  prompt: string;
  question: string;
  choices: ChoiceState[];
  chosen: string | null; // a secret choice already made, which can still be changed
}

/** One legal choice: how it is written, and which pieces a player touches to make it. */
export interface ChoiceState {
  line: string;
  parts: string[];
}

/** The set-up or one move, with the facts that it led to. */
export interface Turn {
  ply: number;
  seat: number | null; // null: the set-up
  line: string | null;
  facts: FactState[];
}

/** Something that happened in the game, as far as these eyes may know it; a hidden value is null. */
export interface FactState {
  name: string;
  values: Record<string, unknown>;
  sentence: string;
  rule: string;
}

/** A line of chat. */
export interface SpeechState {
  at: number;
  person: string;
  name: string;
  text: string;
}

/** What happened at the table; fields that do not apply are left out. */
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

/** A rule that answers a `why`, and other rules that matter to it; `pattern` and `values` make up the sentence. */
export interface ReasonState {
  rule: string;
  sentence: string;
  also: string[];
  pattern: string;
  values: Record<string, unknown>;
}

/** The strongest bot's opinion of a move: the chance to win, half the width of its confidence interval, and why. */
export interface ProspectState {
  line: string;
  chance: number;
  error: number;
  reason: string;
  pattern: string; // the reason's pattern, if it has values
  values: Record<string, unknown>;
}

/** An edition of a game. */
export interface EditionCard {
  id: string;
  title: string;
}

/** A set of rulings that belong together. */
export interface PresetCard {
  id: string;
  title: string;
  answers: Record<string, string>;
}

/** A question that a game's rules leave open, with the answers a table can choose from. */
export interface RulingCard {
  id: string;
  rule: string;
  question: string;
  answers: string[];
  default: string;
  said: Record<string, string>; // the answers in words
}

/** A rule in our own words, with its source in the published rules. */
export interface RuleCard {
  number: string;
  title: string;
  text: string;
  source: string;
  chapter: string;
}

/** A position of the game through one pair of eyes, and the moves that led to it from the frame before. */
export interface Frame {
  position: Position;
  turns: Turn[];
}

/** A seat's final score, and why. */
export interface Standing {
  seat: number;
  score: number;
  reasons: ReasonState[];
}

/** Everyone's chance to win at one point of the game, if everyone plays on sensibly with the cards as they really lie. */
export interface ChancePoint {
  ply: number;
  chances: number[]; // by seat, adding up to 1
}

/** Moves that changed the chances, and the chances before and after them; `ply` is the one after. */
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

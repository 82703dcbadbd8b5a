/** What the page knows of a game, and the one function that changes it: live play and replay differ only in their messages. */

import type {
  Event,
  Frame,
  Happening,
  Position,
  Presence,
  Refused,
  ServerMessage,
  Snapshot,
  SpeechState,
  TableState,
  Turn,
  Welcome,
} from '../protocol';
import { share } from './share';

const CHAT_KEPT = 200; // as many lines as a snapshot has
const NOTES_KEPT = 100;

/** Who looks: `seat` is null for who only looks on. */
export interface Onlooker {
  person: string | null;
  name: string | null;
  seat: number | null;
}

/** What happened at the table besides moves, since we look at it; `ply` says between which moves. */
export interface Note {
  number: number;
  at: number;
  ply: number;
  happened: Happening;
}

export interface GameState {
  /** In a replay, the place of the newest frame in here; -1: none yet. */
  readonly frame: number;
  readonly me: Onlooker;
  readonly table: TableState | null;
  readonly position: Position | null;
  readonly turns: readonly Turn[];
  /** The turns that the last message brought: what a board animates. */
  readonly news: readonly Turn[];
  readonly chat: readonly SpeechState[];
  readonly notes: readonly Note[];
  readonly here: readonly number[];
  readonly watching: number;
  /** Ids of commands without an answer so far. */
  readonly pending: readonly string[];
  /** Does the storage keep the table waiting, so that nobody knows yet what became of a command? */
  readonly isInDoubt: boolean;
  /** Why the last command changed nothing. */
  readonly refusal: Refused | null;
}

/** One step of a replay; `at` is its place among the frames. */
export interface FrameShown extends Frame {
  is: 'frame';
  at: number;
}

/** A command has left. */
export interface Sent {
  is: 'sent';
  id: string;
}

export type Message = ServerMessage | FrameShown | Sent;

export const NOTHING: GameState = {
  frame: -1,
  me: { person: null, name: null, seat: null },
  table: null,
  position: null,
  turns: [],
  news: [],
  chat: [],
  notes: [],
  here: [],
  watching: 0,
  pending: [],
  isInDoubt: false,
  refusal: null,
};

/** The state after a message. */
export function reduce(state: GameState, message: Message): GameState {
  switch (message.is) {
    case 'welcome':
      return welcome(state, message);
    case 'snapshot':
      return snapshot(state, message);
    case 'event':
      return event(state, message);
    case 'frame':
      return frame(state, message);
    case 'presence':
      return presence(state, message);
    case 'sent':
      return { ...state, pending: [...state.pending, message.id], refusal: null };
    case 'refused':
      if (message.is_in_doubt) return { ...state, isInDoubt: true };
      return { ...answered(state, message.id), refusal: message };
    case 'done':
    case 'reasons':
    case 'prospects':
      return answered(state, message.id);
    case 'pong':
    case 'bye':
      return state;
  }
}

function welcome(state: GameState, { person, name, seat }: Welcome): GameState {
  return { ...state, me: { person, name, seat } };
}

function snapshot(state: GameState, message: Snapshot): GameState {
  const { table, position, turns, chat, here } = message;
  return { ...state, table, position, turns, chat, here, news: [] };
}

/** Whether an event is the next one is the wire's to judge. */
function event(state: GameState, message: Event): GameState {
  const { table, turns, happened } = message;
  const position = message.position ?? state.position; // none with it: as it was
  return {
    ...state,
    table: share(state.table, table),
    position: share(state.position, position),
    turns: position ? joinTurns(state.turns, turns, position.ply) : state.turns,
    news: turns,
    chat: joinChat(state.chat, message),
    notes: isNote(happened) ? [...state.notes, note(message, position?.ply ?? 0)].slice(-NOTES_KEPT) : state.notes,
  };
}

function frame(state: GameState, message: FrameShown): GameState {
  const { at, position, turns } = message;
  return {
    ...state,
    frame: at,
    position: share(state.position, position),
    turns: joinTurns(state.turns, turns, position.ply),
    news: turns,
  };
}

function presence(state: GameState, { here, watching }: Presence): GameState {
  return { ...state, here, watching };
}

function answered(state: GameState, id: string | null): GameState {
  if (!state.pending.includes(id ?? '')) return state;
  const pending = state.pending.filter((each) => each !== id);
  return { ...state, pending, isInDoubt: state.isInDoubt && pending.length > 0 };
}

/** New turns take the place of those that were taken back; the set-up is the one turn without a seat. */
function joinTurns(held: readonly Turn[], fresh: readonly Turn[], ply: number): readonly Turn[] {
  const isAnew = fresh.some((turn) => turn.seat === null);
  const from = fresh.find((turn) => turn.seat !== null)?.ply ?? ply;
  const last = held.at(-1);
  if (!fresh.length && (!last || last.seat === null || last.ply < from)) return held;
  const kept = held.filter((turn) => (turn.seat === null ? !isAnew : !isAnew && turn.ply < from));
  return [...kept, ...fresh];
}

function joinChat(chat: readonly SpeechState[], { now, happened }: Event): readonly SpeechState[] {
  if (happened.what !== 'said') return chat;
  const speech = { at: now, person: happened.person ?? '', name: happened.name ?? '', text: happened.text ?? '' };
  return [...chat, speech].slice(-CHAT_KEPT);
}

const UNTOLD = new Set([
  'said',
  'muted',
  'answered',
  'asked',
  'settled',
  'credited',
  'opened',
  'offered',
  'chat opened',
  'closed',
  'vacated',
]);

/** Does the log tell it? A move is told by its facts, unless the clock made it. */
function isNote(happened: Happening): boolean {
  return happened.what === 'moved' ? happened.text != null : !UNTOLD.has(happened.what);
}

function note({ number, now, happened }: Event, ply: number): Note {
  return { number, at: now, ply, happened };
}

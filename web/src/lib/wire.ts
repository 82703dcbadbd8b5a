/**
 * One WebSocket to a table. It comes back by itself after whatever happens, and sends a command again, with the same id, until
 * it has an answer: the table carries it out once.
 *
 * It alone knows how far we have followed the table. What it hands on is in order and whole; if something was missed or does not
 * fit, it asks for a snapshot, and hands on no event before that has come.
 */

import type { ClientMessage, Done, Event, Fault, Prospects, Reasons, ServerMessage } from '../protocol';
import { connect } from './dial';
import { follow, NOWHERE, placeOf, read, type Place } from './order';
import { Refusal, refusalOf } from './refusal';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type WithId = Extract<ClientMessage, { id: string }>;
export type Command = Without<WithId, 'id'>;
export type Answer = Done | Reasons | Prospects;

export type WireStatus =
  | { kind: 'connecting' }
  | { kind: 'online'; isBehind: boolean } // behind for so long that it is worth a word
  | { kind: 'offline'; again: number } // when the next try is due
  | { kind: 'refused'; refusal: Refusal };

/** What the wire needs of a WebSocket. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

/** What the wire needs of its surroundings. */
export interface Surroundings {
  /** A socket on which hello has been said. */
  open(table: string): Socket;
  now(): number;
  later(milliseconds: number, action: () => void): () => void;
  random(): number;
  id(): string;
}

export interface WireHooks {
  /** A message that may be acted on: an event follows the one before it, or the last snapshot. */
  message(message: ServerMessage): void;
  status(status: WireStatus): void;
  sent(id: string): void;
}

export const PING_EVERY = 15_000;
export const PATIENCE = 6_000; // for an answer to a ping, and for the greeting
const DELAYS = [300, 1_000, 2_000, 4_000, 8_000, 15_000];
const TICK = 5_000;
export const PAUSE = 1_000; // between a snapshot and the next question for one
const RETRIES = [4_000, 8_000, 15_000]; // when to ask again for one that does not come
export const GRACE = 1_000; // what lasts no longer need not be told

interface Pending {
  message: WithId;
  resolve(answer: Answer): void;
  reject(refusal: Refusal): void;
}

export class Wire {
  /** What to add to our clock to have the server's. */
  skew = 0;
  #socket: Socket | null = null;
  #isGreeted = false;
  #isClosed = false;
  #place: Place = NOWHERE;
  #isBehind = false;
  #isTold = false; // that we are behind
  #why: Fault | null = null; // what we have not told the server yet
  #asks = 0; // for a snapshot, since the last one came
  #tries = 0;
  #pending = new Map<string, Pending>();
  #retry: (() => void) | null = null;
  #deadline: (() => void) | null = null;
  #resting: (() => void) | null = null; // while it runs, no snapshot is asked for
  #telling: (() => void) | null = null;
  #ticking: (() => void) | null = null;
  #lastTick = 0;
  #lastPing = 0;

  constructor(
    private readonly table: string,
    private readonly hooks: WireHooks,
    private readonly world: Surroundings = BROWSER,
  ) {
    this.#connect();
    this.#tick();
  }

  /** Have something done; the promise is kept however often the connection breaks. */
  send(command: Command): Promise<Answer> {
    const message = { ...command, id: this.world.id() } as WithId;
    return new Promise((resolve, reject) => {
      this.#pending.set(message.id, { message, resolve, reject });
      this.hooks.sent(message.id);
      if (this.#isGreeted) this.#post(message);
    });
  }

  /** Something has changed outside (the network is back, the page is seen again, somebody has a name now). */
  check(): void {
    if (this.#isClosed) return;
    if (this.#retry) this.#connect();
    else if (this.#isGreeted) this.#ping();
  }

  /** Say hello anew: we are somebody else now. */
  restart(): void {
    this.#drop();
    this.#tries = 0;
    this.#connect();
  }

  /** Ask for everything anew. */
  resync(): void {
    if (this.#isGreeted) this.#fallBehind(null);
  }

  /** Hang up for good. */
  close(): void {
    this.#isClosed = true;
    this.#drop();
    this.#ticking?.();
    this.#failAll(new Refusal('unavailable', ''));
  }

  #connect(): void {
    this.#retry?.();
    this.#retry = null;
    this.hooks.status({ kind: 'connecting' });
    const socket = (this.#socket = this.world.open(this.table));
    this.#expect(PATIENCE * 2);
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = () => this.#lose();
  }

  /** The connection broke: try again, later and later. */
  #lose(): void {
    this.#drop();
    if (this.#isClosed) return;
    const delay = (DELAYS[Math.min(this.#tries++, DELAYS.length - 1)] ?? 0) * (0.75 + this.world.random() / 2);
    this.hooks.status({ kind: 'offline', again: this.world.now() + delay });
    this.#retry = this.world.later(delay, () => this.#connect());
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isGreeted = this.#isBehind = this.#isTold = false;
    this.#place = NOWHERE;
    this.#asks = 0;
    for (const stop of [this.#deadline, this.#retry, this.#resting, this.#telling]) stop?.();
    this.#deadline = this.#retry = this.#resting = this.#telling = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #receive(text: string): void {
    const message = read(text);
    if (this.#isGreeted) this.#hasSpoken();
    else if (!message) return this.#lose(); // a greeting is heard whole, or there is none
    if (!message) return this.#fallBehind('unreadable');
    if ('now' in message) this.skew = message.now - this.world.now();
    switch (message.is) {
      case 'welcome':
        this.#place = NOWHERE; // we may have other eyes now, for which events are numbered differently
        break;
      case 'snapshot':
        if (!this.#isBehind && message.number < this.#place.number) return; // it was overtaken on its way
        this.#place = placeOf(message);
        this.#catchUp();
        this.hooks.message(message);
        if (!this.#isGreeted) this.#greeted();
        else this.#postAll(); // an answer may have been among what the snapshot took the place of
        return;
      case 'event':
        if (!this.#isNext(message)) return;
        break;
      case 'refused':
        if (!this.#isGreeted) return this.#refused(refusalOf(message));
        if (message.id === null && this.#isBehind) this.#rest(PAUSE); // it was our question, and there will be no answer
        if (!message.is_in_doubt) this.#settle(message.id, (pending) => pending.reject(refusalOf(message)));
        break;
      case 'done':
        this.#settle(message.id, (pending) => pending.resolve(message));
        if ((message.number ?? -1) > this.#place.number) this.#fallBehind('gap'); // the event comes before the answer
        break;
      case 'reasons':
      case 'prospects':
        this.#settle(message.id, (pending) => pending.resolve(message));
        break;
      case 'pong':
        if (message.number !== this.#place.number) this.#fallBehind('gap');
        break;
      case 'presence':
        break;
      case 'bye':
        return this.#lose();
      default:
        return; // a newer server says more than we know of
    }
    this.hooks.message(message);
  }

  /** Does an event follow what we have? While a snapshot is on its way, none does: it will hold them all. */
  #isNext(event: Event): boolean {
    if (this.#isBehind) return false;
    const before = this.#place;
    const place = follow(before, event);
    if (typeof place === 'string') this.#fallBehind(place);
    else this.#place = place;
    return this.#place !== before;
  }

  #fallBehind(why: Fault | null): void {
    if (this.#isBehind) return;
    this.#isBehind = true;
    this.#why = why;
    this.#ask();
    this.#tell();
  }

  #catchUp(): void {
    this.#isBehind = false;
    this.#asks = 0;
    if (this.#resting) this.#rest(PAUSE);
    this.#tell();
  }

  /**
   * Ask for a snapshot, now or when we have rested: even if every event were wrong, that would be once a second at most. Only the
   * first time we say why: it is to be counted once, and an older server would not hear of it.
   */
  #ask(): void {
    if (this.#resting) return;
    this.#post(this.#why ? { do: 'resync', why: this.#why } : { do: 'resync' });
    this.#why = null;
    this.#rest(RETRIES[Math.min(this.#asks++, RETRIES.length - 1)] ?? 0);
  }

  /** Ask for no snapshot for a while, and then only if we are behind. */
  #rest(milliseconds: number): void {
    this.#resting?.();
    this.#resting = this.world.later(milliseconds, () => {
      this.#resting = null;
      if (this.#isBehind) this.#ask();
    });
  }

  /** Say whether we are behind, once that has been so for a while. */
  #tell(): void {
    this.#telling?.();
    this.#telling = null;
    if (this.#isBehind === this.#isTold) return;
    this.#telling = this.world.later(GRACE, () => {
      this.#telling = null;
      this.#isTold = this.#isBehind;
      if (this.#isGreeted) this.hooks.status({ kind: 'online', isBehind: this.#isTold });
    });
  }

  #greeted(): void {
    this.#isGreeted = true;
    this.#tries = 0;
    this.#lastPing = this.world.now();
    this.#hasSpoken();
    this.hooks.status({ kind: 'online', isBehind: false });
    this.#postAll();
  }

  /** The table does not want us: for now, and what has no answer is kept; or for good. */
  #refused(refusal: Refusal): void {
    if (refusal.code === 'too fast' || refusal.code === 'unavailable') return this.#lose();
    this.#drop();
    this.#failAll(refusal);
    this.hooks.status({ kind: 'refused', refusal });
  }

  #settle(id: string | null, how: (pending: Pending) => void): void {
    const pending = this.#pending.get(id ?? '');
    if (!pending) return;
    this.#pending.delete(id ?? '');
    how(pending);
  }

  #failAll(refusal: Refusal): void {
    const all = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of all) pending.reject(refusal);
  }

  /** Whatever has no answer yet is sent again; the same id gets the same answer. */
  #postAll(): void {
    for (const { message } of this.#pending.values()) this.#post(message);
  }

  #post(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #ping(): void {
    this.#lastPing = this.world.now();
    this.#post({ do: 'ping', seen: Math.max(this.#place.number, 0) });
    this.#expect(PATIENCE);
  }

  /** Whoever talks is there. */
  #hasSpoken(): void {
    this.#deadline?.();
    this.#deadline = null;
  }

  /** If nothing comes for so long, the connection is dead, whatever the browser thinks. */
  #expect(milliseconds: number): void {
    this.#deadline ??= this.world.later(milliseconds, () => this.#lose());
  }

  /** A pulse; when it was late, the machine has slept, and nobody knows what became of the connection. */
  #tick(): void {
    const now = this.world.now();
    const hasSlept = this.#lastTick > 0 && now - this.#lastTick > 3 * TICK;
    this.#lastTick = now;
    if (hasSlept) this.check();
    else if (this.#isGreeted && now - this.#lastPing >= PING_EVERY) this.#ping();
    this.#ticking = this.world.later(TICK, () => this.#tick());
  }
}

const BROWSER: Surroundings = {
  open: (table) => connect(table) as unknown as Socket,
  now: () => Date.now(),
  later(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  id: newId,
};

/** An id that no other command has; `randomUUID` is there only on secure pages. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return randomHex(16);
}

/** So many random bytes, as hexadecimal digits. */
export function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * One WebSocket to a table. It comes back by itself after whatever happens, notices what it has missed, and sends a command
 * again, with the same id, until it has an answer: the table carries it out once.
 */

import type { ClientMessage, Done, Prospects, Reasons, ServerMessage } from '../protocol';
import { connect } from './dial';
import { Refusal, refusalOf } from './refusal';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type WithId = Extract<ClientMessage, { id: string }>;
export type Command = Without<WithId, 'id'>;
export type Answer = Done | Reasons | Prospects;

export type WireStatus =
  | { kind: 'connecting' }
  | { kind: 'online' }
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
  /** A message that is in order; events that we have already, or that come after a gap, are not handed on. */
  message(message: ServerMessage): void;
  status(status: WireStatus): void;
  sent(id: string): void;
}

export const PING_EVERY = 15_000;
export const PATIENCE = 6_000; // for an answer to a ping, and for the greeting
const DELAYS = [300, 1_000, 2_000, 4_000, 8_000, 15_000];
const TICK = 5_000;

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
  #number = -1;
  #isResyncing = false;
  #tries = 0;
  #pending = new Map<string, Pending>();
  #retry: (() => void) | null = null;
  #deadline: (() => void) | null = null;
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
    if (this.#isResyncing || !this.#isGreeted) return;
    this.#isResyncing = true;
    this.#post({ do: 'resync' });
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
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data) as ServerMessage);
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
    this.#isGreeted = this.#isResyncing = false;
    this.#deadline?.();
    this.#deadline = null;
    this.#retry?.();
    this.#retry = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #receive(message: ServerMessage): void {
    this.#deadline?.(); // whoever talks is there
    this.#deadline = null;
    if ('now' in message) this.skew = message.now - this.world.now();
    switch (message.is) {
      case 'snapshot':
        this.#number = message.number;
        this.#isResyncing = false;
        this.hooks.message(message);
        if (!this.#isGreeted) this.#greeted();
        else this.#postAll(); // an answer may have been among what the snapshot took the place of
        return;
      case 'event':
        if (message.number > this.#number + 1) return this.resync();
        if (message.number <= this.#number || this.#isResyncing) return;
        this.#number = message.number;
        break;
      case 'refused':
        if (!this.#isGreeted) return this.#refused(refusalOf(message));
        this.#settle(message.id, (pending) => pending.reject(refusalOf(message)));
        break;
      case 'done':
      case 'reasons':
      case 'prospects':
        this.#settle(message.id, (pending) => pending.resolve(message));
        break;
      case 'bye':
        return this.#lose();
    }
    this.hooks.message(message);
  }

  #greeted(): void {
    this.#isGreeted = true;
    this.#tries = 0;
    this.#lastPing = this.world.now();
    this.hooks.status({ kind: 'online' });
    this.#postAll();
  }

  /** The table does not want us, and will not want us later either. */
  #refused(refusal: Refusal): void {
    this.#drop();
    this.#failAll(refusal);
    if (refusal.code === 'too fast' || refusal.code === 'unavailable') return this.#lose();
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
    this.#post({ do: 'ping', seen: Math.max(this.#number, 0) });
    this.#expect(PATIENCE);
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

/** What a wire needs around it, moved by hand. */

import type { Socket, Surroundings } from '../src/lib/wire';

export interface Posted {
  do: string;
  id?: string;
  seen?: number;
  why?: string;
}

export class FakeSocket implements Socket {
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Posted[] = [];
  isClosed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Posted);
  }
  close(): void {
    this.isClosed = true;
  }
  hear(message: object): void {
    this.hearText(JSON.stringify(message));
  }
  hearText(data: string): void {
    this.onmessage?.({ data });
  }
  posted(kind: string): Posted[] {
    return this.sent.filter((each) => each.do === kind);
  }
}

/** A world whose clock is moved by hand. */
export class World implements Surroundings {
  at = 1_000_000;
  sockets: FakeSocket[] = [];
  #timers: { at: number; action: () => void }[] = [];
  #ids = 0;
  open(): FakeSocket {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  }
  now = (): number => this.at;
  random = (): number => 0.5;
  id = (): string => `id ${++this.#ids}`;
  later(milliseconds: number, action: () => void): () => void {
    const timer = { at: this.at + milliseconds, action };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((each) => each !== timer));
  }
  /** Let time pass, and everything happen that is due. */
  pass(milliseconds: number): void {
    const until = this.at + milliseconds;
    for (;;) {
      const next = this.#timers.filter((each) => each.at <= until).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.at = Math.max(this.at, next.at);
      next.action();
    }
    this.at = until;
  }
  /** The machine sleeps: time passes, and nothing happens. */
  sleep(milliseconds: number): void {
    this.at += milliseconds;
  }
  get socket(): FakeSocket {
    return this.sockets.at(-1) as FakeSocket;
  }
}

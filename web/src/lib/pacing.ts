/** Bots move faster than people can look: what they do is shown one thing at a time, and a tap finishes the sequence. */

export interface Clockwork {
  now(): number;
  later(milliseconds: number, action: () => void): () => void;
}

export const CLOCKWORK: Clockwork = {
  now: () => performance.now(),
  later(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

export class Pacer<T> {
  #queue: T[] = [];
  #freeAt = 0;
  #timer: (() => void) | null = null;

  /** `rest` says how long something is to be looked at before the next comes. */
  constructor(
    private readonly show: (item: T) => void,
    private readonly rest: (item: T) => number,
    private readonly clockwork: Clockwork = CLOCKWORK,
  ) {}

  get isBusy(): boolean {
    return this.#queue.length > 0;
  }

  push(item: T): void {
    this.#queue.push(item);
    this.#drain();
  }

  /** Show all that waits, now. */
  finish(): void {
    this.#timer?.();
    this.#timer = null;
    this.#freeAt = 0;
    const waiting = this.#queue;
    this.#queue = [];
    for (const item of waiting) this.show(item);
  }

  /** Forget all that waits: something newer says it all. */
  clear(): void {
    this.#queue = [];
    this.#freeAt = 0;
    this.#timer?.();
    this.#timer = null;
  }

  #drain(): void {
    while (this.#queue.length && !this.#timer) {
      const wait = this.#freeAt - this.clockwork.now();
      if (wait > 0) {
        this.#timer = this.clockwork.later(wait, () => {
          this.#timer = null;
          this.#drain();
        });
        return;
      }
      const item = this.#queue.shift() as T;
      this.#freeAt = this.clockwork.now() + this.rest(item);
      this.show(item);
    }
  }
}

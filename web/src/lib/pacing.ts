/**
 * Bots move faster than people can look: what they do is shown one thing at a time, and a tap finishes the sequence. What needs no look
 * is shown with the next frame, together with all else that comes before it: a slow phone would draw each for nobody.
 */

export interface Clockwork {
  later(milliseconds: number, action: () => void): () => void;
  /** Before the next frame is painted; soon, if nobody looks. */
  frame(action: () => void): () => void;
}

const SOON = 100; // milliseconds

export const CLOCKWORK: Clockwork = {
  later(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
  frame(action) {
    const act = (): void => {
      forget();
      action();
    };
    const [frame, timer] = [requestAnimationFrame(act), setTimeout(act, document.hidden ? 0 : SOON)];
    const forget = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
    return forget;
  },
};

export class Pacer<T> {
  #queue: T[] = [];
  #timer: (() => void) | null = null; // while something is being looked at

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
    this.#timer ??= this.clockwork.frame(this.#goOn);
  }

  /** Show all that waits, now. */
  finish(): void {
    this.#timer?.();
    this.#timer = null;
    const waiting = this.#queue;
    this.#queue = [];
    for (const item of waiting) this.show(item);
  }

  /** Forget all that waits: something newer says it all. */
  clear(): void {
    this.#queue = [];
    this.#timer?.();
    this.#timer = null;
  }

  #goOn = (): void => {
    this.#timer = null;
    if (!this.#queue.length) return;
    const rest = this.#showNext();
    while (rest === 0 && this.#queue.length && this.rest(this.#queue[0] as T) === 0) this.#showNext();
    if (rest) this.#timer = this.clockwork.later(rest, this.#goOn);
    else if (this.#queue.length) this.#timer = this.clockwork.frame(this.#goOn);
  };

  #showNext(): number {
    const item = this.#queue.shift() as T;
    const rest = this.rest(item);
    this.show(item);
    return rest;
  }
}

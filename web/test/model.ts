/** A table in miniature, written apart from the page: it knows its whole history, and tells of it as the server does. */

import fc from 'fast-check';

import type { GameState } from '../src/lib/game-state';
import type { Event, Snapshot, SpeechState, TableState, Turn } from '../src/protocol';

export type Deed =
  | { do: 'move'; seat: number; plies: number }
  | { do: 'back'; plies: number }
  | { do: 'say'; text: string }
  | { do: 'pause' };

export const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      seat: fc.integer({ min: 1, max: 4 }),
      plies: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({ do: fc.constant('back' as const), plies: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('say' as const), text: fc.string({ minLength: 1, maxLength: 5 }) }),
  fc.record({ do: fc.constant('pause' as const) }),
);

export class Model {
  number = 0;
  isPaused = false;
  turns: Turn[] = [];
  chat: SpeechState[] = [];
  hasBegun = false;
  count = 0; // makes every move another

  get ply(): number {
    return this.turns.length;
  }

  table(): TableState {
    return {
      table: 'abcdefgh',
      is_paused: this.isPaused,
      stage: this.hasBegun ? 'playing' : 'gathering',
    } as TableState;
  }

  position() {
    return this.hasBegun
      ? { ply: this.ply, hash: `${this.count}`, view: { ply: this.ply, count: this.count }, decision: null }
      : null;
  }

  allTurns(): Turn[] {
    return this.hasBegun ? [{ ply: 0, seat: null, line: null, facts: [] }, ...this.turns] : [];
  }

  snapshot(): Snapshot {
    return {
      is: 'snapshot',
      number: this.number,
      now: 0,
      table: this.table(),
      position: this.position(),
      turns: this.allTurns(),
      chat: this.chat.slice(-200),
      here: [1],
    };
  }

  event(what: string, turns: Turn[], more: object = {}): Event {
    this.number += 1;
    const position = this.position();
    return {
      is: 'event',
      number: this.number,
      now: this.number,
      happened: { what, ...more },
      table: this.table(),
      hash: position?.hash ?? null,
      position: what === 'said' ? null : position, // talk leaves the game as it was
      turns,
    };
  }

  start(): Event {
    this.hasBegun = true;
    return this.event('started', this.allTurns());
  }

  do(deed: Deed): Event {
    if (deed.do === 'move') {
      const fresh = Array.from({ length: deed.plies }, (_, more): Turn => {
        this.count += 1;
        return { ply: this.ply + more, seat: deed.seat, line: `move ${this.count}`, facts: [] };
      });
      this.turns = [...this.turns, ...fresh];
      return this.event('moved', fresh, { seat: deed.seat });
    }
    if (deed.do === 'back') {
      this.turns = this.turns.slice(0, Math.max(0, this.ply - deed.plies));
      return this.event('taken back', [], { seat: 1 });
    }
    if (deed.do === 'say') {
      const speech = { at: this.number + 1, person: 'p', name: 'Ada', text: deed.text };
      this.chat = [...this.chat, speech];
      return this.event('said', [], { person: 'p', name: 'Ada', text: deed.text });
    }
    this.isPaused = !this.isPaused;
    return this.event(this.isPaused ? 'paused' : 'resumed', []);
  }
}

/** What a snapshot tells; the rest (news, notes) is about how we came here. */
export function known({ table, position, turns, chat }: GameState) {
  return { table, position, turns, chat };
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { NOTHING, reduce, type GameState, type Message } from '../src/lib/game-state';
import { frameAt, seek } from '../src/lib/playback.svelte';
import type { Event, Frame, Snapshot, SpeechState, TableState, Turn } from '../src/protocol';

// A table in miniature, written apart from the reducer: it knows its whole history, and tells of it as the server does.

type Deed =
  | { do: 'move'; seat: number; plies: number }
  | { do: 'back'; plies: number }
  | { do: 'say'; text: string }
  | { do: 'pause' };

const deeds: fc.Arbitrary<Deed> = fc.oneof(
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

class Model {
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
function known({ number, table, position, turns, chat, isBehind }: GameState) {
  return { number, table, position, turns, chat, isBehind };
}

function fold(messages: readonly Message[], from: GameState = NOTHING): GameState {
  return messages.reduce(reduce, from);
}

describe('the reducer', () => {
  it('knows after all events in order what a snapshot tells', () => {
    fc.assert(
      fc.property(fc.array(deeds, { maxLength: 40 }), fc.nat(40), (list, early) => {
        const model = new Model();
        const first = model.snapshot();
        const messages: Message[] = [first, model.start()];
        let between = first;
        list.forEach((deed, at) => {
          messages.push(model.do(deed));
          if (at === early) between = model.snapshot();
        });
        const wanted = known(fold([model.snapshot()]));
        expect(known(fold(messages))).toEqual(wanted);
        const rest = messages.filter((message) => message.is === 'event' && message.number > between.number);
        expect(known(fold([between, ...rest]))).toEqual(wanted); // whoever comes later knows the same
      }),
    );
  });

  it('takes an event that it has already for nothing', () => {
    fc.assert(
      fc.property(fc.array(deeds, { minLength: 1, maxLength: 12 }), fc.infiniteStream(fc.boolean()), (list, twice) => {
        const model = new Model();
        const messages: Message[] = [model.snapshot(), model.start(), ...list.map((deed) => model.do(deed))];
        const doubled = messages.flatMap((message) =>
          twice.next().value && message.is === 'event' ? [message, message] : [message],
        );
        expect(known(fold(doubled))).toEqual(known(fold(messages)));
      }),
    );
  });

  it('knows that it has missed something, until a snapshot comes', () => {
    fc.assert(
      fc.property(fc.array(deeds, { minLength: 2, maxLength: 12 }), fc.nat(), (list, chance) => {
        const model = new Model();
        const messages: Message[] = [model.snapshot(), model.start(), ...list.map((deed) => model.do(deed))];
        const lost = 1 + (chance % (messages.length - 2));
        const state = fold(messages.filter((_, at) => at !== lost));
        expect(state.isBehind).toBe(true);
        expect(known(reduce(state, model.snapshot()))).toEqual(known(fold(messages)));
      }),
    );
  });

  it('asks for everything anew when its view is not the one that the table means', () => {
    const model = new Model();
    const state = fold([model.snapshot(), model.start()]);
    const event = model.do({ do: 'say', text: 'hello' });
    expect(reduce(state, event).isBehind).toBe(false);
    expect(reduce(state, { ...event, hash: 'another' }).isBehind).toBe(true);
  });

  it('shows new moves, and nothing moves after a snapshot', () => {
    const model = new Model();
    const before = fold([model.snapshot(), model.start()]);
    const event = model.do({ do: 'move', seat: 2, plies: 2 });
    expect(reduce(before, event).news).toBe(event.turns);
    expect(reduce(before, model.snapshot()).news).toEqual([]);
  });

  it('keeps commands in mind until they are answered', () => {
    const sent = fold([
      { is: 'sent', id: 'a' },
      { is: 'sent', id: 'b' },
    ]);
    expect(sent.pending).toEqual(['a', 'b']);
    expect(reduce(sent, { is: 'done', id: 'a', number: 1, table: null }).pending).toEqual(['b']);
    const refused = reduce(sent, {
      is: 'refused',
      id: 'b',
      code: 'illegal',
      sentence: 'No.',
      rule: 'TR-16',
      pattern: '',
      values: {},
    });
    expect(refused.pending).toEqual(['a']);
    expect(refused.refusal?.rule).toBe('TR-16');
    expect(reduce(refused, { is: 'sent', id: 'c' }).refusal).toBeNull();
  });

  it('learns from a pong that it has missed something', () => {
    const state = fold([new Model().snapshot()]);
    expect(reduce(state, { is: 'pong', number: 0, now: 0 }).isBehind).toBe(false);
    expect(reduce(state, { is: 'pong', number: 3, now: 0 }).isBehind).toBe(true);
  });
});

describe('a replay', () => {
  /** Some frames; a step may have several plies, as when choices are revealed together. */
  const games = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 30 }).map((steps): Frame[] => {
    let ply = 0;
    const first: Frame = { position: at(0), turns: [{ ply: 0, seat: null, line: null, facts: [] }] };
    return [
      first,
      ...steps.map((plies): Frame => {
        const turns = Array.from({ length: plies }, (_, more): Turn => ({
          ply: ply + more,
          seat: 1,
          line: `${ply + more}`,
          facts: [],
        }));
        ply += plies;
        return { position: at(ply), turns };
      }),
    ];
  });
  function at(ply: number) {
    return { ply, hash: '', view: { ply }, decision: null };
  }

  it('is at the same place however it came there', () => {
    fc.assert(
      fc.property(games, fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), (frames, jumps) => {
        let state = NOTHING;
        for (const jump of jumps) {
          const to = jump % frames.length;
          state = seek(state, frames, to);
          const straight = seek(NOTHING, frames, to);
          expect(known(state)).toEqual(known(straight));
          expect(state.turns.map((turn) => turn.ply)).toEqual(
            frames.slice(0, to + 1).flatMap((frame) => frame.turns.map((turn) => turn.ply)),
          );
        }
      }),
    );
  });

  it('animates a step forwards and nothing else', () => {
    fc.assert(
      fc.property(games, fc.nat(), fc.nat(), (frames, one, other) => {
        const [from, to] = [one % frames.length, other % frames.length];
        const state = seek(seek(NOTHING, frames, from), frames, to);
        expect(state.news).toEqual(to === from + 1 ? frames[to]?.turns : []);
      }),
    );
  });

  it('finds the frame of a ply', () => {
    fc.assert(
      fc.property(games, fc.nat(100), (frames, ply) => {
        const found = frameAt(frames, ply);
        expect(frames[found]?.position.ply).toBeLessThanOrEqual(ply);
        expect(frames[found + 1]?.position.ply ?? Infinity).toBeGreaterThan(ply);
      }),
    );
  });
});

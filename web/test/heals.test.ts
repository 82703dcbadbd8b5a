import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { NOTHING, reduce, type GameState } from '../src/lib/game-state';
import { read } from '../src/lib/order';
import { GRACE, PAUSE, PING_EVERY, Wire, type WireStatus } from '../src/lib/wire';
import type { Event, ServerMessage } from '../src/protocol';
import { deeds, known, Model } from './model';
import { World } from './world';

// The real wire and the real reducer at a table in miniature, with somebody in between who loses, doubles, swaps and falsifies.

const ONLINE: WireStatus = { kind: 'online', isBehind: false };
const BEHIND: WireStatus = { kind: 'online', isBehind: true };

class Visit {
  readonly world = new World();
  readonly model = new Model();
  readonly statuses: WireStatus[] = [];
  readonly heard: ServerMessage[] = [];
  state: GameState = NOTHING;
  readonly wire: Wire;
  #answered = 0; // of what this socket was sent

  constructor() {
    this.wire = new Wire(
      'table',
      {
        message: (message) => {
          this.heard.push(message);
          this.state = reduce(this.state, message);
        },
        status: (status) => this.statuses.push(status),
        sent: () => {},
      },
      this.world,
    );
    this.greet();
  }

  hear(message: object): void {
    this.world.socket.hear(message);
  }

  greet(): void {
    this.#answered = 0;
    this.hear({ is: 'welcome', version: 1, person: 'p', name: 'Ada', seat: 1, now: this.world.at });
    this.hear(this.model.snapshot());
  }

  /** How often a snapshot was asked for on this connection, and why. */
  get asked(): (string | null)[] {
    return this.world.socket.posted('resync').map(({ why }) => why ?? null);
  }

  /** What the server says to all that it was sent since. */
  answers(): object[] {
    const fresh = this.world.socket.sent.slice(this.#answered);
    this.#answered += fresh.length;
    const { number } = this.model;
    return fresh.flatMap(({ do: kind, id, seen }): object[] => {
      if (kind === 'resync') return [this.model.snapshot()];
      const pong = { is: 'pong', number, now: this.world.at };
      if (kind === 'ping') return seen === number ? [pong] : [this.model.snapshot(), pong];
      return [{ is: 'done', id, number, table: null }];
    });
  }

  /** The server hears everything, and so do we, until nobody has anything to say. */
  settle(): void {
    for (let said = this.answers(); said.length; said = this.answers()) said.forEach((each) => this.hear(each));
  }

  say(text = 'hello'): Event {
    return this.model.do({ do: 'say', text });
  }

  move(): Event {
    return this.model.do({ do: 'move', seat: 2, plies: 1 });
  }

  get isTrue(): boolean {
    return JSON.stringify(known(this.state)) === JSON.stringify(known(reduce(NOTHING, this.model.snapshot())));
  }
}

let visit: Visit;

beforeEach(() => {
  visit = new Visit();
  visit.hear(visit.model.start());
});

describe('a page that is behind', () => {
  it.each([
    ['gap', () => [visit.move(), visit.move()].slice(1)],
    ['gap', () => [visit.move(), visit.move()].reverse()],
    ['hash', () => [{ ...visit.move(), hash: 'another' }]],
    ['hash', () => [{ ...visit.say(), hash: null }]],
    ['unreadable', () => [{ ...visit.move(), turns: undefined }]],
    ['unreadable', () => [{ ...visit.move(), number: 'seven' }]],
  ])('asks at once for a snapshot, and says why: %s', (why, tell) => {
    const before = visit.state;
    tell().forEach((each: object) => visit.hear(each));
    expect(visit.asked).toEqual([why]);
    expect(visit.state).toBe(before); // what is doubtful is not shown
    visit.settle();
    expect(visit.isTrue).toBe(true);
    visit.hear(visit.move());
    expect(visit.isTrue).toBe(true);
    expect(visit.asked).toEqual([why]);
  });

  it('asks for one when it cannot read what came', () => {
    const text = JSON.stringify(visit.move());
    visit.world.socket.hearText(text.slice(0, text.length / 2));
    expect(visit.asked).toEqual(['unreadable']);
    visit.settle();
    expect(visit.isTrue).toBe(true);
  });

  it('waits for the snapshot, and takes no event before it', () => {
    visit.move();
    visit.hear(visit.move());
    const before = visit.state;
    visit.hear(visit.move());
    visit.hear(visit.say());
    expect(visit.state).toBe(before);
    expect(visit.asked).toEqual(['gap']);
    visit.settle();
    expect(visit.isTrue).toBe(true);
  });

  it('is content with a snapshot that it has not asked for', () => {
    visit.hear({ ...visit.move(), hash: 'another' });
    visit.hear(visit.model.snapshot());
    expect(visit.isTrue).toBe(true);
    visit.hear(visit.move());
    expect(visit.isTrue).toBe(true);
  });

  it('asks again when there is no answer, without a reason, and less and less often', () => {
    visit.move();
    visit.hear(visit.move());
    const since = visit.world.at;
    const times: number[] = [];
    while (visit.asked.length < 6) {
      const before = visit.asked.length;
      visit.world.pass(100);
      visit.hear({ is: 'presence', here: [1], watching: 0 }); // the connection is well
      if (visit.asked.length > before) times.push(visit.world.at - since);
    }
    expect(times).toEqual([4000, 12_000, 27_000, 42_000, 57_000]);
    expect(visit.asked).toEqual(['gap', null, null, null, null, null]);
    visit.settle();
    expect(visit.isTrue).toBe(true);
  });

  it('asks an older server again, which does not know of reasons', () => {
    visit.move();
    visit.hear(visit.move());
    visit.hear({ is: 'refused', id: null, code: 'unreadable', sentence: 'This is not a message of the protocol.' });
    visit.world.pass(PAUSE);
    expect(visit.asked).toEqual(['gap', null]);
  });

  it('asks once a second at most, though every event be wrong', () => {
    for (let tenths = 0; tenths < 100; tenths++) {
      visit.hear({ ...visit.move(), hash: 'another' });
      visit.settle();
      visit.world.pass(100);
    }
    expect(visit.asked.length).toBeGreaterThan(8);
    expect(visit.asked.length).toBeLessThanOrEqual(11);
    visit.world.pass(PAUSE);
    visit.settle();
    expect(visit.isTrue).toBe(true);
  });

  it('is told to the player only if that lasts, and once', () => {
    visit.move();
    visit.hear(visit.move());
    visit.world.pass(GRACE - 1);
    visit.settle();
    visit.world.pass(10 * GRACE);
    expect(visit.statuses.slice(1)).toEqual([ONLINE]);
    visit.move();
    visit.hear(visit.move());
    visit.world.pass(GRACE);
    expect(visit.statuses.slice(1)).toEqual([ONLINE, BEHIND]);
    visit.settle();
    for (let time = 0; time < 5; time++) {
      visit.hear({ ...visit.move(), hash: 'another' }); // behind again before we have said that it is over
      visit.world.pass(GRACE);
      visit.settle();
    }
    expect(visit.statuses.slice(1)).toEqual([ONLINE, BEHIND]);
    visit.world.pass(GRACE);
    expect(visit.statuses.slice(1)).toEqual([ONLINE, BEHIND, ONLINE]);
  });

  it('has what its player does carried out once all the same', async () => {
    visit.hear({ ...visit.move(), hash: 'another' });
    const move = visit.wire.send({ do: 'move', ply: 1, line: 'play blue 7', taken_back: 0 });
    expect(visit.world.socket.posted('move')).toHaveLength(1); // the server judges by the ply that it names
    visit.hear(visit.model.snapshot());
    const [first, again] = visit.world.socket.posted('move');
    expect(again).toEqual(first); // the same id: it is done once
    visit.settle();
    await expect(move).resolves.toMatchObject({ is: 'done' });
    expect(visit.isTrue).toBe(true);
  });

  it('is greeted with everything when the connection breaks', () => {
    visit.move();
    visit.hear(visit.move());
    visit.world.socket.onclose?.();
    visit.world.pass(1000);
    visit.greet();
    expect(visit.isTrue).toBe(true);
    expect(visit.statuses.at(-1)).toEqual(ONLINE);
    visit.world.pass(3 * PAUSE);
    expect(visit.asked).toEqual([]);
    expect(visit.statuses.at(-1)).toEqual(ONLINE);
  });
});

describe('a page', () => {
  it('takes an event that it has already for nothing', () => {
    const event = visit.move();
    visit.hear(event);
    const before = visit.state;
    visit.hear(event);
    visit.hear({ ...event, hash: 'another' });
    expect(visit.state).toBe(before);
    expect(visit.asked).toEqual([]);
  });

  it('ignores what only a newer page knows', () => {
    const before = visit.state;
    visit.hear({ is: 'firework', colour: 'red' });
    expect(visit.state).toBe(before);
    expect(visit.asked).toEqual([]);
  });

  it('does not go back to a snapshot that was overtaken, unless it is greeted with it', () => {
    const old = visit.model.snapshot();
    visit.hear(visit.move());
    visit.hear(old);
    expect(visit.isTrue).toBe(true);
    visit.hear(visit.move());
    expect(visit.isTrue).toBe(true);
    expect(visit.asked).toEqual([]);
    visit.model.number -= 1; // other eyes have noticed less
    visit.greet();
    visit.hear(visit.move());
    expect(visit.isTrue).toBe(true);
    expect(visit.asked).toEqual([]);
  });

  it('learns from the answer to a command that the event before it is missing', () => {
    void visit.wire.send({ do: 'ask', matter: 'pause' });
    visit.model.do({ do: 'pause' }); // which is lost
    visit.settle();
    expect(visit.asked).toEqual(['gap']);
    expect(visit.isTrue).toBe(true);
  });

  it('learns from a ping that it has missed something, though nothing else happens', () => {
    visit.move();
    visit.world.pass(PING_EVERY + 5000);
    visit.settle();
    expect(visit.isTrue).toBe(true);
    expect(visit.asked).toEqual([]);
    visit.hear({ is: 'pong', number: visit.model.number + 1, now: 0 }); // and the snapshot before it was lost
    expect(visit.asked).toEqual(['gap']);
  });

  it('calls again where it cannot read the greeting', () => {
    visit.world.socket.onclose?.();
    visit.world.pass(1000);
    visit.world.socket.hearText('{"is":"welc');
    visit.world.pass(3000);
    visit.greet();
    expect(visit.isTrue).toBe(true);
    expect(visit.world.sockets).toHaveLength(3);
  });

  it('takes nothing for a letter that lacks what it relies on', () => {
    const { model } = visit;
    for (const letter of [model.snapshot(), visit.move()]) {
      expect(read(JSON.stringify(letter))).toEqual(letter);
      expect(read(JSON.stringify({ ...letter, number: 1.5 }))).toBeNull();
      expect(read(JSON.stringify({ ...letter, table: null }))).toBeNull();
      expect(read(JSON.stringify({ ...letter, turns: {} }))).toBeNull();
    }
    for (const text of ['', 'null', '[]', '"event"', '{}', '{"is":7}']) expect(read(text)).toBeNull();
  });
});

describe('whatever happens to events on their way', () => {
  type Fate =
    'well' | 'lost' | 'twice' | 'late' | 'cut' | 'other hash' | 'other view' | 'other number' | 'other kind' | 'hollow';
  const fates: fc.Arbitrary<Fate> = fc.oneof(
    { weight: 8, arbitrary: fc.constant('well' as const) },
    fc.constantFrom<Fate>(
      'lost',
      'twice',
      'late',
      'cut',
      'other hash',
      'other view',
      'other number',
      'other kind',
      'hollow',
    ),
  );
  const scenes = fc.array(
    fc.record({
      deed: deeds,
      fate: fates,
      pause: fc.constantFrom(0, 50, 700, 3000),
      isHeard: fc.boolean(), // does the server come to answer?
      answer: fc.constantFrom<Fate>('well', 'well', 'well', 'lost', 'twice', 'late'),
      number: fc.integer({ min: -2, max: 300 }),
    }),
    { maxLength: 40 },
  );

  it('the page ends where the server is, and has asked with measure', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        visit = new Visit();
        const began = visit.world.at;
        const line: string[] = [visit.model.start()].map((each) => JSON.stringify(each));
        let late: string[] = [];
        const send = (message: object, fate: Fate, number: number): void => {
          const waiting = late;
          late = [];
          const text = JSON.stringify(message);
          if (fate === 'late') late.push(text);
          else line.push(...spoilt(message, text, fate, number));
          line.push(...waiting);
        };
        const deliver = (): void => line.splice(0).forEach((text) => visit.world.socket.hearText(text));
        for (const { deed, fate, pause, isHeard, answer, number } of scene) {
          send(visit.model.do(deed), fate, number);
          deliver();
          if (isHeard) visit.answers().forEach((each) => send(each, answer, number));
          visit.world.pass(pause);
        }
        line.push(...late);
        deliver();
        const seconds = (visit.world.at - began) / 1000;
        const asked = visit.world.sockets.reduce((sum, socket) => sum + socket.posted('resync').length, 0);
        expect(asked).toBeLessThanOrEqual(1 + seconds);
        // From here on everything arrives.
        visit.wire.check();
        if (!visit.world.socket.sent.length) visit.greet(); // it has just called again
        for (let seconds = 0; seconds < 20; seconds++) {
          visit.settle();
          visit.world.pass(1000);
        }
        expect(known(visit.state)).toEqual(known(reduce(NOTHING, visit.model.snapshot())));
        visit.hear(visit.move());
        expect(known(visit.state)).toEqual(known(reduce(NOTHING, visit.model.snapshot())));
      }),
      { numRuns: 300 },
    );
  });

  function spoilt(message: object, text: string, fate: Fate, number: number): string[] {
    switch (fate) {
      case 'lost':
        return [];
      case 'twice':
        return [text, text];
      case 'cut':
        return [text.slice(0, text.length - 7)];
      case 'other hash':
        return [JSON.stringify({ ...message, hash: 'another' })];
      case 'other view': // of another table, say
        return [JSON.stringify({ ...message, position: { ply: 0, hash: 'another', view: {}, decision: null } })];
      case 'other number':
        return [JSON.stringify({ ...message, number })];
      case 'other kind':
        return [JSON.stringify({ ...message, is: 'firework' })];
      case 'hollow':
        return [JSON.stringify({ ...message, turns: null })];
      default:
        return [text];
    }
  }
});

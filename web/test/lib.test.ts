import { describe, expect, it } from 'vitest';

import { nextOf } from '../src/lib/api';
import { sayTime, timeLeft } from '../src/lib/clock';
import { someNickname, tableName } from '../src/lib/names';
import { Pacer } from '../src/lib/pacing';
import { readRoute } from '../src/lib/route.svelte';
import { nameSeats } from '../src/lib/wording';
import type { SeatState } from '../src/protocol';

describe('routes', () => {
  it.each([
    ['/', { page: 'front' }],
    ['/t/abc', { page: 'table', table: 'abc' }],
    ['/t/', { page: 'nowhere' }],
    ['/replay', { page: 'replay', table: null }],
    ['/replay/abc', { page: 'replay', table: 'abc' }],
    ['/rules', { page: 'rules', game: null }],
    ['/rules/trex', { page: 'rules', game: 'trex' }],
    ['/me', { page: 'me' }],
    ['/me/too', { page: 'nowhere' }],
    ['/t/a/b', { page: 'nowhere' }],
    ['/t/%E0%A4%A', { page: 'table', table: '%E0%A4%A' }],
  ])('%s', (path, route) => {
    expect(readRoute(path)).toEqual(route);
  });
});

describe('lists', () => {
  it('go on where their header says', () => {
    expect(nextOf('</api/tables?after=gathering.17.a-b&game=trex>; rel="next"')).toBe(
      '/api/tables?after=gathering.17.a-b&game=trex',
    );
    expect(nextOf(null)).toBeNull();
  });
});

describe('clocks', () => {
  const seat = (time_left: number | null, clock_since: number | null) => ({ time_left, clock_since }) as SeatState;

  it('run from when the server says, and never below nothing', () => {
    expect(timeLeft(seat(10_000, null), 99_000)).toBe(10_000);
    expect(timeLeft(seat(10_000, 95_000), 99_000)).toBe(6_000);
    expect(timeLeft(seat(1_000, 95_000), 99_000)).toBe(0);
    expect(timeLeft(seat(null, null), 0)).toBeNull();
    expect(timeLeft(seat(1_000, 100_000), 99_000)).toBe(1_000); // clocks that differ a little
  });

  it.each([
    [42_000, '0:42'],
    [41_001, '0:42'],
    [725_000, '12:05'],
    [11_100_000, '3:05:00'],
    [190_800_000, '2d 5h'],
  ])('%i ms is %s', (milliseconds, words) => {
    expect(sayTime(milliseconds, { day: 'd', hour: 'h' })).toBe(words);
  });
});

describe('names', () => {
  it('of tables are the same everywhere', () => {
    expect(tableName('k3vqz9ab')).toBe(tableName('k3vqz9ab'));
    expect(tableName('k3vqz9ab')).toMatch(/^\D+ \d{1,2}$/);
    expect(new Set(Array.from({ length: 200 }, (_, n) => tableName(`table${n}`))).size).toBeGreaterThan(180);
  });

  it('of newcomers are short enough for the server', () => {
    for (let each = 0; each < 1; each += 0.07) expect(someNickname(() => each).length).toBeLessThanOrEqual(24);
  });

  it('take the place of seats in the sentences of the server', () => {
    expect(nameSeats('Seat 1 gives seat 2 a tree; seats 3.', (seat) => `<${seat}>`)).toBe(
      '<1> gives <2> a tree; seats 3.',
    );
  });
});

describe('the pacer', () => {
  const FRAME = 16;

  function setUp() {
    let now = 0;
    let timer: { at: number; action: () => void } | null = null;
    const shown: number[] = [];
    const later = (milliseconds: number, action: () => void) => {
      timer = { at: now + milliseconds, action };
      return () => (timer = null);
    };
    const pacer = new Pacer<number>(
      (item) => shown.push(item),
      (item) => (item > 0 ? 100 : 0),
      { later, frame: (action) => later(FRAME, action) },
    );
    const pass = (milliseconds: number) => {
      now += milliseconds;
      while (timer && timer.at <= now) {
        const { action } = timer;
        timer = null;
        action();
      }
    };
    return { pacer, shown, pass };
  }

  it('shows one thing at a time', () => {
    const { pacer, shown, pass } = setUp();
    for (const item of [1, 2, 3]) pacer.push(item);
    pass(FRAME);
    expect(shown).toEqual([1]);
    pass(100);
    expect(shown).toEqual([1, 2]);
    pass(100);
    expect(shown).toEqual([1, 2, 3]);
    pass(1000);
    pacer.push(4);
    pass(FRAME);
    expect(shown).toEqual([1, 2, 3, 4]);
  });

  it('shows together what needs no look and comes before the next frame', () => {
    const { pacer, shown, pass } = setUp();
    for (const item of [0, -1, -2, 5, 6]) pacer.push(item);
    expect(shown).toEqual([]);
    pass(FRAME);
    expect(shown).toEqual([0, -1, -2]);
    pass(FRAME); // what is looked at is shown by itself
    expect(shown).toEqual([0, -1, -2, 5]);
    pass(100);
    expect(shown).toEqual([0, -1, -2, 5, 6]);
  });

  it('keeps nothing waiting longer than a frame, if nothing is looked at', () => {
    const { pacer, shown, pass } = setUp();
    pacer.push(0);
    pass(FRAME);
    pacer.push(-1);
    pass(FRAME);
    expect(shown).toEqual([0, -1]);
  });

  it('finishes at a tap, in order', () => {
    const { pacer, shown, pass } = setUp();
    for (const item of [1, 2, 3]) pacer.push(item);
    pacer.finish();
    expect(shown).toEqual([1, 2, 3]);
    pass(1000);
    expect(shown).toEqual([1, 2, 3]);
  });

  it('forgets what a snapshot says anyway', () => {
    const { pacer, shown, pass } = setUp();
    for (const item of [1, 2, 3]) pacer.push(item);
    pass(FRAME);
    pacer.clear();
    pass(1000);
    expect(shown).toEqual([1]);
    expect(pacer.isBusy).toBe(false);
  });
});

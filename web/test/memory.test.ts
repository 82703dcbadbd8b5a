import { beforeEach, expect, it, vi } from 'vitest';

import { forgetTables, gameOf, remember } from '../src/lib/memory';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

it('knows what is played at tables it has heard of, and nothing else of them', () => {
  remember([{ table: 'a', game: 'trex', secret: 'of the lobby' } as { table: string; game: string }]);
  remember([
    { table: 'b', game: 'cubosaurs' },
    { table: 'a', game: 'trex' },
  ]);
  expect([gameOf('a'), gameOf('b'), gameOf('c')]).toEqual(['trex', 'cubosaurs', null]);
  expect([...kept.values()].join()).not.toContain('secret');
});

it('forgets what it has not heard of for long, and all of it when somebody leaves', () => {
  for (let number = 0; number < 150; number++) remember([{ table: `t${number}`, game: 'trex' }]);
  expect([gameOf('t0'), gameOf('t149')]).toEqual([null, 'trex']);
  forgetTables();
  expect(gameOf('t149')).toBeNull();
  expect(kept.size).toBe(0);
});

it('does without a storage, and with what others have left there', () => {
  kept.set('rexarium tables', '{nonsense');
  expect(gameOf('a')).toBeNull();
  vi.stubGlobal('localStorage', undefined);
  remember([{ table: 'a', game: 'trex' }]);
  forgetTables();
  expect(gameOf('a')).toBeNull();
});

import { beforeEach, expect, it, vi } from 'vitest';

import { judge, shareFor, withdraw } from '../src/lib/deal';
import { forgetTables } from '../src/lib/memory';
import type { TableState } from '../src/protocol';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

/** A table at its end, with what the judgement is made of. */
function ended(shares: string[], commitment: string | null = 'pledge'): TableState {
  const proof = commitment === null ? null : { host_seed: '5eed', shares };
  return { table: 'a', commitment, proof } as TableState;
}

it('knows its share again in the deal for which it was made', () => {
  const share = shareFor('a', 'pledge', 2);
  expect(share).toMatch(/^[0-9a-f]{32}$/);
  expect(judge(ended(['', share]))).toBe('fair');
});

it('says when its share is not in the deal, or not on its seat', () => {
  const share = shareFor('a', 'pledge', 2);
  expect(judge(ended(['x', 'another']))).toBe('missing');
  expect(judge(ended([share, '']))).toBe('missing');
  expect(judge(ended(['', '']))).toBe('missing');
});

it('holds the host to the first pledge, even if it adds its share again', () => {
  const share = shareFor('a', 'pledge', 1);
  expect(shareFor('a', 'another pledge', 1)).toBe(share);
  expect(judge(ended([share], 'another pledge'))).toBe('changed');
  expect(judge(ended([share], 'pledge'))).toBe('fair');
});

it('adds the same share from another seat, and another one at another table', () => {
  const share = shareFor('a', 'pledge', 1);
  expect(shareFor('a', 'pledge', 2)).toBe(share);
  expect(judge(ended(['', share]))).toBe('fair');
  expect(shareFor('b', 'pledge', 1)).not.toBe(share);
});

it('cannot tell where it added nothing, and says whether anybody did', () => {
  expect(judge(ended(['theirs', '']))).toBe('others');
  expect(judge(ended(['', '']))).toBe('nobody');
  shareFor('a', 'pledge', 1);
  withdraw('a');
  expect(judge(ended(['theirs', '']))).toBe('others');
});

it('adds nothing to a deal of a record, which proves nothing', () => {
  expect(shareFor('a', null, 1)).toBe('');
  expect(kept.size).toBe(0);
  expect(judge(ended([], null))).toBe('record');
});

it('keeps a hundred deals, and none when somebody leaves', () => {
  const shares = Array.from({ length: 101 }, (_, number) => shareFor(`t${number}`, 'pledge', 1));
  expect(shareFor('t100', 'pledge', 1)).toBe(shares[100]);
  expect(shareFor('t0', 'pledge', 1)).not.toBe(shares[0]);
  forgetTables();
  expect(kept.size).toBe(0);
});

it('adds a share where nothing can be kept, too', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(shareFor('a', 'pledge', 1)).toHaveLength(32);
  expect(judge(ended(['theirs']))).toBe('others');
});

import { expect, test } from 'vitest';

import { lasting } from '../src/games/tyrannosaurus/lasting';
import { lastTold } from '../src/games/tyrannosaurus/story';
import type { Turn } from '../src/protocol';

test('a value lasts until it says something else', () => {
  let cells = ['a1'];
  const look = lasting(() => [...cells]);
  const first = look();
  expect(look()).toBe(first);
  cells = ['a1', 'b2'];
  expect(look()).toEqual(['a1', 'b2']);
  expect(lasting(() => null)()).toBeNull();
});

test('a secret choice is nothing to tell', () => {
  const turn = (ply: number, name: string) => ({ ply, facts: [{ name, values: {} }] }) as unknown as Turn;
  expect(lastTold([])).toBe(-1);
  expect(lastTold([turn(3, 'moved'), turn(4, 'committed'), turn(5, 'committed')])).toBe(3);
});

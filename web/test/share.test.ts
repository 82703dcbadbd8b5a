import fc from 'fast-check';
import { expect, it } from 'vitest';

import { share } from '../src/lib/share';

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

it('changes nothing of what is new, and touches neither', () => {
  fc.assert(
    fc.property(fc.jsonValue().map(copy), fc.jsonValue().map(copy), (before, now) => {
      const copies = [copy(before), copy(now)];
      expect(share(before, now)).toEqual(now);
      expect([before, now]).toEqual(copies);
    }),
  );
});

it('gives back what was there, if all is as before', () => {
  fc.assert(
    fc.property(fc.jsonValue().map(copy), (before) => {
      expect(share(before, copy(before))).toBe(before);
    }),
  );
});

it('keeps the parts that are as before', () => {
  const before = { seats: [{ hand: [1, 2] }, { hand: [3] }], round: 1, none: [], gone: 1 };
  const now = share(before, { seats: [{ hand: [1, 2] }, { hand: [3, 4] }], round: 1, none: {}, come: 2 } as unknown);
  expect(now).toEqual({ seats: [{ hand: [1, 2] }, { hand: [3, 4] }], round: 1, none: {}, come: 2 });
  expect((now as typeof before).seats[0]).toBe(before.seats[0]);
  expect((now as typeof before).seats[1]).not.toBe(before.seats[1]);
});

it('tells a missing name from one that is not there any more', () => {
  expect(share({ a: 1 }, { b: undefined })).toEqual({ b: undefined });
  expect(share({ a: undefined, b: 1 }, { b: 1, c: undefined })).toHaveProperty('c');
});

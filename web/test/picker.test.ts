import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { chosen, isMeant, legalParts, NO_PARTS, partsOf, remaining, toggle } from '../src/lib/picker';
import type { DecisionState } from '../src/protocol';

function decision(...choices: string[][]): DecisionState {
  return {
    ply: 0,
    taken_back: 0,
    prompt: 'act',
    question: '',
    choices: choices.map((parts) => ({ line: parts.join(' + '), parts })),
    chosen: null,
  };
}

const VALLEY = decision(
  ['card move', 'direction n'],
  ['card move', 'direction e'],
  ['card panic', 'direction n'],
  ['card rest'],
);
const HAND = decision(['hand blue 7'], ['hand red 5'], ['stock']);

// Choices as games have them: no two with the same parts, and parts in their places.
const decisions = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.option(fc.constantFrom('1', '2', '3')),
      fc.option(fc.constantFrom('x', 'y')),
    ),
    { minLength: 1, maxLength: 12, selector: (parts) => parts.join() },
  )
  .map((list) => decision(...list.map((parts) => parts.filter((part) => part !== null))));
const touches = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '1', '2', '3', 'x', 'y', 'z'), { maxLength: 10 });

describe('the picker', () => {
  it('leaves all of a hand legal when a card is selected, so that another can be taken', () => {
    const selected = toggle(HAND, NO_PARTS, 'hand blue 7');
    expect(legalParts(HAND, selected)).toEqual(new Set(['hand blue 7', 'hand red 5', 'stock']));
    expect(toggle(HAND, selected, 'hand red 5')).toEqual(new Set(['hand red 5']));
    expect(chosen(HAND, selected)?.line).toBe('hand blue 7');
  });

  it('lets earlier parts bind later ones', () => {
    const panic = toggle(VALLEY, NO_PARTS, 'card panic');
    expect(legalParts(VALLEY, panic)).toEqual(new Set(['card move', 'card panic', 'card rest', 'direction n']));
    expect(chosen(VALLEY, panic)?.line).toBe('card panic + direction n'); // the only one that remains
    const move = toggle(VALLEY, NO_PARTS, 'card move');
    expect(chosen(VALLEY, move)).toBeNull();
    expect(chosen(VALLEY, toggle(VALLEY, move, 'direction e'))?.line).toBe('card move + direction e');
  });

  it('keeps of a selection what goes with the new part', () => {
    const both = toggle(VALLEY, toggle(VALLEY, NO_PARTS, 'card move'), 'direction n');
    expect(toggle(VALLEY, both, 'card panic')).toEqual(new Set(['card panic', 'direction n']));
    expect(toggle(VALLEY, both, 'direction e')).toEqual(new Set(['card move', 'direction e']));
    expect(toggle(VALLEY, both, 'card rest')).toEqual(new Set(['card rest']));
    expect(toggle(VALLEY, both, 'card move')).toEqual(new Set(['direction n'])); // let go
  });

  it('offers the only answer at once, but does not take it for a tap', () => {
    const only = decision(['pile shower']);
    expect(chosen(only, NO_PARTS)?.line).toBe('pile shower');
    expect(isMeant(only, NO_PARTS)).toBe(false);
    expect(isMeant(only, toggle(only, NO_PARTS, 'pile shower'))).toBe(true);
  });

  it('prefers the choice that has just the selected parts', () => {
    const nested = decision(['a'], ['a', '1']);
    expect(chosen(nested, new Set(['a']))?.line).toBe('a');
    expect(isMeant(nested, new Set(['a']))).toBe(false); // perhaps more is to come
  });

  it('knows the parts of a choice that was made', () => {
    expect(partsOf(VALLEY, 'card rest')).toEqual(new Set(['card rest']));
    expect(partsOf(VALLEY, null)).toEqual(NO_PARTS);
  });

  it('has nothing to offer without a decision', () => {
    expect(legalParts(null, NO_PARTS).size).toBe(0);
    expect(chosen(null, NO_PARTS)).toBeNull();
    expect(toggle(null, NO_PARTS, 'a')).toBe(NO_PARTS);
  });

  it('never gets into a corner: whatever is touched, a choice remains', () => {
    fc.assert(
      fc.property(decisions, touches, (each, list) => {
        let selected = NO_PARTS;
        for (const part of list) {
          selected = toggle(each, selected, part);
          expect(remaining(each, selected).length).toBeGreaterThan(0);
          for (const kept of selected) expect(legalParts(each, selected).has(kept)).toBe(true);
        }
      }),
    );
  });

  it('reaches every choice by touching its parts, in any order, through legal parts alone', () => {
    fc.assert(
      fc.property(decisions, fc.nat(), fc.nat(), (each, which, order) => {
        const wanted = each.choices[which % each.choices.length] as DecisionState['choices'][number];
        const parts = order % 2 ? wanted.parts : [...wanted.parts].reverse();
        let selected = NO_PARTS;
        for (const part of parts) {
          expect(legalParts(each, selected).has(part)).toBe(true);
          selected = toggle(each, selected, part);
        }
        expect(chosen(each, selected)).toEqual(wanted);
      }),
    );
  });

  it('calls legal just what some choice can still use', () => {
    fc.assert(
      fc.property(decisions, touches, (each, list) => {
        const selected = list.reduce((before, part) => toggle(each, before, part), NO_PARTS);
        for (const part of legalParts(each, selected))
          expect(toggle(each, selected, part).has(part)).toBe(!selected.has(part));
        for (const choice of remaining(each, selected))
          for (const part of choice.parts) expect(legalParts(each, selected).has(part)).toBe(true);
      }),
    );
  });
});

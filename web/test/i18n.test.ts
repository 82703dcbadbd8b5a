import { describe, expect, it } from 'vitest';

import { format, joinWords, plainly, pluralOf, stretches } from '../src/lib/i18n/format';
import { readPattern, slotsOf } from '../src/lib/i18n/pattern.js';
import { complaints, LANGUAGES, misprints } from '../tools/messages.mjs';

const say = (text: string, values: Record<string, unknown>, language = 'en') => format(text, values, language);

describe('messages', () => {
  it('are there in every language, with the same placeholders', () => {
    expect(complaints()).toEqual([]);
  });

  it('are printed as their readers are used to', () => {
    expect(misprints()).toEqual([]);
  });

  it('put values in', () => {
    expect(say('{name} won with {points}.', { name: 'Ada', points: 1200 })).toBe('Ada won with 1,200.');
    expect(say('{points}', { points: -3 })).toBe('−3');
    expect(say('{points}', { points: 1234.5 }, 'de')).toBe('1.234,5');
  });

  it('have plurals by the forms of their language', () => {
    const text = '{count, plural, =0 {none} one {# egg} other {# eggs}}';
    expect([0, 1, 2].map((count) => say(text, { count }))).toEqual(['none', '1 egg', '2 eggs']);
    expect(say('{count, plural, one {# œuf} other {# œufs}}', { count: 0 }, 'fr')).toBe('0 œuf');
  });

  it('choose, and nest', () => {
    const text =
      '{how, select, time {{name} ran out of time} other {{count, plural, one {one left} other {# left, said {name}}}}}';
    expect(say(text, { how: 'time', name: 'Ada', count: 2 })).toBe('Ada ran out of time');
    expect(say(text, { how: 'x', name: 'Ada', count: 2 })).toBe('2 left, said Ada');
    expect([...slotsOf(readPattern(text)).keys()].sort()).toEqual(['count', 'how', 'name']);
  });

  it('leave a # alone outside of plurals', () => {
    expect(say('# {n}', { n: 1 })).toBe('# 1');
  });

  it('tell their values apart from their words', () => {
    expect(stretches('{seat, seat} drew', { seat: 2 }, 'en', (kind, value) => `${kind} ${String(value)}`)).toEqual([
      { text: 'seat 2', slot: 'seat', kind: 'seat' },
      { text: ' drew', slot: null, kind: '' },
    ]);
    expect(plainly('', ['a', 'b'])).toBe('a, b');
  });

  it.each(['{', '{}', '{a', 'a}', '{a, plural, one {x}}', '{a, plural, other {x}'])(
    'say when a pattern is broken: %s',
    (text) => {
      expect(() => readPattern(text)).toThrow();
    },
  );
});

it('a language may have more forms than one and other', () => {
  expect(say('{n, plural, one {#a} few {#b} many {#c} other {#d}}', { n: 3 }, 'pl')).toBe('3b');
});

describe.each(LANGUAGES)('without Intl, but as it would say it: %s', (language) => {
  it('which form goes with a number', () => {
    const rules = new Intl.PluralRules(language);
    for (const value of [...Array(1200).keys(), -1, -2, 0.5, 1.5, 1.01, 2.5, 99_999])
      expect(`${value} ${pluralOf(language, value)}`).toBe(`${value} ${rules.select(value)}`);
  });

  it('lists', async () => {
    const { default: messages } = (await import(`../messages/${language}.json`)) as { default: Record<string, string> };
    const list = new Intl.ListFormat(language, { type: 'conjunction' });
    const names = ['Ana', 'Ben', '{a}', 'Cléo', 'hunter 5'];
    for (let count = 0; count <= names.length; count++) {
      const words = names.slice(0, count);
      const said = joinWords(words, (how, a, b) => say(messages[`list.${how}`] ?? '', { a, b }, language));
      expect(said).toBe(list.format(words));
    }
  });
});

/** From a pattern and what fills it to words. */

import { COUNTED, FORMS } from '../../generated/languages';
import { readPattern, type Piece, type Slot } from './pattern.js';

export type Values = Readonly<Record<string, unknown>>;

/** How a value of a kind of our own (`seat`, `name`, `names`) is said. */
export type Sayer = (kind: string, value: unknown) => string;

/** A stretch of a message; `slot` is the placeholder that it stands for. */
export interface Stretch {
  text: string;
  slot: string | null;
  kind: string;
}

const patterns = new Map<string, Piece[]>();

// To make anything of Intl's takes a phone longer than to draw a move; so what a move says is said without it.
const numbers = new Map<string, Intl.NumberFormat>();

export function sayNumber(language: string, value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value); // as every language of ours writes it
  let format = numbers.get(language);
  if (!format) numbers.set(language, (format = new Intl.NumberFormat(language)));
  return format.format(value);
}

const plurals = new Map<string, Intl.PluralRules>();

/** The form of a word that goes with a number: by the table that Intl wrote when the page was built, or by Intl itself. */
export function pluralOf(language: string, value: number): string {
  const forms = FORMS[language];
  if (forms && Number.isInteger(value) && Math.abs(value) < COUNTED) return forms[Math.abs(value)] ?? 'other';
  let rules = plurals.get(language);
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(language)));
  return rules.select(value);
}

/** Two things become one: both of `two`, the `last` of several with those before it, or one `more` of them. */
export type Join = (how: 'two' | 'more' | 'last', a: string, b: string) => string;

/** Words as one speaks of them together. */
export function joinWords(words: readonly string[], join: Join): string {
  if (words.length < 2) return words[0] ?? '';
  const before = words.slice(0, -1).reduce((a, b) => join('more', a, b));
  return join(words.length === 2 ? 'two' : 'last', before, words.at(-1) ?? '');
}

/** A message in stretches, so that a page can set its values apart. */
export function stretches(text: string, values: Values, language: string, say: Sayer): Stretch[] {
  let pieces = patterns.get(text);
  if (!pieces) patterns.set(text, (pieces = readPattern(text)));
  return fill(pieces, values, language, say, '');
}

/** A message as one text. */
export function format(text: string, values: Values, language: string, say: Sayer = plainly): string {
  return stretches(text, values, language, say)
    .map((stretch) => stretch.text)
    .join('');
}

/** A value as it is. */
export function plainly(_kind: string, value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function fill(pieces: Piece[], values: Values, language: string, say: Sayer, number: string): Stretch[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [{ text: piece, slot: null, kind: '' }];
    if (piece.name === '#') return [{ text: number, slot: '#', kind: '' }];
    return fillSlot(piece, values, language, say);
  });
}

function fillSlot(slot: Slot, values: Values, language: string, say: Sayer): Stretch[] {
  const value = values[slot.name];
  if (slot.branches) {
    const shown = typeof value === 'number' ? sayNumber(language, value) : String(value);
    return fill(branchOf(slot, slot.branches, value, language), values, language, say, shown);
  }
  const text =
    typeof value === 'number' && !slot.kind ? sayNumber(language, value).replace('-', '−') : say(slot.kind, value);
  return [{ text, slot: slot.name, kind: slot.kind }];
}

function branchOf(slot: Slot, branches: Map<string, Piece[]>, value: unknown, language: string): Piece[] {
  const form = slot.kind === 'plural' ? pluralOf(language, Number(value)) : String(value);
  return branches.get(`=${String(value)}`) ?? branches.get(form) ?? branches.get('other') ?? [];
}

/**
 * What the server says about a game, in the reader's language: by name and values if the game has a message for it
 * (src/games/<game>/messages), else in the server's own English sentence.
 */

import type { DecisionState, FactState } from '../protocol';
import type { Sayer, Stretch } from './i18n/format';
import {
  i18n,
  list,
  maybe,
  maybeStretches,
  needMessages,
  number,
  placeholders,
  sentenceStretches,
  t,
  type Key,
} from './i18n/index.svelte';
import type { Refusal } from './refusal';

export type NameSeat = (seat: number) => string;

/** Words, and the language that they are in. */
export interface Wording {
  stretches: Stretch[];
  lang: string;
}

// The arguments of facts, in all games, that are seats; a placeholder may also say so itself: {first, seat}.
const SEATS = new Set(['seat', 'to', 'from', 'by', 'of', 'owner', 'first', 'bone']);

/** `fact.<name>`, and `fact.<name>.hidden` for eyes that may not know it all. */
export function sayFact(game: string, fact: FactState, nameSeat: NameSeat): Wording {
  const key = `fact.${fact.name}`;
  const isHidden = Object.values(fact.values).some((value) => value === null);
  const say = sayValue(game, nameSeat);
  const values = Object.fromEntries(
    Object.entries(fact.values).map(([name, value]) => [name, prepare(game, name, value, nameSeat)]),
  );
  const found =
    (isHidden ? maybeStretches(game, `${key}.hidden`, values, say) : null) ?? maybeStretches(game, key, values, say);
  if (!found) return english(nameSeats(fact.sentence, nameSeat));
  return {
    stretches: found.map((each) => (each.slot && SEATS.has(each.slot) ? { ...each, kind: 'seat' } : each)),
    lang: i18n.language,
  };
}

/** A sentence with what it was made of: why something is so, what speaks for a move, why something was refused. */
export interface Said {
  sentence: string;
  pattern: string;
  values: Readonly<Record<string, unknown>>;
}

/** Have the server's sentences at hand: a game's, and those of the house. */
export async function needSentences(game: string): Promise<void> {
  await Promise.all([needMessages('sentences/table'), game ? needMessages(`sentences/${game}`) : null]);
}

/** `web/sentences` has it by its English pattern; who has none of it yet reads English. */
export function saySentence(game: string, { sentence, pattern, values }: Said, nameSeat: NameSeat): Wording {
  const isPlain = !pattern && i18n.language === 'en';
  const found = isPlain ? null : sentenceStretches(pattern || sentence, values, sayValue(game, nameSeat));
  if (!found) return english(nameSeats(sentence, nameSeat));
  const [first] = found.filter((each) => each.text);
  if (first && !first.kind.startsWith('seat'))
    first.text = first.text.charAt(0).toLocaleUpperCase() + first.text.slice(1);
  return { stretches: found, lang: i18n.language };
}

/** Why something was refused; what only programs are told, and a broken record, has at least its kind in the reader's language. */
export function sayRefusal(game: string, refusal: Refusal): Wording {
  const wording = saySentence(game, refusal, (seat) => t('seat.number', { seat }));
  if (wording.lang === i18n.language) return wording;
  return words(`${t(`refused.${refusal.code.replaceAll(' ', '-')}` as Key)} (${refusal.sentence})`);
}

/** What a seat is asked: `question.<the server's question>`, where it knows more than `prompt.<prompt>`; in English as it is. */
export function sayQuestion(game: string, decision: DecisionState): Wording {
  if (i18n.language === 'en') return english(decision.question);
  const found = maybe(game, `question.${decision.question}`) ?? maybe(game, `prompt.${decision.prompt}`);
  return found ? words(found) : english(decision.question);
}

/** A thing by the server's word for it: the first that there is of `name.<word>`, `card.<word>`, `colour.<word>`, `line.<word>`. */
export function sayName(game: string, word: string): string {
  return findName(game, word, ['name', 'card', 'colour', 'line']) ?? word;
}

/** In a key, numbers may be left open: `name.grey #` says "grey 3" by its {n}. */
function findName(game: string, word: string, kinds: readonly string[]): string | null {
  const open = word.replace(/\d+/g, '#');
  const n = /\d+/.exec(word)?.[0] ?? '';
  for (const kind of kinds) {
    const found = maybe(game, `${kind}.${word}`) ?? (open === word ? null : maybe(game, `${kind}.${open}`, { n }));
    if (found !== null) return found;
  }
  return null;
}

/** A line of moves: `line.<line>`; or its tail as a name in `line.<first word> *` or in the one placeholder of `line.<first word>`. */
export function sayLine(game: string, line: string): string {
  return sayWhole(game, 'line', line) ?? line.charAt(0).toUpperCase() + line.slice(1);
}

/** A part by its spoken name: `part.…`, in the same way. */
export function sayPart(game: string, part: string): string {
  return sayWhole(game, 'part', part) ?? sayName(game, part);
}

function sayWhole(game: string, kind: string, words: string): string | null {
  const [head = '', ...tail] = words.split(' ');
  const what = sayName(game, tail.join(' '));
  const found = maybe(game, `${kind}.${words}`) ?? maybe(game, `${kind}.${head} *`, { what });
  if (found !== null) return found;
  const slots = placeholders(game, `${kind}.${head}`);
  if (!slots || slots.length !== (tail.length ? 1 : 0)) return null;
  return maybe(game, `${kind}.${head}`, { [slots[0] ?? '']: what });
}

/** Seats and words by name, with an article if `a <argument>.<word>` has one; numbers stay, for plurals. */
function prepare(game: string, name: string, value: unknown, nameSeat: NameSeat): unknown {
  if (typeof value === 'number' && SEATS.has(name)) return nameSeat(value);
  if (typeof value === 'string')
    return findName(game, value, [`a ${name}`, 'name', name, 'card', 'colour', 'line']) ?? value;
  if (Array.isArray(value)) return list(value.map((each) => sayName(game, String(each))));
  return value;
}

function sayValue(game: string, nameSeat: NameSeat): Sayer {
  return (kind, value) => {
    if (kind === 'seat' && typeof value === 'number') return nameSeat(value);
    if (kind === 'seats' && Array.isArray(value)) return list(value.map((seat) => nameSeat(Number(seat))));
    if (kind === 'signed') return number(Number(value), { signDisplay: 'exceptZero' });
    if (Array.isArray(value)) return list(value.map((word) => sayName(game, String(word))));
    return typeof value === 'number' ? number(value) : sayName(game, String(value));
  };
}

/** Words of ours. */
export function words(text: string): Wording {
  return { stretches: [{ text, slot: null, kind: '' }], lang: i18n.language };
}

function english(text: string): Wording {
  return { stretches: [{ text, slot: null, kind: '' }], lang: 'en' };
}

/** The server speaks of seats by number; readers know them by name. */
export function nameSeats(sentence: string, nameSeat: NameSeat): string {
  return sentence.replace(/\b[Ss]eat (\d)\b/g, (_, seat: string) => nameSeat(Number(seat)));
}

/** A wording as one text. */
export function plain(wording: Wording): string {
  return wording.stretches.map((stretch) => stretch.text).join('');
}

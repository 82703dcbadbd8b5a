/**
 * The reader's language. Messages come in scopes: the page's own (web/messages), each game's (src/games/<game>/messages), the
 * guide's (web/messages/guide), and what the server says (web/sentences), by its English. Only what is needed is loaded, in one
 * language; what a page needs at once, its shell brings.
 */

import { LANGUAGES, type Language } from '../../generated/languages';
import type { Messages } from '../../generated/messages';
import { format, joinWords, sayNumber, stretches, type Sayer, type Stretch, type Values } from './format';
import { readPattern, slotsOf } from './pattern.js';

export { LANGUAGES, type Language };
export type Key = keyof Messages;
type Texts = Readonly<Record<string, string>>;

/** Say a message of the page; the compiler knows what each needs to be told. */
export type Translate = <K extends Key>(
  key: K,
  ...values: Record<never, never> extends Messages[K] ? [] : [Messages[K]]
) => string;

/** Say a message of a game. */
export type GameTranslate = (key: string, values?: Record<string, string | number>) => string;

const files: Record<string, () => Promise<Texts>> = {
  ...import.meta.glob<Texts>('../../../messages/**/*.json', { import: 'default' }),
  ...import.meta.glob<Texts>('../../games/*/messages/*.json', { import: 'default' }),
  ...import.meta.glob<Texts>('../../../sentences/*/*.json', { import: 'default' }),
};

let language = $state<Language>('en');
let wanted: Language = 'en'; // what is spoken as soon as it is here
let speaking: Promise<void> | null = null;
/** Each scope has a state of its own: what comes for a game leaves alone what the page has said already. */
class Scope {
  texts = $state.raw<Texts>({});
  loading: Promise<void> | null = null;
}

const scopes = new Map([['', new Scope()]]);
let known = $state(scopes.size);

function textOf(name: string, key: string): string | undefined {
  const scope = scopes.get(name);
  if (!scope) void known; // whoever asks too soon is told when there is one
  return scope?.texts[key];
}

export const i18n = {
  get language(): Language {
    return language;
  },
};

/** The first language of the reader's that we speak. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const known = wanted.map(plainTag).find((tag) => tag in LANGUAGES);
  return (known ?? 'en') as Language;
}

/** The language of a tag, whatever its region: fr of fr-CH. */
function plainTag(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase();
}

/** Speak this language from now on; who asks for it again changes nothing. */
export function speak(next: Language): Promise<void> {
  if (next === wanted && speaking) return speaking;
  wanted = next;
  const change = (speaking = changeTo(next));
  change.catch(() => {
    if (speaking === change) speaking = null; // whoever asks next tries again
  });
  return change;
}

async function changeTo(next: Language): Promise<void> {
  const loaded = new Map<Scope, Texts>();
  const missing = () => [...scopes].filter(([, scope]) => !loaded.has(scope)); // more may be needed meanwhile
  for (let all = missing(); all.length; all = missing())
    await Promise.all(all.map(async ([name, scope]) => loaded.set(scope, await load(name, next))));
  if (wanted !== next) return; // the reader has thought again
  language = next;
  for (const [scope, texts] of loaded) scope.texts = texts;
  if (document.documentElement.lang !== next) document.documentElement.lang = next;
}

/** Have the messages of a game, or of the guide, at hand too. */
export function needMessages(name: string): Promise<void> {
  let scope = scopes.get(name);
  if (!scope) scopes.set(name, (scope = new Scope()));
  return (scope.loading ??= fillScope(name, scope));
}

async function fillScope(name: string, scope: Scope): Promise<void> {
  for (let spoken: Language | null = null; spoken !== language;) {
    spoken = language;
    const loaded = await load(name, spoken);
    if (spoken === language) scope.texts = loaded; // else another language came sooner
  }
  known = scopes.size; // not sooner: whatever is derived may ask for messages, but must change nothing
}

async function load(scope: string, wanted: Language): Promise<Texts> {
  const brought = document.getElementById(`messages-${scope}-${wanted}`)?.textContent;
  if (brought) return JSON.parse(brought) as Texts;
  const places = ['../../../messages/', '../../games/'].map((place, isGame) =>
    scope ? `${place}${scope}/${isGame ? 'messages/' : ''}${wanted}.json` : `${place}${wanted}.json`,
  );
  const file = [...places, `../../../${scope}/${wanted}.json`].map((place) => files[place]).find(Boolean);
  return file ? file() : {};
}

export const t: Translate = (key, ...values) => maybe('', key, (values[0] ?? {}) as Values) ?? key;

/** What a game's board is given: its own messages, else the page's, else the key itself. */
export function sayer(game: string): GameTranslate {
  return (key, values = {}) => maybe(game, key, values) ?? maybe('', key, values) ?? key;
}

/** A message of which nobody knows whether there is one. */
export function maybe(scope: string, key: string, values: Values = {}, say?: Sayer): string | null {
  const text = textOf(scope, key);
  return text === undefined ? null : format(text, values, language, say);
}

/** The same in stretches. */
export function maybeStretches(scope: string, key: string, values: Values, say: Sayer): Stretch[] | null {
  const text = textOf(scope, key);
  return text === undefined ? null : stretches(text, values, language, say);
}

/** A sentence of the server's: by its English pattern in the reader's language; null: nobody has translated it. */
export function sentenceStretches(pattern: string, values: Values, say: Sayer): Stretch[] | null {
  if (language === 'en') return stretches(pattern, values, language, say);
  void known;
  const scope = [...scopes.keys()].find((each) => each.startsWith('sentences/') && textOf(each, pattern) !== undefined);
  return scope ? maybeStretches(scope, pattern, values, say) : null;
}

/** The placeholders of a message; null: there is none. */
export function placeholders(scope: string, key: string): string[] | null {
  const text = textOf(scope, key);
  return text === undefined ? null : [...slotsOf(readPattern(text)).keys()];
}

/** The reader's own kind of our language, for clocks and numbers: somebody in Zürich does not write as in Wien. */
function region(): string {
  return navigator.languages.find((tag) => plainTag(tag) === language) ?? language;
}

export function list(words: readonly string[]): string {
  return joinWords(words, (how, a, b) => t(`list.${how}`, { a, b }));
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  const text = options ? new Intl.NumberFormat(language, options).format(value) : sayNumber(language, value);
  return text.replace('-', '−');
}

export function percent(share: number, digits = 0): string {
  return number(share, { style: 'percent', maximumFractionDigits: digits });
}

export function dayAndTime(at: number): string {
  return new Intl.DateTimeFormat(region(), { weekday: 'long', hour: '2-digit', minute: '2-digit' }).format(at);
}

export function time(at: number): string {
  return new Intl.DateTimeFormat(region(), { hour: '2-digit', minute: '2-digit' }).format(at);
}

export function date(at: number): string {
  return new Intl.DateTimeFormat(region(), { dateStyle: 'long' }).format(at);
}

/** How long ago, in the reader's words. */
export function ago(at: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const minutes = Math.round((at - now) / 60_000);
  if (minutes > -60) return format.format(minutes, 'minute');
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), 'hour');
  return format.format(Math.round(minutes / 60 / 24), 'day');
}

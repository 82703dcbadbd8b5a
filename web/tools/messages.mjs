// The messages of the page: web/messages/<language>.json, and each game's in src/games/<game>/messages. English is the measure: every language has the
// same keys with the same placeholders, or the build fails. web/sentences/<scope> has what the server says, by its English pattern.
// The page speaks every language that web/messages has a file for; nothing else here names one.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readPattern, slotsOf } from '../src/lib/i18n/pattern.js';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const PAGE = fileURLToPath(new URL('../messages', import.meta.url));
const GAMES = fileURLToPath(new URL('../src/games', import.meta.url));
const SENTENCES = fileURLToPath(new URL('../sentences', import.meta.url));
const KINDS = {
  '': 'string | number',
  plural: 'number',
  select: 'string',
  seat: 'number',
  name: 'string',
  names: 'readonly string[]',
  seats: 'readonly number[]',
  signed: 'number',
};

/** The languages of the page: English, the measure, then the others by their tags. */
export const LANGUAGES = ['en', ...languagesOf(PAGE).filter((language) => language !== 'en')];

/** The languages that a folder has a file for. @param {string} folder */
function languagesOf(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.map((name) => name.slice(0, -'.json'.length)).sort();
}

/** Every folder of messages: the page's own first, then its annexes and the games'. */
export function folders() {
  const annexes = subfolders(PAGE).map((name) => join(PAGE, name));
  const games = subfolders(GAMES).map((name) => join(GAMES, name, 'messages'));
  return [PAGE, ...annexes, ...games.filter((folder) => existsSync(folder))];
}

/** @param {string} folder */
function subfolders(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries.map((entry) => entry.name).sort();
}

/** @param {string} folder @param {string} language @returns {Record<string, string>} */
function readMessages(folder, language) {
  const path = join(folder, `${language}.json`);
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Everything that is wrong with the messages, in sentences. */
export function complaints() {
  return [
    ...folders().flatMap((folder) => LANGUAGES.flatMap((language) => compare(folder, language))),
    ...[...folders(), ...sentenceFolders()].flatMap(strangers),
    ...sentenceFolders().flatMap((folder) =>
      LANGUAGES.slice(1).flatMap((language) => compareSentences(folder, language)),
    ),
  ];
}

/** Files of languages that the page does not speak. @param {string} folder */
function strangers(folder) {
  const unknown = languagesOf(folder).filter((language) => !LANGUAGES.includes(language));
  return unknown.map(
    (language) => `${relative(WEB, folder)}/${language}.json is there, but messages/${language}.json is not`,
  );
}

function sentenceFolders() {
  return subfolders(SENTENCES).map((name) => join(SENTENCES, name));
}

/** A sentence has the placeholders of its key; that every one is there, the tests of the server know. @param {string} folder @param {string} language @returns {string[]} */
function compareSentences(folder, language) {
  const where = `${relative(WEB, folder)}/${language}.json`;
  if (!existsSync(join(folder, `${language}.json`))) return [`${where} is not there`];
  return Object.entries(readMessages(folder, language)).flatMap(([pattern, text]) =>
    compareOne(`${where}: ${pattern}`, pattern, text, language),
  );
}

/** @param {string} folder @param {string} language @returns {string[]} */
function compare(folder, language) {
  const where = `${relative(WEB, folder)}/${language}.json`;
  if (!existsSync(join(folder, `${language}.json`))) return [`${where} is not there`];
  const measure = readMessages(folder, 'en');
  const messages = readMessages(folder, language);
  const found = [];
  for (const key of Object.keys(measure)) if (!(key in messages)) found.push(`${where} lacks ${key}`);
  for (const [key, text] of Object.entries(messages)) {
    if (!(key in measure)) found.push(`${where} has ${key}, which English does not have`);
    else found.push(...compareOne(`${where}: ${key}`, measure[key] ?? '', text, language));
  }
  return found;
}

/** @param {string} where @param {string} measure @param {string} text @param {string} language @returns {string[]} */
function compareOne(where, measure, text, language) {
  try {
    const [wanted, said] = [slotsOf(readPattern(measure)), slotsOf(readPattern(text))];
    const found = [];
    for (const [name, kind] of wanted)
      if (!said.has(name)) found.push(`${where} lacks {${name}${kind ? `, ${kind}` : ''}}`);
    for (const [name, kind] of said) {
      if (!wanted.has(name)) found.push(`${where} has {${name}}, which English does not have`);
      else if (!(kind in KINDS)) found.push(`${where}: there is no kind of placeholder “${kind}”`);
    }
    return [...found, ...pluralComplaints(where, readPattern(text), language)];
  } catch (error) {
    return [`${where}: ${error instanceof Error ? error.message : error}`];
  }
}

/** What a language's typography does not allow, and what is written instead. @type {Record<string, [RegExp, string][]>} */
const TYPOGRAPHY = {
  fr: [
    [
      /(?<!\u00a0):(?!\w)|(?<!\u202f)[;?!]|«(?!\u00a0)|(?<!\u00a0)»/,
      'a hard space before : and inside « », a narrow one before ; ? !',
    ],
    [/['"]/, '’ and « »'],
  ],
  nl: [[/['"]/, '’ and ‘ ’']],
  de: [[/['"]/, '’ and „ “']],
};

/** Where the typography of a language is not kept; the build does not mind, the tests do. */
export function misprints() {
  return [...folders(), ...sentenceFolders()].flatMap((folder) =>
    Object.entries(TYPOGRAPHY).flatMap(([language, rules]) =>
      Object.entries(readMessages(folder, language)).flatMap(([key, text]) =>
        rules
          .filter(([pattern]) => pattern.test(text))
          .map(([, better]) => `${relative(WEB, folder)}/${language}.json: ${key}: write ${better}`),
      ),
    ),
  );
}

/** A plural needs the forms of its language. @param {string} where @param {import('../src/lib/i18n/pattern.js').Piece[]} pieces @param {string} language @returns {string[]} */
function pluralComplaints(where, pieces, language) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== 'many');
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string' || !piece.branches) return [];
    const missing = piece.kind === 'plural' ? forms.filter((form) => !piece.branches?.has(form)) : [];
    const inner = [...piece.branches.values()].flatMap((branch) => pluralComplaints(where, branch, language));
    return [...missing.map((form) => `${where}: the plural lacks “${form}”`), ...inner];
  });
}

/** The type of the page's own messages with what they need to be told. */
export function messageTypes() {
  const lines = Object.entries(readMessages(PAGE, 'en')).map(([key, text]) => {
    const slots = [...slotsOf(readPattern(text))].map(
      ([name, kind]) => `${name}: ${KINDS[/** @type {keyof typeof KINDS} */ (kind)]}`,
    );
    return `  ${JSON.stringify(key)}: ${slots.length ? `{ ${slots.join('; ')} }` : 'Nothing'};`;
  });
  return `type Nothing = Record<never, never>;\n\nexport interface Messages {\n${lines.join('\n')}\n}`;
}

const COUNTED = 100; // up to here a language's plurals are known without Intl

/** What each language calls itself, and the forms of its plurals by number, those apart that are “other”. */
export function languageTable() {
  const names = LANGUAGES.map((language) => [language, readMessages(PAGE, language)['language.name'] ?? language]);
  const forms = LANGUAGES.map((language) => [language, formsOf(language)]);
  return [
    `export const LANGUAGES = ${JSON.stringify(Object.fromEntries(names), null, 2)} as const;`,
    'export type Language = keyof typeof LANGUAGES;',
    `export const COUNTED = ${COUNTED};`,
    `export const FORMS: Readonly<Record<string, Readonly<Record<number, string>>>> = ${JSON.stringify(Object.fromEntries(forms))};`,
  ].join('\n');
}

/** @param {string} language @returns {Record<number, string>} */
function formsOf(language) {
  const rules = new Intl.PluralRules(language);
  const forms = [...Array(COUNTED).keys()].map((number) => [number, rules.select(number)]);
  return Object.fromEntries(forms.filter(([, form]) => form !== 'other'));
}

/** @returns {import('vite').Plugin} */
export function messages() {
  return {
    name: 'rexarium-messages',
    buildStart() {
      const found = complaints();
      if (found.length) throw new Error(`the messages do not fit together:\n  ${found.join('\n  ')}`);
    },
  };
}

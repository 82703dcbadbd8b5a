import { readFileSync } from 'node:fs';
import { render } from 'svelte/server';
import { describe, expect, it, vi } from 'vitest';

import type { BoardProps, GameModule } from '../src/lib/board';
import { LANGUAGES } from '../tools/messages.mjs';
import { format } from '../src/lib/i18n/format';
import { games, type Moment, type WholeGame } from './games';

const modules = import.meta.glob<GameModule>('../src/games/*/index.ts', { import: 'default', eager: true });
const NAMES = ['Ada', 'Bo', 'Cleo', 'Dirk', 'Eve'];
const WIDTHS = [390, 1280]; // a phone's board has parts of its own

/** What a board says in a language; what it has no words for is said in capitals. */
function sayer(game: string, language: string): BoardProps['t'] {
  const path = new URL(`../src/games/${game}/messages/${language}.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  return (key, values = {}) => {
    const text = texts[key];
    return text === undefined ? `NO MESSAGE ${key}` : format(text, values, language);
  };
}

interface Look {
  language?: string;
  width?: number;
  hasNews?: boolean; // was the last move heard of as it was made, or did all come at once?
}

function draw({ game, seats, turns }: WholeGame, moment: Moment, look: Look = {}): string {
  const { language = 'en', width = 1280, hasNews = true } = look;
  vi.stubGlobal('outerWidth', width);
  const module = modules[`../src/games/${game}/index.ts`];
  if (!module) throw new Error(`${game} has no board`);
  const t = sayer(game, language);
  const parts = new Set(moment.decision?.choices.flatMap((choice) => choice.parts));
  const before = turns.filter((turn) => turn.ply < moment.ply);
  const props: BoardProps = {
    view: moment.view,
    seats: NAMES.slice(0, seats).map((name, place) => ({
      seat: place + 1,
      name,
      kind: place ? 'bot' : 'person',
      hasChosen: false,
    })),
    you: moment.you,
    picker: { decision: moment.decision, legal: parts, selected: new Set(), rest: '', toggle: () => {} },
    turns: before,
    news: hasNews ? before.slice(-1) : [],
    t,
    pace: 'calm',
  };
  const { body } = render(module.Board, { props: props as BoardProps<never> });
  return body + module.progress?.(moment.view as never, t);
}

/** Some moments of a game: one of each question, the last one, and others here and there. */
function sample({ moments }: WholeGame): Moment[] {
  const prompts = new Set<unknown>();
  return moments.filter(({ view }, place) => {
    const isNew = !prompts.has(view['prompt']);
    prompts.add(view['prompt']);
    return isNew || place % 29 === 28 || place === moments.length - 1;
  });
}

/** The moments after a kind of fact was told for the first time. */
function firsts({ moments, turns }: WholeGame): Moment[] {
  const told = new Set<string>();
  return moments.filter(({ ply }) => {
    const facts = turns.findLast((turn) => turn.ply < ply)?.facts ?? [];
    const before = told.size;
    for (const { name } of facts) told.add(name);
    return told.size > before;
  });
}

/** The places of all numbers in a view: `seats.*.score`, by where they are and what to do to change them. */
function* numbers(value: unknown, path: string[] = []): Generator<{ name: string; change: () => () => void }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) || isOpenKey(path) ? '*' : key];
    const owner = value as Record<string, unknown>;
    if (typeof child === 'number') {
      const change = () => {
        owner[key] = child + 1;
        return () => (owner[key] = child);
      };
      yield { name: here.join('.'), change };
    } else yield* numbers(child, here);
  }
}

/** Is this a mapping by card, colour or kind? */
function isOpenKey(path: string[]): boolean {
  return OPEN.has(path.at(-1) ?? '');
}

const OPEN = new Set([
  ...['eggs', 'egg_points', 'next_egg', 'eggs_left', 'if_played'],
  ...['cards_box', 'cards_played', 'cards_most', 'cards_left'],
  ...['hand', 'collection', 'types', 'one_more', 'unseen', 'destroyed', 'set_points', 'if_named'],
]);

/** What a board need not show, since something else that it shows says the same. */
const IMPLIED: Record<string, string[]> = {
  trex: [],
  tyrannosaurus: ['seats.*.card_count', 'seats.*.cards_played.*'],
  cubosaurs: ['seats.*.types.*'],
};

describe.skipIf(!games.length)('boards', { timeout: 60_000 }, () => {
  it.each(games)('have words for everything: $game with $seats seats', (game) => {
    for (const moment of sample(game)) {
      for (const [language, width] of LANGUAGES.flatMap((each) => WIDTHS.map((width) => [each, width] as const))) {
        const html = draw(game, moment, { language, width });
        expect(html.match(/NO MESSAGE [^<"]*/g) ?? []).toEqual([]);
        expect(html).not.toMatch(/undefined|NaN|\[object/);
      }
    }
  });

  it.each(games)('show the same to whoever comes later: $game with $seats seats', (game) => {
    const moments = firsts(game);
    expect(moments.length).toBeGreaterThan(2);
    for (const moment of moments) expect(draw(game, moment, { hasNews: false })).toBe(draw(game, moment));
  });

  it('say where a hand comes from and what a round brought: cubosaurs', () => {
    const found = games.filter(({ game }) => game === 'cubosaurs');
    const html = found.flatMap((game) => firsts(game).map((moment) => draw(game, moment, { hasNews: false }))).join();
    for (const told of ['drawn from the deck', 'passed on by', 'Round 1 brought']) expect(html).toContain(told);
  });

  it.each([...new Set(games.map(({ game }) => game))])('show every number of a view: %s', (id) => {
    const [all, shown] = [new Set<string>(), new Set<string>()];
    for (const game of games.filter((each) => each.game === id)) {
      for (const moment of sample(game)) {
        const html = draw(game, moment);
        for (const { name, change } of numbers(moment.view)) {
          all.add(name);
          if (shown.has(name) || IMPLIED[id]?.includes(name)) continue;
          const restore = change();
          if (draw(game, moment) !== html) shown.add(name);
          restore();
        }
      }
    }
    expect([...all].filter((name) => !shown.has(name)).sort()).toEqual(IMPLIED[id]);
    expect(all.size).toBeGreaterThan(12);
  });
});

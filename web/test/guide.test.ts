import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { tipFor } from '../src/lib/guide';

const read = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, string>;
const TIPS = Object.keys(read('../messages/guide/en.json'));
const isThere = (tip: string): boolean => TIPS.includes(tip);
const turn = (...lines: string[]) => ({
  prompt: 'turn',
  choices: lines.map((line) => ({ move: 0, line, parts: [] })),
});

describe('the guide', () => {
  it('explains a question first, then what is new about it, each once', () => {
    const plain = turn('keep', 'refuse');
    const market = turn('buy 3', 'keep', 'refuse');
    expect(tipFor('cubosaurs', market, [], isThere)).toBe('cubosaurs.turn');
    expect(tipFor('cubosaurs', plain, ['cubosaurs.turn'], isThere)).toBeNull();
    expect(tipFor('cubosaurs', market, ['cubosaurs.turn'], isThere)).toBe('cubosaurs.turn.buy');
    expect(tipFor('cubosaurs', market, ['cubosaurs.turn', 'cubosaurs.turn.buy'], isThere)).toBeNull();
  });

  it('speaks only of what a game asks and lets one do', () => {
    for (const tip of TIPS) {
      const [game, prompt, deed] = tip.split('.');
      const keys = Object.keys(read(`../src/games/${game}/messages/en.json`));
      expect(keys).toContain(`prompt.${prompt}`);
      if (deed) expect(keys.some((key) => key.startsWith(`line.${deed}`))).toBe(true);
    }
  });
});

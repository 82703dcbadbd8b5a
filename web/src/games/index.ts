/** The boards that there are: a folder a game, loaded when somebody sits down to it. A game without a board has a plain one. */

import type { SpriteName } from '../generated/art';
import { needArt } from '../lib/art';
import type { GameModule } from '../lib/board';
import { needMessages } from '../lib/i18n/index.svelte';

const modules = import.meta.glob<GameModule>('./*/index.ts', { import: 'default' });
const sprites = import.meta.glob<SpriteName[]>('./*/sprites.json', { import: 'default', eager: true });
const atHand = new Map<string, GameModule>();

/** A game's board, with its drawings and messages. */
export async function loadGame(game: string): Promise<GameModule> {
  const [module] = await Promise.all([
    modules[`./${game}/index.ts`]?.() ?? plain(),
    needMessages(game),
    needArt(...(sprites[`./${game}/sprites.json`] ?? [])),
  ]);
  atHand.set(game, module);
  return module;
}

/** A board that has been loaded, so that it can be drawn at once; null: it has not. */
export function gameAtHand(game: string): GameModule | null {
  return atHand.get(game) ?? null;
}

async function plain(): Promise<GameModule> {
  return { Board: (await import('./Plain.svelte')).default };
}

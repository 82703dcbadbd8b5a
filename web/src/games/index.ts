/** The boards that there are: a folder a game, loaded when somebody sits down to it. A game without a board has a plain one. */

import type { ArtName, SpriteName } from '../generated/art';
import { needArt } from '../lib/art';
import type { GameModule } from '../lib/board';
import { needMessages } from '../lib/i18n/index.svelte';

interface About {
  sprites: readonly SpriteName[];
  learning: number;
}
type Drawings = Readonly<Record<string, readonly ArtName[]>>;

const modules = import.meta.glob<GameModule>('./*/index.ts', { import: 'default' });
const abouts = import.meta.glob<About>('./*/about.json', { import: 'default', eager: true });
const drawings = import.meta.glob<Drawings>('./*/drawings.ts', { import: 'default' });
const atHand = new Map<string, GameModule>();

/** A game's board, with its drawings and messages. */
export async function loadGame(game: string): Promise<GameModule> {
  const [module] = await Promise.all([
    modules[`./${game}/index.ts`]?.() ?? plain(),
    needMessages(game),
    needArt(...spritesOf(game)),
  ]);
  atHand.set(game, module);
  return module;
}

/** The sprites that a game's board and rules are drawn with. */
export function spritesOf(game: string): readonly SpriteName[] {
  return abouts[`./${game}/about.json`]?.sprites ?? [];
}

/** How much there is to learn before a first game, compared with the others: 1 is the least. */
export function learningOf(game: string): number {
  return abouts[`./${game}/about.json`]?.learning ?? Infinity;
}

/** Which of our drawings stand beside which of a game's rules. */
export async function drawingsOf(game: string): Promise<Drawings> {
  return (await drawings[`./${game}/drawings.ts`]?.()) ?? {};
}

/** A board that has been loaded, so that it can be drawn at once; null: it has not. */
export function gameAtHand(game: string): GameModule | null {
  return atHand.get(game) ?? null;
}

async function plain(): Promise<GameModule> {
  return { Board: (await import('./Plain.svelte')).default };
}

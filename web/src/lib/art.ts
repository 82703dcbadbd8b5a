/**
 * Sprites: fetched as files, not as script, and put into the document, where `<use href="#name">` finds their drawings. The shell of a
 * table brings those of its game.
 */

import { sprites } from 'virtual:art';

import type { SpriteName } from '../generated/art';

const loading = new Map<SpriteName, Promise<void>>();

/** Have these drawings at hand. */
export async function needArt(...names: readonly SpriteName[]): Promise<void> {
  await Promise.all(names.map((name) => loading.get(name) ?? load(name)));
}

function load(name: SpriteName): Promise<void> {
  if (document.getElementById(`sprite-${name}`)) return Promise.resolve();
  const done = fetchSprite(sprites[name] ?? '').catch(() => void loading.delete(name)); // a board without art still plays
  loading.set(name, done);
  return done;
}

async function fetchSprite(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(address);
  const sprite = new DOMParser().parseFromString(await response.text(), 'image/svg+xml').documentElement;
  if (sprite.nodeName !== 'svg') throw new Error(address);
  sprite.setAttribute('class', 'sprite');
  sprite.setAttribute('aria-hidden', 'true');
  document.body.append(document.adoptNode(sprite));
}

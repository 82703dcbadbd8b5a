/** Names that nobody had to think of. */

import { maybe } from './i18n/index.svelte';

const SITES = [
  'Burgess',
  'Solnhofen',
  'Morrison',
  'Jehol',
  'Hell Creek',
  'Messel',
  'Karoo',
  'Gobi',
  'Holzmaden',
  'Bernissart',
  'Ischigualasto',
  'Chengjiang',
  'La Brea',
  'Lyme',
  'Ediacara',
  'Bayan',
  'Tendaguru',
  'Como Bluff',
  'Maastricht',
  'Cerro Ballena',
  'Liaoning',
  'Joggins',
  'Naracoorte',
  'Purbeck',
] as const;

/** A table by the name of a fossil site: the same for everybody, made of its id. */
export function tableName(id: string): string {
  let mixed = 2166136261;
  for (const letter of id) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 16777619) >>> 0;
  return `${SITES[mixed % SITES.length]} ${1 + (Math.floor(mixed / SITES.length) % 99)}`;
}

const FIRST = [
  'Amber',
  'Fern',
  'Flint',
  'Coral',
  'Onyx',
  'Opal',
  'Basalt',
  'Indigo',
  'Umbra',
  'Saffron',
  'Jade',
  'Cobalt',
];
const LAST = [
  'Ammo',
  'Stego',
  'Bronto',
  'Tricera',
  'Ptera',
  'Iguano',
  'Allo',
  'Ankylo',
  'Diplo',
  'Mosa',
  'Pico',
  'Velo',
];

/** A friendly name to begin with. */
export function someNickname(random: () => number = Math.random): string {
  const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  return `${one(FIRST)} ${one(LAST)}`;
}

/** A bot of the house is called after its level. */
export function botName(word: string): string {
  return maybe('', `level.${word}`) ?? word;
}

// Which of our drawings stand beside which rule. They say nothing that the rule does not say.

import type { ArtName, SpriteName } from '../generated/art';

const EGGS = ['egg-yellow', 'egg-blue', 'egg-brown', 'egg-green', 'egg-red'] as const;
const BLOCKS = [
  'cubo-t-rex',
  'cubo-stegosaurus',
  'cubo-brontosaurus',
  'cubo-pterodactyl',
  'cubo-pentaceratops',
  'cubo-velociraptor',
  'cubo-egg',
] as const;

/** The sprites of a game's rules. */
export const spritesOf: Readonly<Record<string, readonly SpriteName[]>> = {
  trex: ['dinosaurs', 'trex'],
  tyrannosaurus: ['dinosaurs', 'tyrannosaurus'],
  cubosaurs: ['cubosaurs'],
};

export const drawings: Readonly<Record<string, readonly ArtName[]>> = {
  'TR-02': ['pteranodon', 'brontosaurus', 'triceratops', 'stegosaurus', 't-rex'],
  'TR-03': ['comet', 'draw'],
  'TR-04': ['chamaelosaurus', 'comet-shower'],
  'TR-05': EGGS,
  'TR-15': ['comet-shower'],
  'TR-18': ['draw'],
  'TR-23': ['comet'],
  'TR-27': ['comet-shower'],
  'TR-32': ['chamaelosaurus'],
  'TR-37': ['egg-blue', 'egg-red'],
  'TR-41': ['comet-shower'],
  'TR-52': EGGS,
  'TY-01': ['triceratops', 'pteranodon', 'diplodocus', 'stegosaurus', 'ty-rex'],
  'TY-04': ['act-move', 'act-rest', 'act-panic'],
  'TY-08': ['lair'],
  'TY-09': ['tree'],
  'TY-10': ['bone'],
  'TY-11': ['lake'],
  'TY-12': ['diplodocus'],
  'TY-13': ['volcano', 'pteranodon'],
  'TY-15': ['tree'],
  'TY-19': ['act-rest'],
  'TY-20': ['act-move'],
  'TY-26': ['act-panic'],
  'TY-31': ['lair'],
  'TY-34': ['ty-rex'],
  'TY-39': ['tree'],
  'TY-42': ['bone'],
  'CU-01': BLOCKS,
  'CU-03': ['dna'],
  'CU-18': ['cubo-stegosaurus', 'cubo-brontosaurus', 'cubo-pterodactyl', 'cubo-pentaceratops'],
  'CU-19': ['cubo-t-rex'],
  'CU-20': ['cubo-velociraptor'],
  'CU-22': ['cubo-egg'],
  'CU-32': ['dna'],
};

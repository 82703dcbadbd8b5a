// Which of our drawings stand beside which rule. They say nothing that the rule does not say.

import type { ArtName } from '../../generated/art';

export default {
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
} satisfies Readonly<Record<string, readonly ArtName[]>>;

// Which of our drawings stand beside which rule. They say nothing that the rule does not say.

import type { ArtName } from '../../generated/art';

const EGGS = ['egg-yellow', 'egg-blue', 'egg-brown', 'egg-green', 'egg-red'] as const;

export default {
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
} satisfies Readonly<Record<string, readonly ArtName[]>>;

// Which of our drawings stand beside which rule. They say nothing that the rule does not say.

import type { ArtName } from '../../generated/art';

const BLOCKS = [
  'cubo-t-rex',
  'cubo-stegosaurus',
  'cubo-brontosaurus',
  'cubo-pterodactyl',
  'cubo-pentaceratops',
  'cubo-velociraptor',
  'cubo-egg',
] as const;

export default {
  'CU-01': BLOCKS,
  'CU-03': ['dna'],
  'CU-18': ['cubo-stegosaurus', 'cubo-brontosaurus', 'cubo-pterodactyl', 'cubo-pentaceratops'],
  'CU-19': ['cubo-t-rex'],
  'CU-20': ['cubo-velociraptor'],
  'CU-22': ['cubo-egg'],
  'CU-32': ['dna'],
} satisfies Readonly<Record<string, readonly ArtName[]>>;

import Board from './Board.svelte';
import type { View } from './view';
import type { Say } from './words';

/** The line that a forbidden part would mean: a card that is used up, a direction that this table does not have. */
function lineOf(part: string, prompt: string): string | null {
  const [kind = '', word = ''] = part.split(' ');
  if (kind === 'direction') return `${prompt === 'act' ? 'move' : prompt} ${word}`;
  if (kind === 'card') return word === 'rest' ? word : `${word} n`;
  return null;
}

function progress(view: View, say: Say): string {
  return view.turn ? say('phases.turn', { turn: view.turn, of: view.turns }) : say('phases.setup');
}

export default { Board, placesPrompt: true, lineOf, progress };

/** What the first-game guide says next. */

import type { DecisionState } from '../protocol';

/**
 * The tip for a question: `<game>.<prompt>`; once that was explained, `<game>.<prompt>.<first word>` for what one may do there
 * and has not been told of, in the order of the choices.
 */
export function tipFor(
  game: string,
  decision: Pick<DecisionState, 'prompt' | 'choices'>,
  explained: readonly string[],
  isThere: (tip: string) => boolean,
): string | null {
  const question = `${game}.${decision.prompt}`;
  const deeds = decision.choices.map(({ line }) => `${question}.${line.split(' ')[0]}`);
  return [question, ...deeds].find((tip) => isThere(tip) && !explained.includes(tip)) ?? null;
}

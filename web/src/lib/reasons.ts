// Questions that rules answer.

import type { ReasonState } from '../protocol';

/** What somebody asked, and the rules that answer; `sentence` is the server's own for this very case. */
export interface Question {
  title: string;
  isLegal: boolean | null;
  reasons: readonly ReasonState[];
}

/** A rule that speaks for itself. */
export function ruleAlone(rule: string): ReasonState {
  return { rule, sentence: '', also: [], pattern: '', values: {} };
}

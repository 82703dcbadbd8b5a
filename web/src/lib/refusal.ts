import type { Problem, RefusalCode } from '../protocol';

/** Something was not done, and why; an empty sentence: the server could not be asked. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly sentence: string,
    readonly rule: string | null = null,
    readonly pattern = '',
    readonly values: Record<string, unknown> = {},
  ) {
    super(sentence || code);
  }
}

/** A refusal as the server told it. */
export function refusalOf({ code, sentence, rule, pattern, values }: Omit<Problem, 'is'>): Refusal {
  return new Refusal(code, sentence, rule ?? null, pattern, values);
}

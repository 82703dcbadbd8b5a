import type { RefusalCode } from '../protocol';

/** Something was not done, and why; an empty sentence: the server could not be asked. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly sentence: string,
    readonly rule: string | null = null,
  ) {
    super(sentence || code);
  }
}

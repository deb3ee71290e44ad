/** The definition of a refusal (see refusals.ts). */
export interface RefusalText extends RefusalWords {
  /** Its error in the trading API; absent: an order rejected (-2010), in our words. */
  readonly program?: ProgramError;
}

/** An error of the trading API, as Binance's list of errors for spot has it (2026). */
export interface ProgramError {
  readonly code: number;
  /** Binance's words, which programs look for; absent: ours. */
  readonly msg?: string;
  /** The HTTP status, if it is another one than that of our own calls; 400 if these have none. */
  readonly status?: number;
}

interface RefusalWords {
  /** The number in the envelope's `code`. Never 1 (success) and never reused. */
  readonly code: number;
  /** 'final': the same request will be refused again. 'transient': it may succeed later. */
  readonly kind: 'final' | 'transient';
  /** Texts may contain parameters in braces, such as {field}. */
  readonly en: string;
  readonly zh: string;
}

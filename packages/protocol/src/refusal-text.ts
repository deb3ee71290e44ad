/** The definition of a refusal (see refusals.ts). */
export interface RefusalText {
  /** The number in the envelope's `code`. Never 1 (success) and never reused. */
  readonly code: number;
  /** 'final': the same request will be refused again. 'transient': it may succeed later. */
  readonly kind: 'final' | 'transient';
  /** Texts may contain parameters in braces, such as {field}. */
  readonly en: string;
  readonly zh: string;
}

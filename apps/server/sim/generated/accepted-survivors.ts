/**
 * Generated mutants that no check can find, each with its reason. The run fails when one of them no longer fits the sources, or is found
 * after all.
 */

export interface AcceptedSurvivor {
  /** `Mutant.key`. */
  readonly key: string;
  readonly reason: string;
}

export const ACCEPTED_SURVIVORS: readonly AcceptedSurvivor[] = [];

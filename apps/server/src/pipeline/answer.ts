/** The result of a command, and the text of its reply if the caller asked for one. */
import type { Outcome } from '@glasshouse/core';

export interface Answer extends Outcome {
  readonly reply: string | null;
}

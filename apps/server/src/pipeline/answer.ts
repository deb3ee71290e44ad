/** What a command came to, and its reply where the caller wanted one. */
import type { Outcome } from '@glasshouse/core';

export interface Answer extends Outcome {
  readonly reply: string | null;
}

/** What a new platform starts with. */
import type { Command, Exchange } from '@glasshouse/core';

/** A command that a start of the server submits unless this or an earlier start has done so. */
export interface Seed {
  readonly command: Command;
  readonly isDone: (exchange: Exchange) => boolean;
}

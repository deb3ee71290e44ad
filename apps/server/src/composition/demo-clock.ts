/**
 * The clock of a demo: moved ahead by days, to see what the end of a term brings. Time never goes
 * back, so the data folder stays ahead of the calendar. Production has no such command.
 */
import type { Log } from '../process/log.ts';
import type { RunningMarket } from '../contract/market.ts';

const DAY_MS = 86_400_000;
/** A year and a leap day. */
export const FORWARD_MS_MAX = 366 * DAY_MS;

export interface DemoClockParts {
  readonly pipeline: { forward(ms: number): void; nowMs(): number };
  readonly market: Pick<RunningMarket, 'forward'>;
  readonly log: Log;
}

export function demoClockCommands({ pipeline, market, log }: DemoClockParts) {
  return {
    /** The time of the exchange afterwards, or what was wrong. */
    'clock/forward': async ({
      ms,
    }: {
      readonly ms: number;
    }): Promise<{ readonly nowMs: number } | { readonly problem: string }> => {
      if (!Number.isSafeInteger(ms) || ms < 1 || ms > FORWARD_MS_MAX)
        return { problem: `1 to ${FORWARD_MS_MAX / DAY_MS} days` };
      // First the commands: a tick must not be older than the command before it.
      pipeline.forward(ms);
      market.forward(ms);
      log.warn({ ms }, 'the clock of the demo was moved ahead');
      return { nowMs: pipeline.nowMs() };
    },
  };
}

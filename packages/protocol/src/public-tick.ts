/** The public price tick, by which every outcome is decided. */
import * as z from 'zod';

/**
 * One public price tick. `prices` maps a symbol to its index price as a decimal string. hash =
 * sha256 hex of `${tick}|${timeMs}|${SYMBOL:price pairs in order, joined by ','}|${previousHash}`
 * (see tickPreimage).
 */
export const publicTick = z.object({
  tick: z.number(),
  timeMs: z.number(),
  prices: z.record(z.string(), z.string()),
  previousHash: z.string(),
  hash: z.string(),
});
export type PublicTick = z.output<typeof publicTick>;

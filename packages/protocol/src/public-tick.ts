/** The public price tick, by which every outcome is decided. */
import * as z from 'zod';

/**
 * One public price tick. `prices` maps a symbol to its index price as a decimal string; a pair
 * without a price is absent. hash = sha256 hex of the text that tickPreimage makes. Ticks of format
 * 2 have `rules`, the version of the rules by which the prices follow from quotes, and
 * `quotesHash`, the sha256 hex of their text (`market/get-tick-quotes`).
 */
export const publicTick = z.object({
  tick: z.number(),
  timeMs: z.number(),
  prices: z.record(z.string(), z.string()),
  previousHash: z.string(),
  hash: z.string(),
  rules: z.number().optional(),
  quotesHash: z.string().optional(),
});
export type PublicTick = z.output<typeof publicTick>;

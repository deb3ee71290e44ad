/**
 * The feature market: its calls. `start.ts` starts the market and its ticks, before any feature.
 */
import type { Feature } from '../../contract/feature.ts';

export const feature = {
  open: ({ market }) => ({ calls: market.handlers }),
} satisfies Feature<'market'>;

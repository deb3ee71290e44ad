/** The feature market: its calls. Its start and its ticks are `start.ts`, before all features. */
import type { Feature } from '../../contract/feature.ts';

export const feature = {
  open: ({ market }) => ({ calls: market.handlers }),
} satisfies Feature<'market'>;

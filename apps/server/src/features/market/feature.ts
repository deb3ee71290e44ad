/**
 * The feature market: its calls, and the operator's commands for coins and pairs. `start.ts` starts
 * the market and its ticks, before any feature.
 */
import type { Feature } from '../../contract/feature.ts';
import { listingActHandlers } from './listing-acts.ts';
import { pairActHandlers } from './pair-acts.ts';
import { marketCommands } from './operating-commands.ts';

export const feature = {
  open: (ports) => ({
    calls: { ...ports.market.handlers, ...pairActHandlers(ports), ...listingActHandlers(ports) },
    endpoints: ports.market.endpoints,
    commands: marketCommands(ports),
  }),
} satisfies Feature<'market' | 'markets'>;

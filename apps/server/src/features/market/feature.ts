/**
 * The feature market: its calls, and the operator's commands for coins and pairs. `start.ts` starts
 * the market and its ticks, before any feature.
 */
import type { Feature } from '../../contract/feature.ts';
import { marketCommands } from './operating-commands.ts';

export const feature = {
  open: (ports) => ({
    calls: ports.market.handlers,
    endpoints: ports.market.endpoints,
    commands: marketCommands(ports),
  }),
} satisfies Feature<'market'>;

/** The feature price-alerts: compares each public tick with the prices that users wait for. */
import type { Feature } from '../../contract/feature.ts';
import { AlertWatch } from './alert-watch.ts';
import { priceAlertsHandlers } from './routes.ts';

export const feature = {
  open: (ports) => {
    const watch = new AlertWatch(ports);
    return {
      calls: priceAlertsHandlers(ports, watch),
      start: () => watch.start(),
      keepUp: () => watch.keepUp(),
      stop: () => watch.stop(),
      own: { watch },
    };
  },
} satisfies Feature<'price-alerts'>;

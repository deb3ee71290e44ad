/** The feature brand: the name, look and owner of the platform, which operators set. */
import type { Feature } from '../../contract/feature.ts';
import { brandCommands } from './operating-commands.ts';
import { brandHandlers } from './routes.ts';

export const feature = {
  open: (ports) => ({
    calls: brandHandlers(ports.brand, () => ports.siteUrl),
    restingCommands: brandCommands({
      brand: ports.brand,
      operators: () => ports.operators,
      log: ports.log,
    }),
  }),
} satisfies Feature<'brand'>;

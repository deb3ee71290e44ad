/** The feature preferences: what users chose on the site, kept with their accounts. */
import type { Feature } from '../../contract/feature.ts';
import { preferencesHandlers } from './routes.ts';

export const feature = {
  open: (ports) => ({ calls: preferencesHandlers(ports) }),
} satisfies Feature<'preferences'>;

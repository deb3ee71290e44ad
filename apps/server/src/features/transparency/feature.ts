/** The feature transparency: the public books, and what runs here. */
import type { Feature } from '../../contract/feature.ts';
import { transparencyHandlers } from './routes.ts';

export const feature = {
  open: (ports) => ({ calls: transparencyHandlers(ports) }),
} satisfies Feature<'transparency'>;

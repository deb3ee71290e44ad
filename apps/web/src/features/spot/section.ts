/** Spot trading. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/trade',
  pages: { '/trade': 'public' },
  texts: ['features/market', 'features/spot', 'features/wallet', 'shared/chart'],
  operation: 'trade',
  listed: {
    name: 'section.spot.name',
    order: 20,
    inNavigation: true,
    footer: 'trade',
  },
};

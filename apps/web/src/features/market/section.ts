/** The quotes of all pairs. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/market',
  pages: { '/market': 'public' },
  texts: ['features/market', 'shared/chart'],
  listed: { name: 'section.market.name', order: 10, inNavigation: true, footer: 'trade' },
};

/** Pools with a daily reward. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/pool',
  pages: {
    '/pool/list': 'public',
    '/pool/record': 'signed-in',
  },
  texts: ['features/mining', 'features/wallet', 'features/wallet/records', 'shared/products'],
  operation: 'invest',
  shownIn: ['records', 'portfolio', 'terms'],
  account: 'mining',
  offers: 'mining/get-offers',
  listed: {
    name: 'section.mining.name',
    order: 60,
    inNavigation: true,
    footer: 'invest',
  },
};

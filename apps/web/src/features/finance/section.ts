/** Products with a fixed term. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/finance',
  pages: {
    '/finance/list': 'public',
    '/finance/record': 'signed-in',
  },
  texts: [
    'features/finance',
    'features/wallet',
    'features/wallet/records',
    'shared/products',
    'shared/claims',
  ],
  operation: 'invest',
  shownIn: ['records', 'portfolio', 'terms'],
  account: 'finance',
  offers: 'finance/get-offers',
  listed: {
    name: 'section.finance.name',
    order: 40,
    inNavigation: true,
    footer: 'invest',
  },
};

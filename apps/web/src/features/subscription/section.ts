/** New coins, distributed pro rata. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/subscribe',
  pages: {
    '/subscribe/list': 'public',
    '/subscribe/detail': 'public',
    '/subscribe/preview': 'public',
    '/subscribe/record': 'signed-in',
  },
  texts: [
    'features/subscription',
    'features/wallet',
    'features/wallet/records',
    'shared/products',
    'shared/claims',
  ],
  operation: 'subscribe',
  shownIn: ['records', 'portfolio', 'terms'],
  offers: 'subscription/get-projects',
  listed: {
    name: 'section.subscription.name',
    order: 50,
    inNavigation: true,
    footer: 'invest',
  },
};

/** The section of funds, which are baskets of coins. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/fund',
  pages: {
    '/fund/list': 'public',
    '/fund/detail': 'public',
    '/fund/record': 'signed-in',
  },
  texts: ['features/fund', 'features/wallet', 'features/wallet/records', 'shared/products'],
  operation: 'invest',
  shownIn: ['records', 'portfolio', 'terms'],
  account: 'fund',
  offers: 'fund/get-offers',
  listed: {
    name: 'section.fund.name',
    order: 70,
    inNavigation: true,
    footer: 'invest',
  },
};

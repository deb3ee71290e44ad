/** The portfolio: all accounts together. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/account/portfolio',
  pages: { '/account/portfolio': 'signed-in' },
  texts: [
    'features/finance',
    'features/fund',
    'features/mining',
    'features/seconds-contract',
    'features/subscription',
    'features/wallet',
    'features/wallet/portfolio',
    'features/withdrawal',
    'shared/products',
  ],
};

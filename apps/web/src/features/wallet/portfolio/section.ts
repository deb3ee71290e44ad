/** The portfolio: all accounts together. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/account/portfolio',
  pages: { '/account/portfolio': 'signed-in' },
  shows: 'portfolio',
  // Besides those of the products that it shows.
  texts: [
    'features/seconds-contract',
    'features/wallet',
    'features/wallet/portfolio',
    'features/withdrawal',
    'shared/products',
  ],
};

/** The records of everything that moved money. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/account/trade',
  pages: { '/account/trade': 'signed-in' },
  shows: 'records',
  // Besides those of the products that it shows.
  texts: [
    'features/deposit',
    'features/flash-exchange',
    'features/seconds-contract',
    'features/spot',
    'features/wallet',
    'features/wallet/records',
    'features/withdrawal',
    'shared/products',
  ],
};

/** The records of everything that moved money. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/account/trade',
  pages: { '/account/trade': 'signed-in' },
  texts: [
    'features/deposit',
    'features/finance',
    'features/flash-exchange',
    'features/fund',
    'features/mining',
    'features/seconds-contract',
    'features/spot',
    'features/subscription',
    'features/wallet',
    'features/wallet/records',
    'features/withdrawal',
    'shared/products',
  ],
};

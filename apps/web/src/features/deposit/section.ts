/** Deposits from a blockchain. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/account/recharge',
  pages: { '/account/recharge': 'signed-in' },
  texts: ['features/deposit', 'features/deposit/vouchers', 'shared/claims'],
};

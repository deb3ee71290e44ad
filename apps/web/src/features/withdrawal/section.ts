/** Withdrawals to a blockchain. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/account/withdrawel',
  pages: { '/account/withdrawel': 'signed-in' },
  texts: ['features/withdrawal', 'shared/forms', 'shared/claims'],
  operation: 'withdraw',
};

/** A user's holdings: accounts and postings. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/account',
  pages: { '/account/assert/2': 'signed-in' },
  redirects: { '/account/assert': '/account/assert/2' },
  texts: ['features/wallet', 'features/wallet/portfolio'],
  listed: { name: 'section.wallet.name', order: 80, inNavigation: true },
};

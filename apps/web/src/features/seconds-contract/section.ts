/** Seconds contracts. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/scontract',
  pages: { '/scontract': 'public' },
  texts: ['features/market', 'features/seconds-contract', 'features/wallet', 'shared/chart'],
  operation: 'speculate',
  listed: {
    name: 'section.seconds-contract.name',
    order: 30,
    inNavigation: true,
    footer: 'trade',
  },
};

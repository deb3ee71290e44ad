/** Exchange of one coin for another at a fixed price. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/account/dui',
  pages: { '/account/dui': 'signed-in' },
  texts: ['features/flash-exchange'],
  operation: 'exchange',
  shownIn: ['terms'],
  listed: { name: 'section.flash-exchange.name', order: 35, footer: 'trade' },
};

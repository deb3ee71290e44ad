/** Api keys. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/api-keys',
  pages: { '/api-keys': 'signed-in' },
  texts: ['features/api-keys'],
  listed: { name: 'section.api-keys.name', order: 900, footer: 'about' },
};

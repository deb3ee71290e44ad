/** The home page. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/main',
  pages: { '/main': 'public', '/home': 'public' },
  redirects: { '/': '/main', '/home': '/main' },
  texts: [
    'features/content',
    'features/market',
    'features/notices',
    'features/transparency',
    'shared/claims',
  ],
};

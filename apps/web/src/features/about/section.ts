/** The pages about the platform, with the help center and the fees. */
import type { Section } from '#shared/section.ts';

export const section: Section = {
  root: '/about',
  pages: {
    '/about/us': 'public',
    '/about/protocol': 'public',
    '/about/legal': 'public',
    '/about/connect': 'public',
    '/about/policy': 'signed-in',
  },
  texts: [
    'features/about',
    'features/fees',
    'features/help',
    'features/transparency/books',
    'features/transparency/status',
  ],
  shows: 'terms',
  listed: {
    name: 'about.us.title',
    order: 100,
    footer: 'about',
    footerLinks: [
      { text: 'about.connect.title', to: '/about/connect' },
      { text: 'about.fees', to: '/about/legal', search: { view: 'fees' } },
      { text: 'about.us.title', to: '/about/us' },
      { text: 'about.protocol.title', to: '/about/protocol' },
      { text: 'about.legal.title', to: '/about/legal' },
      { text: 'about.books', to: '/about/us', search: { view: 'books' } },
      { text: 'about.status', to: '/about/us', search: { view: 'status' } },
      { text: 'about.api', to: '/docs/api', isOutside: true },
    ],
  },
};

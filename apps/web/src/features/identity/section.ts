/** Signing in, and the personal center. */
import type { Section } from '#shared/section.ts';

export const login: Section = {
  root: '/login',
  pages: {
    '/login/login': 'public',
    '/login/register': 'public',
    '/login/forget': 'public',
    '/login/modify': 'signed-in',
  },
  texts: ['features/about', 'features/identity', 'shared/forms'],
};

export const section: Section = {
  root: '/setting',
  pages: {
    '/setting/safty': 'signed-in',
    '/setting/verify': 'signed-in',
    '/setting/address': 'signed-in',
    '/setting/api': 'signed-in',
    '/setting/message': 'signed-in',
    '/setting/msg-detail': 'signed-in',
    '/setting/invite': 'signed-in',
  },
  texts: [
    'features/api-keys',
    'features/deposit',
    'features/identity',
    'features/kyc',
    'features/notices',
    'features/seconds-contract',
    'features/spot',
    'features/wallet',
    'features/wallet/address',
    'shared/forms',
  ],
  listed: { name: 'section.identity.name', order: 90, inNavigation: true },
};

/** The posting reasons of finance, as users see them. */
import type { ReasonText } from '../../reason-text.ts';

export const reasons = {
  'finance-opened': {
    en: 'Finance opened',
    zh: '理财',
    shown: { record: 'product', side: 'house', line: 'products' },
  },
} as const satisfies Record<string, ReasonText>;

/** The posting reasons of fund, as users see them. */
import type { ReasonText } from '../../reason-text.ts';

export const reasons = {
  'fund-opened': {
    en: 'Fund opened',
    zh: '基金',
    shown: { record: 'product', side: 'house', line: 'products' },
  },
} as const satisfies Record<string, ReasonText>;

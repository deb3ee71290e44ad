/** The posting reasons of subscription, as users see them. */
import type { ReasonText } from '../../reason-text.ts';

export const reasons = {
  'subscription-opened': {
    en: 'Subscription opened',
    zh: '申购',
    shown: { record: 'product', side: 'house', line: 'products' },
  },
} as const satisfies Record<string, ReasonText>;

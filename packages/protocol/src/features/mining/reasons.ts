/** The posting reasons of mining, as users see them. */
import type { ReasonText } from '../../reason-text.ts';

export const reasons = {
  'mining-opened': {
    en: 'Mining opened',
    zh: '矿池',
    shown: { record: 'product', side: 'house', line: 'products' },
  },
} as const satisfies Record<string, ReasonText>;

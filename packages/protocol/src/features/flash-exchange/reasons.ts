/** The posting reasons of flash exchange, as users see them. */
import type { ReasonText } from '../../reason-text.ts';

export const reasons = {
  'exchange-paid': {
    en: 'Paid in exchange',
    zh: '闪兑支出',
    shown: { record: 'exchange', side: 'treasury', line: 'exchangedOut' },
  },
  'exchange-received': {
    en: 'Received in exchange',
    zh: '闪兑收入',
    shown: { record: 'exchange', side: 'treasury', line: 'exchangedIn' },
  },
} as const satisfies Record<string, ReasonText>;

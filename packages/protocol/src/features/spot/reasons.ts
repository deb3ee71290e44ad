/** The posting reasons of spot orders and trades, as users see them. */
import type { ReasonText } from '../../reason-text.ts';

export const reasons = {
  'order-frozen': {
    en: 'Frozen for order',
    zh: '委托冻结',
    shown: { record: 'order', side: null, line: 'other' },
  },
  'order-released': {
    en: 'Released from order',
    zh: '委托解冻',
    shown: { record: 'order', side: null, line: 'other' },
  },
  trade: {
    en: 'Trade',
    zh: '成交',
    shown: { record: 'fill', side: 'trader', line: { received: 'bought', paid: 'sold' } },
  },
  fee: {
    en: 'Trading fee',
    zh: '交易手续费',
    shown: { record: 'fill', side: 'fee-income', line: 'fees' },
  },
  referral: {
    en: 'Commission',
    zh: '返佣',
    shown: { record: 'commission', side: 'friend', line: 'commissions' },
  },
} as const satisfies Record<string, ReasonText>;

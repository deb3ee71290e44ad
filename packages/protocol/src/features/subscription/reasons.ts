/** The posting reasons of subscriptions, as users see them. */
import type { ReasonText } from '../../reason-text.ts';

export const reasons = {
  'subscription-pooled': {
    en: 'Coins set aside for a sale',
    zh: '为认购预留的币',
    shown: null,
  },
  'subscription-frozen': {
    en: 'Frozen for a subscription',
    zh: '认购冻结',
    shown: { record: 'product', side: null, line: 'other' },
  },
  'subscription-cancelled': {
    en: 'Released from a cancelled subscription',
    zh: '取消认购解冻',
    shown: { record: 'product', side: null, line: 'other' },
  },
  'subscription-coins': {
    en: 'Coins of a subscription',
    zh: '认购所得的币',
    shown: { record: 'product', side: 'product-reserve', line: 'bought', swap: 'received' },
  },
  'subscription-paid': {
    en: 'Paid for subscribed coins',
    zh: '支付认购款',
    shown: { record: 'product', side: 'product-holdings', line: 'sold', swap: 'paid' },
  },
  'subscription-returned': {
    en: 'Rest of a subscription returned',
    zh: '认购余款解冻',
    shown: { record: 'product', side: null, line: 'other' },
  },
  'subscription-fee': {
    en: 'Listing fee',
    zh: '上币费',
    shown: null,
  },
} as const satisfies Record<string, ReasonText>;

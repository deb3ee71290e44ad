/** Refusals of finance. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'finance/amount-missing': {
    code: 2201,
    kind: 'final',
    en: 'Enter purchase quantity',
    zh: '请输入购买数量',
  },
  'finance/unknown-offer': {
    code: 2202,
    kind: 'final',
    en: 'There is no such product',
    zh: '没有该产品',
  },
  'finance/not-on-sale': {
    code: 2203,
    kind: 'final',
    en: 'This product is not on sale now',
    zh: '该产品当前不在售',
  },
  'finance/terms-changed': {
    code: 2204,
    kind: 'final',
    en: 'The terms have changed since you saw them. Look at them again',
    zh: '条款已变更，请重新查看',
  },
  'finance/below-minimum': {
    code: 2205,
    kind: 'final',
    en: 'Input below minimum limit',
    zh: '输入低于最小限额',
  },
  'finance/quota-exceeded': {
    code: 2206,
    kind: 'transient',
    en: 'Less is left of this issue than you want to buy',
    zh: '本期剩余额度不足',
  },
  'finance/owner-limit': {
    code: 2207,
    kind: 'final',
    en: 'You would hold more of this issue than one person may',
    zh: '超过本期个人限额',
  },
  'finance/too-many-orders': {
    code: 2208,
    kind: 'transient',
    en: 'You have 200 orders hosting, the most there can be',
    zh: '托管中的订单已达 200 笔上限',
  },
  'finance/reserve-short': {
    code: 2209,
    kind: 'transient',
    en: 'The reserve cannot cover the interest right now. Try a smaller amount',
    zh: '准备金暂时不足以覆盖该利息，请减小数量',
  },
  'finance/agreement-missing': {
    code: 2210,
    kind: 'final',
    en: 'Agree to the finance agreement first',
    zh: '请先同意理财协议',
  },
} as const satisfies Record<string, RefusalText>;

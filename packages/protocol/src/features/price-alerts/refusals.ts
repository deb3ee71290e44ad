/** Refusals of price alerts. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'price-alerts/at-price': {
    code: 2901,
    kind: 'final',
    en: 'Enter a price that differs from the index price',
    zh: '请输入与当前指数价不同的价格',
  },
  'price-alerts/too-many': {
    code: 2902,
    kind: 'final',
    en: 'You have {count} price alerts already. Remove one first',
    zh: '你已有 {count} 个价格提醒，请先删除一个',
  },
  'price-alerts/full': {
    code: 2903,
    kind: 'transient',
    en: 'The platform keeps no more price alerts at the moment',
    zh: '平台暂时无法添加更多价格提醒',
  },
} as const satisfies Record<string, RefusalText>;

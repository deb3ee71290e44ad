/** Refusals of flash exchange. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'flash-exchange/amount-missing': {
    code: 2001,
    kind: 'final',
    en: 'Enter exchange amount',
    zh: '请输入兑换数量',
  },
  'flash-exchange/not-offered': {
    code: 2002,
    kind: 'final',
    en: 'These coins cannot be exchanged for each other',
    zh: '这两个币种之间不支持闪兑',
  },
  'flash-exchange/below-minimum': {
    code: 2003,
    kind: 'final',
    en: 'The amount is below the minimum of an exchange',
    zh: '数量低于单笔最小兑换量',
  },
  'flash-exchange/above-maximum': {
    code: 2004,
    kind: 'final',
    en: 'The amount is above the maximum of an exchange',
    zh: '数量超过单笔最大兑换量',
  },
  'flash-exchange/quote-expired': {
    code: 2005,
    kind: 'final',
    en: 'This quote was good for 10 seconds. Take the new one',
    zh: '报价 10 秒内有效，请使用新的报价',
  },
  'flash-exchange/price-moved': {
    code: 2006,
    kind: 'final',
    en: 'The price has moved away from this quote. Take a new one',
    zh: '价格已偏离该报价，请重新获取报价',
  },
  'flash-exchange/treasury-short': {
    code: 2007,
    kind: 'transient',
    en: 'We have too little of this coin for your exchange at the moment. You can trade it on the market',
    zh: '平台该币种余额暂不足以完成兑换，你可以在市场中交易',
  },
  'flash-exchange/no-dust': {
    code: 2008,
    kind: 'final',
    en: 'You have no small balances to exchange',
    zh: '没有可兑换的小额资产',
  },
} as const satisfies Record<string, RefusalText>;

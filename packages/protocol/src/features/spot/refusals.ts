/** Refusals of spot orders. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'spot/price-missing': {
    code: 1501,
    kind: 'final',
    en: 'Enter a suitable price',
    zh: '请输入合适的价格',
  },
  'spot/amount-missing': { code: 1502, kind: 'final', en: 'Enter quantity', zh: '请输入数量' },
  'spot/price-out-of-range': {
    code: 1503,
    kind: 'final',
    en: 'The price is too far from the market',
    zh: '价格偏离市场过大',
  },
  'spot/price-off-tick': {
    code: 1504,
    kind: 'final',
    en: 'The price has too many decimals for this pair',
    zh: '价格小数位数过多',
  },
  'spot/amount-off-lot': {
    code: 1505,
    kind: 'final',
    en: 'The quantity has too many decimals for this pair',
    zh: '数量小数位数过多',
  },
  'spot/below-minimum': {
    code: 1506,
    kind: 'final',
    en: 'The order is below the minimum value',
    zh: '低于最小下单金额',
  },
  'spot/above-maximum': {
    code: 1507,
    kind: 'final',
    en: 'The order is above the maximum value',
    zh: '超过最大下单金额',
  },
  'spot/no-liquidity': {
    code: 1508,
    kind: 'transient',
    en: 'Nobody is on the other side of the book right now',
    zh: '当前没有对手盘',
  },
  'spot/too-many-orders': {
    code: 1509,
    kind: 'transient',
    en: 'You have reached the limit of open orders',
    zh: '当前委托数量已达上限',
  },
  'spot/would-take': {
    code: 1510,
    kind: 'transient',
    en: 'A post-only order would have traded at once',
    zh: '只做 Maker 的委托会立即成交',
  },
  'spot/would-not-fill': {
    code: 1511,
    kind: 'transient',
    en: 'The order cannot be filled in full at once',
    zh: '委托无法立即全部成交',
  },
  'spot/unknown-order': {
    code: 1512,
    kind: 'final',
    en: 'This order does not exist or is no longer open',
    zh: '委托不存在或已结束',
  },
  'spot/trigger-missing': {
    code: 1514,
    kind: 'final',
    en: 'Enter the trigger price or a trailing distance',
    zh: '请输入触发价或回调幅度',
  },
  'spot/would-trigger': {
    code: 1515,
    kind: 'final',
    en: 'The trigger is on the wrong side of the index price, or reached already',
    zh: '触发价方向不正确或已达到',
  },
  'spot/cannot-amend': {
    code: 1516,
    kind: 'final',
    en: 'This order cannot be changed in this way. Cancel it and place a new one',
    zh: '该委托无法这样修改，请撤单后重新下单',
  },
  'spot/own-order': {
    code: 1517,
    kind: 'transient',
    en: 'The best order on the other side is your own',
    zh: '对手方最优委托是你自己的委托',
  },
  'spot/client-order-id-taken': {
    code: 1518,
    kind: 'transient',
    en: 'One of your open orders already has the clientOrderId {clientOrderId}',
    zh: '你的一笔当前委托已使用 clientOrderId {clientOrderId}',
  },
  'spot/expiry-out-of-range': {
    code: 1519,
    kind: 'final',
    en: 'The order has to end in the future, at most a year from now',
    zh: '委托的失效时间须晚于当前时间，且不超过一年',
  },
  'spot/exit-out-of-range': {
    code: 1520,
    kind: 'final',
    en: 'A take profit lies on the winning side of the price, a stop loss on the other',
    zh: '止盈价须在盈利一侧，止损价须在亏损一侧',
  },
  'spot/visible-out-of-range': {
    code: 1521,
    kind: 'final',
    en: 'The visible amount has to be worth the minimum order, below the amount, and at least a hundredth of it',
    zh: '显示数量须达到最小下单金额、小于委托数量，且不少于其百分之一',
  },
  'spot/held-price': {
    code: 1522,
    kind: 'transient',
    en: 'While money of yours is held, an order needs a price at most 2% worse than the index price of this moment',
    zh: '你的部分资金处于限制期，委托价格最多只能比当前指数价差 2%',
  },
} as const satisfies Record<string, RefusalText>;

/** Refusals of mining. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'mining/amount-missing': {
    code: 2301,
    kind: 'final',
    en: 'Enter purchase quantity',
    zh: '请输入购买数量',
  },
  'mining/unknown-offer': {
    code: 2302,
    kind: 'final',
    en: 'There is no such pool',
    zh: '没有该矿池',
  },
  'mining/not-on-sale': {
    code: 2303,
    kind: 'final',
    en: 'This pool takes no miners now',
    zh: '该矿池当前不接受新矿机',
  },
  'mining/terms-changed': {
    code: 2304,
    kind: 'final',
    en: 'The terms have changed since you saw them. Look at them again',
    zh: '条款已变更，请重新查看',
  },
  'mining/below-minimum': {
    code: 2305,
    kind: 'final',
    en: 'Input below minimum limit',
    zh: '输入低于最小限额',
  },
  'mining/quota-exceeded': {
    code: 2306,
    kind: 'transient',
    en: 'Less of the pool’s capacity is free than you want to buy',
    zh: '矿池剩余容量不足',
  },
  'mining/owner-limit': {
    code: 2307,
    kind: 'final',
    en: 'You would hold more of this pool than one person may',
    zh: '超过该矿池的个人限额',
  },
  'mining/too-many-orders': {
    code: 2308,
    kind: 'transient',
    en: 'You have 200 miners running or to be redeemed, the most there can be',
    zh: '运行中和待赎回的矿机已达 200 台上限',
  },
  'mining/reserve-short': {
    code: 2309,
    kind: 'transient',
    en: 'The reserve cannot cover the rewards right now. Try a smaller amount',
    zh: '准备金暂时不足以覆盖该奖励，请减小数量',
  },
  'mining/unknown-miner': {
    code: 2310,
    kind: 'final',
    en: 'You have no such miner, or it is redeemed already',
    zh: '没有该矿机，或其已赎回',
  },
  'mining/not-over': {
    code: 2311,
    kind: 'transient',
    en: 'The cycle is not over yet',
    zh: '周期尚未结束',
  },
  'mining/cycle-over': {
    code: 2312,
    kind: 'transient',
    en: 'The cycle is over: redeem the miner with its reward',
    zh: '周期已结束，可连同奖励一起赎回',
  },
} as const satisfies Record<string, RefusalText>;

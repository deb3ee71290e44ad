/**
 * Mining: deposits in pools, with a daily reward for a cycle. After the cycle its owner redeems
 * deposit and reward; before it the deposit alone.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { amount, id } from '../../fields.ts';
import { fixedTermCalls } from '../../fixed-term-calls.ts';
import { fixedTermReasons, fixedTermRefusals } from '../../fixed-term-refusals.ts';
import { fixedTermOrder } from '../../fixed-term-shapes.ts';
import { account } from './account.ts';
import { states } from './terms.ts';
import { FUND_PASSWORD_REFUSALS, optionalFundPassword } from '../../fund-password.ts';

/** The numbers of `status` are those of terms.ts. */
export const accountRow = z.object({
  ...fixedTermOrder,
  /** What comes back now; of a redeemed miner, what came back. */
  redeemableAmount: amount,
  status: z.number().int(),
});
export type MinerRow = z.output<typeof accountRow>;

/** With the name that the miner has in its pool. */
const minerRecord = accountRow.extend({ minerName: z.string() });
export type MinerRecord = z.output<typeof minerRecord>;

const REDEMPTION = ['mining/unknown-miner'] as const;

const { getOffers, buy, getOrders, exportOrders } = fixedTermCalls({
  feature: 'mining',
  root: 'pool',
  states,
  row: minerRecord,
  orders: 'miners',
  summaries: {
    offers: 'Every pool with its terms, its free capacity, and the reserve that pays the rewards',
    buy: 'Locks an amount of the exchange account for the cycle of a pool',
  },
});
/** A user who is kept from buying still redeems: it is his money. */
const redeem = defineCall({
  name: 'mining/redeem',
  grows: 'orders',
  path: '/pool/redeem',
  access: 'user',
  movesMoney: true,
  operation: 'transfer',
  refusals: [...REDEMPTION, 'mining/not-over'],
  summary: 'Pays deposit and reward of a miner whose cycle is over',
  input: z.object({ id }),
  data: z.object({}),
});
const redeemEarly = defineCall({
  name: 'mining/redeem-early',
  grows: 'orders',
  path: '/pool/redeemEarly',
  access: 'user',
  movesMoney: true,
  operation: 'transfer',
  refusals: [...REDEMPTION, 'mining/cycle-over', ...FUND_PASSWORD_REFUSALS],
  summary: 'Returns the deposit before the cycle is over, and gives up all of the reward',
  input: z.object({ id, fundPassword: optionalFundPassword }),
  data: z.object({}),
});

export const calls = [getOffers, buy, getOrders, redeem, redeemEarly, exportOrders] as const;
export const chapter: Chapter = { title: { en: 'Mining', zh: '矿池' } };
export const accountText = { number: account.number, en: 'Mining account', zh: '矿池账户' };

export const reasons = {
  ...fixedTermReasons('mining', 'reward', {
    bought: { en: 'Miner bought', zh: '买入矿机' },
    reserved: { en: 'Rewards set aside', zh: '预留挖矿奖励' },
    returned: { en: 'Returned from mining', zh: '矿机赎回' },
    interest: { en: 'Mining reward', zh: '挖矿奖励' },
  }),
  'mining-given-up': { en: 'Rewards given up', zh: '放弃的挖矿奖励', shown: null },
} as const;

export const refusals = {
  ...fixedTermRefusals('mining', 2301, {
    'unknown-offer': { en: 'There is no such pool', zh: '没有该矿池' },
    'not-on-sale': { en: 'This pool takes no miners now', zh: '该矿池当前不接受新矿机' },
    'quota-exceeded': {
      en: 'Less of the pool’s capacity is free than you want to buy',
      zh: '矿池剩余容量不足',
    },
    'owner-limit': { en: 'You would hold more of this pool than one person may', zh: '超过该矿池的个人限额' },
    'too-many-orders': {
      en: 'You have 200 miners running or to be redeemed, the most there can be',
      zh: '运行中和待赎回的矿机已达 200 台上限',
    },
    'reserve-short': {
      en: 'The reserve cannot cover the rewards right now. Try a smaller amount',
      zh: '准备金暂时不足以覆盖该奖励，请减小数量',
    },
  }),
  'mining/unknown-miner': {
    code: 2310,
    kind: 'final',
    en: 'You have no such miner, or it is redeemed already',
    zh: '没有该矿机，或其已赎回',
  },
  'mining/not-over': { code: 2311, kind: 'transient', en: 'The cycle is not over yet', zh: '周期尚未结束' },
  'mining/cycle-over': {
    code: 2312,
    kind: 'transient',
    en: 'The cycle is over: redeem the miner with its reward',
    zh: '周期已结束，可连同奖励一起赎回',
  },
} as const;

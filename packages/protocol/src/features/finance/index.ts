/**
 * Finance: deposits for a fixed term at a fixed daily rate. All interest is set aside at the
 * purchase and paid with the deposit at the end of the term; there is no way out before.
 */
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { fixedTermCalls } from '../../fixed-term-calls.ts';
import { fixedTermReasons, fixedTermRefusals } from '../../fixed-term-refusals.ts';
import { fixedTermOrderRow, optionalFlag } from '../../fixed-term-shapes.ts';
import { account } from './account.ts';
import { states } from './terms.ts';

export const accountRow = fixedTermOrderRow;

const { getOffers, buy, getOrders, exportOrders } = fixedTermCalls({
  feature: 'finance',
  root: 'finance',
  states,
  row: accountRow,
  orders: 'orders',
  summaries: {
    offers: 'Every product with its terms, what is left of it, and the reserve that pays the interest',
    buy: 'Locks an amount of the exchange account for the term of a product',
  },
});
const buyAgreed = defineCall({
  ...buy,
  refusals: ['finance/agreement-missing', ...buy.refusals],
  input: buy.input.extend({ agree: optionalFlag }),
});

export const calls = [getOffers, buyAgreed, getOrders, exportOrders] as const;
export const chapter: Chapter = { title: { en: 'Finance', zh: '理财' } };
export const accountText = { number: account.number, en: 'Finance account', zh: '理财账户' };

export const reasons = fixedTermReasons('finance', 'interest', {
  bought: { en: 'Finance bought', zh: '买入理财' },
  reserved: { en: 'Interest set aside', zh: '预留利息' },
  returned: { en: 'Returned from finance', zh: '理财到期退回' },
  interest: { en: 'Finance interest', zh: '理财利息' },
});

export const refusals = {
  ...fixedTermRefusals('finance', 2201, {
    'quota-exceeded': { en: 'Less is left of this issue than you want to buy', zh: '本期剩余额度不足' },
    'owner-limit': {
      en: 'You would hold more of this issue than one person may',
      zh: '超过本期个人限额',
    },
    'too-many-orders': {
      en: 'You have 200 orders hosting, the most there can be',
      zh: '托管中的订单已达 200 笔上限',
    },
  }),
  'finance/agreement-missing': {
    code: 2210,
    kind: 'final',
    en: 'Agree to the finance agreement first',
    zh: '请先同意理财协议',
  },
} as const;

/**
 * Planted bugs of offers: fixed terms, finance and mining, whose terms end in the days that pass,
 * and subscriptions.
 */
import type { Mutation } from './planted-order-bugs.ts';
import { SUBSCRIPTION_BUGS } from './planted-subscription-bugs.ts';

const TERMS = 'packages/core/src/offers/fixed-terms.ts';
const ORDERS = 'packages/core/src/offers/fixed-term-orders.ts';
const MINING = 'packages/core/src/features/mining/index.ts';

export const OFFER_BUGS: readonly Mutation[] = [
  {
    name: 'interest is rounded up',
    file: 'packages/money/src/interest.ts',
    from: 'return mulDivFloor(principal, dailyRatePpb * days, PPB);',
    to: 'return mulDivFloor(principal, dailyRatePpb * days, PPB) + 1;',
  },
  {
    name: 'a term is a millisecond too long',
    file: ORDERS,
    from: 'data[to + AT.dueMs] = boughtMs + days * DAY_MS;',
    to: 'data[to + AT.dueMs] = boughtMs + days * DAY_MS + 1;',
  },
  {
    name: 'the last units of a reserve are promised twice',
    file: TERMS,
    from: 'if (interest < 0 || free < interest) return',
    to: 'if (interest < 0 || free < 0) return',
  },
  {
    name: 'what an offer has set aside never falls',
    file: TERMS,
    from: 'offer.reserved -= orders.interestOf(slot);',
    to: '',
  },
  {
    name: 'an offer that is not on sale is sold',
    file: TERMS,
    from: "if (!isOnSale(offer, timeMs)) return 'not-on-sale';",
    to: "if (!isOnSale(offer, offer.opensMs)) return 'not-on-sale';",
  },
  {
    name: 'a purchase takes whatever terms there are',
    file: TERMS,
    from: 'if (dailyRatePpb !== offer.dailyRatePpb || days !== offer.days)',
    to: 'if (days !== offer.days)',
  },
  {
    name: 'the capacity of a pool is used up for ever',
    file: MINING,
    from: 'hasReturningQuota: true,',
    to: 'hasReturningQuota: false,',
  },
  {
    name: 'rewards that were given up stay frozen',
    file: TERMS,
    from: 'if (units > 0) ledger.release(',
    to: 'if (units > 1e15) ledger.release(',
  },
  {
    name: 'a restored miner is never over',
    file: TERMS,
    from: 'this.#file(order, this.offers.get(order.offer)!, order.status);',
    to: 'this.orders.add(order, order.status);',
  },
  {
    name: 'a finance order that is over pays no interest',
    file: TERMS,
    from: 'if (units > 0) ledger.payFrozen({',
    to: 'if (units > 1e15) ledger.payFrozen({',
  },
  {
    name: 'a term ends a day late',
    file: TERMS,
    from: 'const dueMs = order.boughtMs + order.days * DAY_MS;',
    to: 'const dueMs = order.boughtMs + (order.days + 1) * DAY_MS;',
  },
  ...SUBSCRIPTION_BUGS,
];

/** Planted bugs of subscriptions. */
import type { Mutation } from './planted-order-bugs.ts';

const FEATURE = 'packages/core/src/features/subscription';
const QUOTE = 'packages/protocol/src/features/subscription/quote.ts';

export const SUBSCRIPTION_BUGS: readonly Mutation[] = [
  {
    name: 'shares are rounded up',
    file: QUOTE,
    from: 'const coins = mulDivFloor(forSale, amount, total);',
    to: 'const coins = mulDivFloor(forSale, amount, total) + 1;',
  },
  {
    name: 'the units that are left go to the smallest remainders',
    file: QUOTE,
    from: 'if (countFrom(remainders, middle) >= left) above = middle;',
    to: 'if (countFrom(remainders, middle) < left) above = middle;',
  },
  {
    name: 'a unit goes to somebody whose amount does not pay for it',
    file: QUOTE,
    from: 'return { coins, remainder: canPay ? remainder : 0 };',
    to: 'return { coins, remainder };',
  },
  {
    name: 'a cost is rounded up',
    file: QUOTE,
    from: 'return mulDivFloor(coins, numerator, denominator);',
    to: 'return mulDivCeil(coins, numerator, denominator);',
  },
  {
    name: 'what is not spent stays frozen',
    file: `${FEATURE}/allocation.ts`,
    from: 'if (amount > cost) ledger.release(',
    to: 'if (amount > 1e15) ledger.release(',
  },
  {
    name: 'coins that nobody got stay in the pool for ever',
    file: `${FEATURE}/allocation.ts`,
    from: 'if (unsold > 0) ledger.release(',
    to: 'if (unsold > 1e15) ledger.release(',
  },
  {
    name: 'people subscribe after the close',
    file: `${FEATURE}/subscriptions.ts`,
    from: 'phase === PHASE.open && timeMs < terms.closesMs;',
    to: 'phase <= PHASE.closing;',
  },
  {
    name: 'a hold of withdrawals keeps from subscribing',
    file: `${FEATURE}/subscriptions.ts`,
    from: 'return heldMoney.refuses(OUTFLOW.exchange, owner,',
    to: 'return heldMoney.refuses(OUTFLOW.withdrawal, owner,',
  },
  {
    name: 'a restored list forgets its remainders',
    file: `${FEATURE}/snapshot.ts`,
    from: 'project.cut = { above: above!, equals: equals! };',
    to: 'project.cut = { above: Infinity, equals: equals! };',
  },
  {
    name: 'a listed pair stays halted',
    file: `${FEATURE}/allocation.ts`,
    from: 'if (market.indexPrice === 0) market.status',
    to: 'if (market.indexPrice > 0) market.status',
  },
];

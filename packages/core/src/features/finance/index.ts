/**
 * Finance: a deposit is locked for a term at a fixed daily rate. All interest is frozen in the
 * reserve at the purchase, and paid with the deposit when the term is over. There is no way out
 * before.
 */
import { STATUS } from '@glasshouse/protocol/finance/terms';
import { WALLET } from '../../accounts.ts';
import { defineFixedTerm } from '../../offers/fixed-term-definition.ts';

export const finance = defineFixedTerm({
  name: 'finance',
  code: 5,
  buy: 'buy-finance',
  commandCodes: { define: 100, buy: 95 },
  event: 'finance-order-changed',
  wallet: WALLET.finance,
  reserve: ['financeReserve', 10],
  interest: 'interest',
  reasonCodes: { bought: 24, reserved: 25, returned: 26, interest: 27 },
  // A quota is that of an issue.
  hasReturningQuota: false,
  atEnd: { status: STATUS.completed, isPaid: true },
});

/**
 * Finance: a deposit is locked for a term at a fixed daily rate. All interest is frozen in the
 * reserve at the purchase, and paid with the deposit when the term is over. There is no way out
 * before.
 */
import { WALLET } from '../../accounts.ts';
import type { Kernel } from '../../contract/feature.ts';
import type { FixedTermDescription } from '../../offers/fixed-term-description.ts';
import { FixedTermFeature } from '../../offers/fixed-term-feature.ts';
import type { FinanceCommand } from './commands.ts';
import { FINANCE_HOUSE, FINANCE_REASON } from './reasons.ts';

/** States of an order. It begins as hosting, 0. */
const COMPLETED = 1;

export const FINANCE = {
  name: 'finance',
  code: 5,
  event: 'finance-order-changed',
  wallet: WALLET.finance,
  reserve: FINANCE_HOUSE.financeReserve,
  reasons: {
    bought: FINANCE_REASON['finance-bought'],
    reserved: FINANCE_REASON['finance-reserved'],
    returned: FINANCE_REASON['finance-returned'],
    interest: FINANCE_REASON['finance-interest'],
  },
  refusals: {
    'unknown-offer': 'finance/unknown-offer',
    'not-on-sale': 'finance/not-on-sale',
    'terms-changed': 'finance/terms-changed',
    'amount-missing': 'finance/amount-missing',
    'below-minimum': 'finance/below-minimum',
    'quota-exceeded': 'finance/quota-exceeded',
    'owner-limit': 'finance/owner-limit',
    'too-many-orders': 'finance/too-many-orders',
    'reserve-short': 'finance/reserve-short',
  },
  // A quota is that of an issue.
  hasReturningQuota: false,
  atEnd: { status: COMPLETED, isPaid: true },
} as const satisfies FixedTermDescription;

export class Finance extends FixedTermFeature<FinanceCommand, 'finance-order-changed'> {
  readonly commands = { 'define-finance-offer': this.define, 'buy-finance': this.buy };

  constructor(kernel: Kernel) {
    super(kernel, FINANCE);
  }
}

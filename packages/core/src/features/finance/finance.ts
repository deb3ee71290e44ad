/**
 * Finance: a deposit is locked for a term at a fixed daily rate. All interest is frozen in the
 * reserve at the purchase, and paid with the deposit when the term is over. There is no way out
 * before.
 */
import { WALLET } from '../../accounts.ts';
import type { ByteReader, ByteWriter } from '../../byte-stream.ts';
import type { DueItem } from '../../due-queue.ts';
import type { CoreFeature, Finding, Hold, Kernel, Obligation, PricedTick } from '../../feature.ts';
import { loadFixedTerms, saveFixedTerms } from '../../offers/fixed-term-snapshot.ts';
import { FixedTerms } from '../../offers/fixed-terms.ts';
import { done, made } from '../../outcomes.ts';
import type { FinanceCommand } from './commands.ts';
import type { FinanceOrderChanged } from './events.ts';
import { FINANCE_HOUSE, FINANCE_REASON } from './reasons.ts';

export const FINANCE = 'finance';
/** `FeatureDefinition.code`. */
export const FINANCE_CODE = 5;

/** States of an order. It begins as hosting, 0. */
const COMPLETED = 1;
export class Finance implements CoreFeature<FinanceCommand, FinanceOrderChanged> {
  readonly terms: FixedTerms<'finance-order-changed'>;
  readonly snapshotVersion = 1;
  readonly commands: CoreFeature<FinanceCommand, FinanceOrderChanged>['commands'] = {
    'define-finance-offer': (command) => made(this.terms.define(command), command.offer),
    'buy-finance': (command, timeMs) => {
      const bought = this.terms.buy(command, timeMs);
      return typeof bought === 'string' ? done(bought) : made(null, bought);
    },
  };

  constructor(kernel: Kernel) {
    this.terms = new FixedTerms(kernel, {
      code: FINANCE_CODE,
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
    });
  }

  onTick(tick: PricedTick): void {
    this.terms.deadlines.onTick(tick);
  }

  afterTick(): void {}

  processDue({ id, tickMs }: DueItem): boolean {
    this.terms.pay(id, { status: COMPLETED, endedMs: tickMs });
    return true;
  }

  restoreDue(item: DueItem): void {
    this.terms.deadlines.restoreDue(item);
  }

  onRules(): void {}

  save(out: ByteWriter): void {
    saveFixedTerms(this.terms, out);
  }

  load(input: ByteReader): void {
    loadFixedTerms(this.terms, input);
  }

  holds(): Iterable<Hold> {
    return this.terms.holds();
  }

  obligations(timeMs: number): Obligation[] {
    return this.terms.obligations(timeMs);
  }

  findings(): Finding[] {
    return this.terms.findings(FINANCE);
  }

  open(owner?: number): Iterable<FinanceOrderChanged> {
    return this.terms.open(owner);
  }
}

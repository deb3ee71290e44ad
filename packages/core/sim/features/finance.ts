/** The simulation of finance. */
import type { Command, FinanceCommand } from '../../src/index.ts';
import { AuditedFixedTerms } from '../auditor/fixed-terms.ts';
import type { Audited, AuditedFeature, WeightedStep } from '../feature.ts';
import { capitalOf, offer, purchase } from '../fixed-term-steps.ts';

const [WALLET, RESERVE] = [3, 10];

export const steps: readonly WeightedStep<Command>[] = [
  { weight: 2, arbitrary: capitalOf(RESERVE) },
  {
    weight: 4,
    arbitrary: offer.map((terms) => ({ type: 'define-finance-offer' as const, ...terms })),
  },
  { weight: 6, arbitrary: purchase.map((bought) => ({ type: 'buy-finance' as const, ...bought })) },
];

/** From the rules: interest is set aside at the purchase, and paid with the deposit at the end. */
export function audit(audited: Audited): AuditedFeature<FinanceCommand> {
  const terms: AuditedFixedTerms = new AuditedFixedTerms(audited, {
    feature: 'finance',
    event: 'finance-order-changed',
    wallet: WALLET,
    reserve: RESERVE,
    frees: false,
    onEnd: (term, endedMs) => terms.end(term, { isPaid: true, status: 1, endedMs }),
  });
  return {
    rules: {
      'define-finance-offer': (command) => terms.define(command),
      'buy-finance': (command, outcome, timeMs) => terms.buy(command, outcome, timeMs),
    },
    see: (event) => terms.see(event),
    house: [RESERVE],
    reserve: RESERVE,
    due: terms.due,
  };
}

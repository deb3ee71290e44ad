/** The simulation of finance. */
import type { FinanceCommand, FinanceOrderChanged } from '../../src/index.ts';
import { AuditedFixedTerms } from '../auditor/fixed-terms.ts';
import type { Audited, AuditedFeature, StatesOf } from '../feature.ts';
import { fixedTermSetUp, fixedTermSteps } from '../fixed-term-steps.ts';

const [WALLET, RESERVE] = [3, 10];

const PRODUCT = { reserve: RESERVE, define: 'define-finance-offer', buy: 'buy-finance' } as const;

export const setUp = fixedTermSetUp(PRODUCT);
export const steps = fixedTermSteps(PRODUCT);

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
    reserve: RESERVE,
    due: terms.due,
  };
}

const NONE = { none: [], hosting: [], completed: [] } as const;

const ORDERS: StatesOf<FinanceOrderChanged, 'hosting' | 'completed'> = {
  of: 'finance',
  idOf: ({ order }) => order,
  stateOf: ({ status }) => (status === 0 ? 'hosting' : 'completed'),
  transitions: {
    'buy-finance': { ...NONE, none: ['hosting'] },
    'process-due': { ...NONE, hosting: ['completed'] },
  },
};

export const states = { 'finance-order-changed': ORDERS };

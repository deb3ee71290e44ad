/** The simulation of mining. */
import fc from 'fast-check';
import type { Command, CoreEvent, Exchange } from '../../src/index.ts';
import { AuditedFixedTerms, type AuditedTerm } from '../auditor/fixed-terms.ts';
import type { Audited, AuditedFeature, NamedSteps, StatesOf, Verdict, WeightedStep } from '../feature.ts';
import { fixedTermSetUp, fixedTermSteps } from '../fixed-term-steps.ts';
import { OWNERS } from '../owners.ts';
import { owner } from '../values.ts';

const [WALLET, RESERVE] = [4, 11];
const [PROCEEDING, OVER, REDEEMED, EARLY] = [0, 1, 2, 3];

type MiningCommand = Extract<
  Command,
  { readonly type: 'define-mining-offer' | 'buy-miner' | 'redeem-miner' | 'redeem-miner-early' }
>;
type MinerChanged = Extract<CoreEvent, { readonly type: 'miner-changed' }>;

const PRODUCT = { reserve: RESERVE, define: 'define-mining-offer', buy: 'buy-miner' } as const;

export const setUp: readonly Command[] = [
  ...fixedTermSetUp(PRODUCT),
  // Bought at once, so that some orders have ended after the first long gap between ticks.
  ...OWNERS.slice(1).map((buyer): Command => {
    const terms = { offer: 1, dailyRatePpb: 180_000, days: 1 };
    return { type: 'buy-miner', owner: buyer, amount: 1_000_000, ...terms };
  }),
];

export const steps: readonly WeightedStep<Command>[] = [
  ...fixedTermSteps(PRODUCT),
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('redeem-miner' as const), owner, order: fc.nat({ max: 39 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('redeem-miner-early' as const),
      owner,
      order: fc.nat({ max: 39 }),
    }),
  },
];

/** Most redemptions are of a miner that exists, and in the state that they need. */
export const named: NamedSteps = {
  'redeem-miner': (step, exchange) => ofMiner(step, exchange, OVER),
  'redeem-miner-early': (step, exchange) => ofMiner(step, exchange, PROCEEDING),
};

function ofMiner<C extends { readonly owner: number; readonly order: number }>(
  step: C,
  exchange: Exchange,
  status: number,
): C {
  if (step.order % 10 === 0) return step;
  const all = [...exchange.features.mining.open()];
  const fitting = all.filter((miner) => miner.status === status);
  const miners = fitting.length > 0 && step.order % 10 > 1 ? fitting : all;
  const miner = miners[step.order % Math.max(1, miners.length)];
  return miner === undefined ? step : { ...step, owner: miner.owner, order: miner.order };
}

/**
 * From the rules: a tick ends a cycle, then the owner is paid deposit and reward; before that he
 * gets the deposit back and gives the reward up.
 */
export function audit(audited: Audited): AuditedFeature<MiningCommand> {
  const terms: AuditedFixedTerms = new AuditedFixedTerms(audited, {
    feature: 'mining',
    event: 'miner-changed',
    wallet: WALLET,
    reserve: RESERVE,
    frees: true,
    onEnd: (term) => {
      term.status = OVER;
      terms.tell(term);
    },
  });
  /** Judges what needs a miner of the owner. */
  const withMiner = (
    wanted: { readonly owner: number; readonly order: number },
    judge: (miner: AuditedTerm) => Verdict,
  ): Verdict => {
    if (!audited.owners.has(wanted.owner)) return 'wallet/account-unknown';
    const miner = terms.open.find((one) => one.order === wanted.order && one.owner === wanted.owner);
    return miner === undefined ? 'mining/unknown-miner' : judge(miner);
  };
  return {
    rules: {
      'define-mining-offer': (command) => terms.define(command),
      'buy-miner': (command, outcome, timeMs) => terms.buy(command, outcome, timeMs),
      'redeem-miner': (command, _outcome, timeMs) =>
        withMiner(command, (miner) => {
          if (miner.status !== OVER) return 'mining/not-over';
          terms.end(miner, { isPaid: true, status: REDEEMED, endedMs: timeMs });
          return null;
        }),
      'redeem-miner-early': (command, _outcome, timeMs) =>
        withMiner(command, (miner) => {
          if (miner.dueMs <= timeMs || terms.isOver(miner)) return 'mining/cycle-over';
          terms.end(miner, { isPaid: false, status: EARLY, endedMs: timeMs });
          return null;
        }),
    },
    see: (event) => terms.see(event),
    needs: () => false,
    reserve: terms.reserve,
    due: terms.due,
  };
}

const STATES = ['proceeding', 'to-be-redeemed', 'redeemed', 'redeemed-early'] as const;
const NONE = { none: [], proceeding: [], 'to-be-redeemed': [], redeemed: [], 'redeemed-early': [] } as const;

const MINERS: StatesOf<MinerChanged, (typeof STATES)[number]> = {
  of: 'miner',
  idOf: ({ order }) => order,
  stateOf: ({ status }) => STATES[status]!,
  transitions: {
    'buy-miner': { ...NONE, none: ['proceeding'] },
    'process-due': { ...NONE, proceeding: ['to-be-redeemed'] },
    'redeem-miner': { ...NONE, 'to-be-redeemed': ['redeemed'] },
    'redeem-miner-early': { ...NONE, proceeding: ['redeemed-early'] },
  },
};

export const states = { 'miner-changed': MINERS };

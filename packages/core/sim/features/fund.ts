/** The simulation of funds. */
import fc from 'fast-check';
import type { Command, Exchange, FundCommand, HoldingChanged } from '../../src/index.ts';
import { AuditedFunds } from './fund/audited-funds.ts';
import type { Audited, AuditedFeature, NamedSteps, StatesOf, WeightedStep } from '../feature.ts';
import { FUND_OFFERS, FUND_SET_UP } from './fund/set-up.ts';
import { owner, wild } from '../values.ts';

type Issue = Extract<Command, { readonly type: 'issue' }>;

const rarely = <T>(common: T, ...rare: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(common) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  );
/** Which open holding is meant; see `named`. */
const holding = fc.nat({ max: 1_000 });

export const setUp = FUND_SET_UP;

export const steps: readonly WeightedStep<FundCommand | Issue>[] = [
  {
    weight: 9,
    arbitrary: fc
      .record({
        owner,
        fund: fc.oneof(
          { weight: 20, arbitrary: fc.constantFrom(1, 2, 2) },
          { weight: 1, arbitrary: fc.constant(3) },
        ),
        units: fc.oneof(
          { weight: 12, arbitrary: fc.integer({ min: 10_000, max: 300_000 }) },
          { weight: 2, arbitrary: fc.constantFrom(99, 100, 3_000_000, 10 ** 8, 10 ** 15) },
          { weight: 1, arbitrary: wild },
        ),
        leverage: fc.oneof(
          { weight: 20, arbitrary: fc.constantFrom(1, 2, 3, 3, 5, 5, 5) },
          { weight: 1, arbitrary: fc.constantFrom(0, 4, 6, 1.5) },
        ),
        // Ppm above the last NAV: above the next one, mostly.
        maxNav: fc.constantFrom(100_000, 100_000, 100_000, 100_000, 20_000, 1_000, 0, -1_000, 100_100),
      })
      .map((drawn) => ({
        ...drawn,
        type: 'buy-fund' as const,
        // Fund 1 is offered up to 2x, in larger numbers of units.
        leverage: drawn.fund === 1 && [3, 5].includes(drawn.leverage) ? 2 : drawn.leverage,
        units: drawn.fund === 1 && drawn.units < 10 ** 6 ? drawn.units * 10 : drawn.units,
      })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('sell-fund' as const),
      owner,
      holding,
      minNav: fc.constantFrom(-100_000, -100_000, -100_000, -20, 0, 0, 1, Number.NaN),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('set-fund-limit' as const),
      owner,
      holding,
      limitNav: fc.constantFrom(1, 1, 3, 10, 10, 15, 20, 1_000, 0, -1, -(10 ** 9)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('cancel-fund-limit' as const), owner, holding }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('exit-fund' as const),
      owner,
      holding,
      minNav: fc.constantFrom(-100_000, -100_000, -100_000, -5, 0, 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        offer: fc.constantFrom(...FUND_OFFERS),
        fund: rarely(0, 2, -9),
        quote: rarely(0, 1, 9),
        quantity: rarely(0, 1, -(10 ** 15)),
        market: rarely(0, 1, 7),
        repeats: rarely(1, 2, 0),
        buyFeePpm: fc.constantFrom(0, 1_000, 1_000, 100_001),
        exitFeePpm: rarely(5_000, 100_000, -1),
        lendingDailyPpb: rarely(0, 10_000_001),
        maxLeverage: rarely(0, 1, -5),
        minUnits: rarely(100, 0, 50_000),
        maxPerOwner: fc.constantFrom(0, 0, 0, 4_000_000),
        quota: fc.constantFrom(10 ** 8, 10 ** 8, 10 ** 8, 6_000_000, 0),
        coverPpm: rarely(0, 10 ** 7, -3),
        endsMs: rarely(0, 1, -1, 2 ** 50),
      })
      .map(({ offer, repeats, quantity, market, ...drawn }) => ({
        ...offer,
        ...drawn,
        type: 'define-fund-offer' as const,
        fund: offer.fund + drawn.fund,
        quote: offer.quote + drawn.quote,
        lendingDailyPpb: offer.lendingDailyPpb + drawn.lendingDailyPpb,
        maxLeverage: offer.maxLeverage + drawn.maxLeverage,
        coverPpm: offer.coverPpm + drawn.coverPpm,
        basket: Array.from({ length: repeats }, () => offer.basket)
          .flat()
          .map((part) => ({ ...part, quantity: part.quantity + quantity, market: part.market + market })),
      })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('issue' as const),
      owner: fc.constant(12),
      wallet: fc.constant(0),
      asset: fc.constant(0),
      amount: fc.integer({ min: 1, max: 100 }),
      reason: fc.constant('house-capital' as const),
    }),
  },
];

/**
 * Of all open holdings, mostly one that is bought, and of their owner. NAVs of steps count from the
 * last one.
 */
function pickedFrom<S extends { readonly owner: number; readonly holding: number }>(
  step: S,
  { features: { fund } }: Exchange,
): S & { readonly nav: number } {
  const all = [...fund.holdings.all()];
  const bought = all.filter(({ status }) => status > 0);
  const open = step.holding % 13 === 1 ? all : bought;
  const picked = open[step.holding % Math.max(1, open.length)];
  if (picked === undefined) return { ...step, nav: 0 };
  const nav = fund.offers.of(picked.fund)!.nav;
  const isOwn = step.holding % 17 !== 1;
  return { ...step, holding: picked.holding, owner: isOwn ? picked.owner : step.owner, nav };
}

export const named: NamedSteps = {
  'buy-fund': (step, { features }) => {
    const nav = features.fund.offers.of(step.fund)?.nav ?? 0;
    return { ...step, maxNav: nav + Math.floor((nav * step.maxNav) / 1_000_000) };
  },
  'sell-fund': (step, exchange) => {
    const { nav, ...picked } = pickedFrom(step, exchange);
    return { ...picked, minNav: nav + step.minNav };
  },
  'exit-fund': (step, exchange) => {
    const { nav, ...picked } = pickedFrom(step, exchange);
    return { ...picked, minNav: nav + step.minNav };
  },
  'set-fund-limit': (step, exchange) => {
    const { nav, ...picked } = pickedFrom(step, exchange);
    return { ...picked, limitNav: nav + step.limitNav };
  },
  'cancel-fund-limit': (step, exchange) => {
    const { nav: _nav, ...picked } = pickedFrom(step, exchange);
    return picked;
  },
};

export function audit(audited: Audited): AuditedFeature<FundCommand> {
  const funds = new AuditedFunds(audited);
  return {
    rules: {
      'define-fund-offer': (command) => funds.define(command),
      'buy-fund': (command, { id }, timeMs) => funds.buy(command, id, timeMs),
      'sell-fund': (command, _outcome, timeMs) => funds.end(command, 2, timeMs),
      'set-fund-limit': (command, _outcome, timeMs) => funds.setLimit(command, timeMs),
      'cancel-fund-limit': (command) => funds.cancelLimit(command),
      'exit-fund': (command, _outcome, timeMs) => funds.end(command, 4, timeMs),
    },
    see: (event) => {
      if (event.type === 'holding-changed') funds.told(event);
    },
    needs: (market, { timeMs }) => funds.needs(market, timeMs),
    reserve: { owner: 12, owed: () => funds.owed() },
    due: funds.due,
  };
}

const STATUSES = ['waiting', 'holding', 'sold', 'liquidated', 'exited', 'not-filled'] as const;
type HoldingState = (typeof STATUSES)[number] | 'limit-set' | 'end-ordered';

const NONE = {
  none: [],
  waiting: [],
  holding: [],
  'limit-set': [],
  'end-ordered': [],
  sold: [],
  liquidated: [],
  exited: [],
  'not-filled': [],
} as const;

function stateOf({ status, limitNav, orderedEnd }: HoldingChanged): HoldingState {
  if (status !== 1) return STATUSES[status]!;
  if (orderedEnd > 0) return 'end-ordered';
  return limitNav > 0 ? 'limit-set' : 'holding';
}

const HOLDINGS: StatesOf<HoldingChanged, HoldingState> = {
  of: 'holding',
  idOf: (event) => event.holding,
  stateOf,
  transitions: {
    'buy-fund': { ...NONE, none: ['waiting'] },
    'sell-fund': { ...NONE, holding: ['end-ordered'], 'limit-set': ['end-ordered'] },
    'set-fund-limit': { ...NONE, holding: ['limit-set'], 'limit-set': ['limit-set'] },
    'cancel-fund-limit': { ...NONE, 'limit-set': ['holding'] },
    'exit-fund': { ...NONE, holding: ['end-ordered'], 'limit-set': ['end-ordered'] },
    'process-due': {
      ...NONE,
      waiting: ['holding', 'liquidated', 'not-filled'],
      holding: ['holding', 'liquidated'],
      'limit-set': ['limit-set', 'sold', 'liquidated'],
      'end-ordered': ['holding', 'limit-set', 'end-ordered', 'sold', 'liquidated', 'exited'],
    },
  },
};

export const states = { 'holding-changed': HOLDINGS };

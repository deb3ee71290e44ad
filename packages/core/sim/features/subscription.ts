/** The simulation of subscriptions. */
import fc from 'fast-check';
import type {
  Command,
  DefineSubscription,
  Exchange,
  ProjectChanged,
  SubscriptionChanged,
  SubscriptionCommand,
} from '../../src/index.ts';
import { AuditedSubscriptions } from './subscription/audited-subscriptions.ts';
import type { Audited, AuditedFeature, NamedSteps, StatesOf, WeightedStep } from '../feature.ts';
import { SUBSCRIPTION_SET_UP } from './subscription/set-up.ts';
import { owner, wild } from '../values.ts';

const POOL = 14;
const TOP_UP_MAX = 100_000;
const NEAR = 60;

/** Mostly one value, sometimes another. */
const rarely = <T>(usual: T, other: T): fc.Arbitrary<T> =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(other) });

/** A pair, and a price with which a unit costs 25, 0.125 or 900 units. */
const sale = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ market: 3, price: 2_500 }) },
  { weight: 4, arbitrary: fc.constant({ market: 1, price: 125 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ market: 2, price: 1 }, { market: 9, price: 1 }, { market: 3, price: 0 }),
  },
);
const after = fc.constantFrom(0, 1_000, 1_000, 2_000, 2_000, 4_000);
const project = fc.constantFrom(1, 1, 2, 2, 3, 4);

/** Times are relative here; `named` makes them absolute. */
const definition = fc
  .record({
    project: fc.oneof(
      { weight: 20, arbitrary: project },
      { weight: 1, arbitrary: fc.constantFrom(0, 1_001) },
    ),
    sale,
    forSale: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 2_000 }) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 9_000 }) },
      { weight: 1, arbitrary: fc.constantFrom(40_000, 60_000, 0) },
    ),
    supply: rarely(100_000, 5_000),
    minAmount: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(1, 1, 100, 100, 2_000) },
      { weight: 1, arbitrary: fc.constant(0) },
    ),
    maxPerOwner: fc.constantFrom(150_000, 150_000, 90_000, 1_000),
    opensMs: fc.constantFrom(-1_000, 0, 0, 0, 0, 1_000, 6_000),
    opensFor: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(2_000, 5_000, 8_000, 30_000, 30_000, 30_000, 60_000) },
      { weight: 1, arbitrary: fc.constant(0) },
    ),
    distributesAfter: after,
    listsAfter: after,
    feePpm: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(0, 10_000, 10_000, 100_000) },
      { weight: 1, arbitrary: fc.constant(100_001) },
    ),
  })
  .map(({ sale: priced, opensFor, distributesAfter, listsAfter, opensMs, ...terms }) => ({
    type: 'define-subscription' as const,
    ...terms,
    ...priced,
    opensMs,
    closesMs: opensMs + opensFor,
    distributesMs: opensMs + opensFor + distributesAfter,
    listsMs: opensMs + opensFor + distributesAfter + listsAfter,
  }));

const amount = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 60_000 }) },
  { weight: 3, arbitrary: fc.constantFrom(99, 100, 1_000, 1_001, 30_000, 90_000, 150_000, 150_001) },
  { weight: 1, arbitrary: wild },
);

export const setUp = SUBSCRIPTION_SET_UP;

export const steps: readonly WeightedStep<Command>[] = [
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('issue' as const),
      owner: fc.constant(POOL),
      wallet: fc.constant(0),
      asset: fc.constantFrom(2, 3),
      amount: fc.integer({ min: 1, max: 9_000 }),
      reason: fc.constant('house-capital' as const),
    }),
  },
  { weight: 10, arbitrary: definition },
  {
    weight: 14,
    arbitrary: fc.record({
      type: fc.constant('subscribe' as const),
      owner,
      project: fc.oneof({ weight: 15, arbitrary: project }, { weight: 1, arbitrary: fc.constant(77) }),
      amount,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('cancel-subscription' as const),
      owner,
      subscription: fc.nat({ max: 39 }),
    }),
  },
];

/** Times count from the command; most cancellations are of a subscription that exists. */
export const named: NamedSteps = {
  'define-subscription': (step, exchange, timeMs) => ({
    ...step,
    project: undecided(step, exchange),
    opensMs: timeMs + step.opensMs,
    closesMs: timeMs + step.closesMs,
    distributesMs: timeMs + step.distributesMs,
    listsMs: timeMs + step.listsMs,
  }),
  subscribe: (step, exchange) => {
    const open = [...exchange.features.subscription.projects.values()].filter(({ phase }) => phase === 1);
    const picked = open[step.project % Math.max(1, open.length)];
    if (step.project === 77 || picked === undefined) return step;
    const { terms, price, total } = picked;
    const raise = Math.floor((terms.forSale * price.numerator) / price.denominator);
    return { ...step, project: terms.project, amount: toppedUp(step.amount, { total, left: raise - total }) };
  },
  'cancel-subscription': (step, exchange) => {
    const open = [...exchange.features.subscription.open()].filter(
      (event) => event.type === 'subscription-changed',
    );
    const picked = open[step.subscription % Math.max(1, open.length)];
    if (step.subscription % 10 === 0 || picked === undefined) return step;
    return { ...step, owner: picked.owner, subscription: picked.subscription };
  },
};

/** Mostly a number whose project has not opened yet, as the terms of others are fixed. */
function undecided({ project: drawn, forSale }: DefineSubscription, { features }: Exchange): number {
  const { projects } = features.subscription;
  const isFixed = (projects.get(drawn)?.phase ?? 0) > 0;
  return isFixed && forSale % 4 !== 0 ? Math.max(...projects.keys()) + 1 : drawn;
}

/**
 * Often tops a project of others up to just more than all that is for sale costs, and leaves it so
 * mostly: then there are units that nobody can pay for. `left` is what it takes until then.
 */
function toppedUp(drawn: number, { total, left }: { total: number; left: number }): number {
  if (total === 0) return left > 1 && drawn > left ? 1 + (drawn % left) : drawn;
  if (left > 0 && left < TOP_UP_MAX && drawn % 4 !== 0) return left + 1 + (drawn % 30);
  return left < 0 && left > -NEAR && drawn % 5 !== 0 ? 0 : drawn;
}

/**
 * From the rules: what is paid in is frozen until the list is divided, coins come from the pool,
 * their cost goes to the proceeds, and the rest is free again.
 */
export function audit(audited: Audited): AuditedFeature<SubscriptionCommand> {
  const subscriptions = new AuditedSubscriptions(audited);
  return {
    rules: {
      'define-subscription': (command, _outcome, timeMs) => subscriptions.define(command, timeMs),
      subscribe: (command, outcome, timeMs) => subscriptions.subscribe(command, outcome, timeMs),
      'cancel-subscription': (command, _outcome, timeMs) => subscriptions.cancel(command, timeMs),
    },
    see: (event) => subscriptions.see(event),
    needs: (market) => subscriptions.needs(market),
    reserve: { owner: POOL, owed: () => subscriptions.owed() },
    due: subscriptions.due,
  };
}

const PHASES = ['warming-up', 'open', 'closing', 'closed', 'distributed', 'listed'] as const;
const STATES = ['open', 'closed', 'distributed', 'cancelled'] as const;

const NO_PROJECT = {
  none: [],
  'warming-up': [],
  open: [],
  closing: [],
  closed: [],
  distributed: [],
  listed: [],
} as const;

const PROJECTS: StatesOf<ProjectChanged, (typeof PHASES)[number]> = {
  of: 'project',
  idOf: ({ project: number }) => number,
  stateOf: ({ phase }) => PHASES[phase]!,
  transitions: {
    'define-subscription': {
      ...NO_PROJECT,
      none: ['warming-up', 'open'],
      'warming-up': ['warming-up', 'open'],
    },
    // What is paid in so far is part of what a project reports.
    subscribe: { ...NO_PROJECT, open: ['open'] },
    'cancel-subscription': { ...NO_PROJECT, open: ['open'] },
    tick: { ...NO_PROJECT, 'warming-up': ['open', 'closing'], open: ['closing'] },
    'process-due': {
      ...NO_PROJECT,
      closing: ['closing', 'closed', 'distributed', 'listed'],
      closed: ['distributed', 'listed'],
      distributed: ['listed'],
    },
  },
};

const NO_SUBSCRIPTION = {
  none: [],
  open: [],
  closed: [],
  distributed: [],
  cancelled: [],
} as const;

const SUBSCRIPTIONS: StatesOf<SubscriptionChanged, (typeof STATES)[number]> = {
  of: 'subscription',
  idOf: ({ subscription }) => subscription,
  stateOf: ({ status }) => STATES[status]!,
  transitions: {
    subscribe: { ...NO_SUBSCRIPTION, none: ['open'], open: ['open'] },
    'cancel-subscription': { ...NO_SUBSCRIPTION, open: ['cancelled'] },
    'process-due': { ...NO_SUBSCRIPTION, open: ['closed', 'distributed'], closed: ['closed', 'distributed'] },
  },
};

export const states = { 'project-changed': PROJECTS, 'subscription-changed': SUBSCRIPTIONS };

/** A project: its terms, its phase, and the subscriptions that are not distributed yet. */
import { MAX_UNITS } from '@glasshouse/money';
import {
  priceOf,
  raiseOf,
  type Cut,
  type Price,
  type SaleTerms,
} from '@glasshouse/protocol/subscription/quote';
import { FEE_PPM_MAX, isWithin, type Range } from '../../contract/bounds.ts';
import type { Market, Registry } from '../../registry.ts';
import { SUBSCRIPTION_COMMANDS, type DefineSubscription } from './commands.ts';
import { PHASE, SUBSCRIPTION_STATUS, type ProjectChanged, type SubscriptionChanged } from './events.ts';

const PROJECTS_MAX = 1_000;
/** Working out and paying a list takes memory and time for each. */
export const SUBSCRIBERS_MAX = 500_000;

export type Terms = Omit<DefineSubscription, 'type'>;
/** The order in which snapshots write the terms. */
export const TERM_FIELDS = Object.keys(
  SUBSCRIPTION_COMMANDS['define-subscription'].shape,
) as readonly (keyof Terms)[];

/** The terms of a command, in this order. */
export function termsOf(command: Terms): Terms {
  return Object.fromEntries(TERM_FIELDS.map((field) => [field, command[field]])) as Terms;
}

const BOUNDS = {
  project: [1, PROJECTS_MAX],
  price: [1, MAX_UNITS],
  supply: [1, MAX_UNITS],
  forSale: [1, MAX_UNITS],
  minAmount: [1, MAX_UNITS],
  maxPerOwner: [1, MAX_UNITS],
  opensMs: [0, MAX_UNITS],
  closesMs: [0, MAX_UNITS],
  distributesMs: [0, MAX_UNITS],
  listsMs: [0, MAX_UNITS],
  feePpm: [0, FEE_PPM_MAX],
} as const satisfies Partial<Record<keyof Terms, Range>>;

/** Whether the numbers make sense, and the project closes in the future. */
export function areTermsSound(terms: Terms, timeMs: number): boolean {
  const { supply, forSale, minAmount, maxPerOwner, opensMs, closesMs, distributesMs, listsMs } = terms;
  return (
    isWithin(terms, BOUNDS) &&
    forSale <= supply &&
    minAmount <= maxPerOwner &&
    opensMs < closesMs &&
    timeMs < closesMs &&
    closesMs <= distributesMs &&
    distributesMs <= listsMs
  );
}

/** The price of a unit; null where it cannot be exact, or where all coins cost nothing. */
export function unitPriceOf(terms: Terms, market: Market, registry: Registry): Price | null {
  const price = priceOf({
    price: terms.price,
    priceDecimals: market.definition.priceDecimals,
    coinDecimals: registry.assets[market.base]!.decimals,
    quoteDecimals: registry.assets[market.quote]!.decimals,
  });
  return price === null || raiseOf(terms.forSale, price) <= 0 ? null : price;
}

export type Subscription = {
  -readonly [K in keyof Omit<SubscriptionChanged, 'type'>]: SubscriptionChanged[K];
} & {
  /** What the division of its share left; 0 where it gets no further unit. */
  remainder: number;
};

/** The order in which snapshots write the fields. */
export const SUBSCRIPTION_FIELDS = [
  'subscription',
  'owner',
  'revision',
  'project',
  'amount',
  'coins',
  'cost',
  'isRounded',
  'status',
  'placedMs',
  'endedMs',
  'remainder',
] as const satisfies readonly (keyof Subscription)[];

export class Project {
  terms: Terms;
  readonly market: Market;
  readonly price: Price;
  phase: number = PHASE.warmingUp;
  /** How many of its times ticks have reached: opening, close, distribution, listing. */
  reached = 0;
  /** By owner, in order of their numbers. Emptied when all are distributed. */
  readonly subscriptions = new Map<number, Subscription>();
  /** Subscriptions and their amounts, also after they were distributed. */
  subscribers = 0;
  total = 0;
  sold = 0;
  cost = 0;
  fee = 0;
  /** Coins that have left the pool. */
  given = 0;
  /** How many lines the current work on the list has done. */
  cursor = 0;
  /** Who gets the units that are left, once it is known. */
  cut: Cut = { above: Infinity, equals: 0 };
  #list: readonly Subscription[] = [];

  constructor(terms: Terms, { market, price }: { readonly market: Market; readonly price: Price }) {
    this.terms = terms;
    this.market = market;
    this.price = price;
  }

  /** The time that comes next; Infinity after the last. */
  get nextMs(): number {
    const { opensMs, closesMs, distributesMs, listsMs } = this.terms;
    return [opensMs, closesMs, distributesMs, listsMs][this.reached] ?? Infinity;
  }

  /** What decides all shares. */
  get sale(): SaleTerms {
    return { price: this.price, forSale: this.terms.forSale, total: this.total };
  }

  /** Coins frozen in the pool. */
  get pooled(): number {
    return this.phase >= PHASE.distributed ? 0 : this.terms.forSale - this.given;
  }

  /** The lines of the fixed list, in order of their numbers. */
  get list(): readonly Subscription[] {
    if (this.#list.length !== this.subscriptions.size) this.#list = [...this.subscriptions.values()];
    return this.#list;
  }

  forgetList(): void {
    this.subscriptions.clear();
    this.#list = [];
  }
}

export function projectEvent(project: Project): ProjectChanged {
  const { terms, phase, subscribers, total, fee } = project;
  // While a list is worked out, its sums are not known.
  const { sold, cost } = phase >= PHASE.closed ? project : { sold: 0, cost: 0 };
  return Object.freeze({ type: 'project-changed', ...terms, phase, subscribers, total, sold, cost, fee });
}

/** Reports a change. */
export function changedEvent(line: Subscription): SubscriptionChanged {
  line.revision++;
  return subscriptionEvent(line);
}

/** A subscription as it was reported last. */
export function subscriptionEvent({ remainder: _remainder, ...fields }: Subscription): SubscriptionChanged {
  return Object.freeze({ type: 'subscription-changed', ...fields });
}

export const isDistributed = ({ status }: Subscription): boolean =>
  status === SUBSCRIPTION_STATUS.distributed;

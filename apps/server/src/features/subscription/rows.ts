/** Projects, subscriptions and lines of lists as the API shows them. */
import { PHASE, SUBSCRIPTION_STATUS, type ProjectChanged, type SubscriptionChanged } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import type { AllocationLine, ProjectRow, SubscriptionRow } from '@glasshouse/protocol/subscription';
import { FIRM_AFTER_MS, priceOf, raiseOf } from '@glasshouse/protocol/subscription/quote';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Ports } from '../../contract/ports.ts';
import type { SubscriptionsTable } from './tables.ts';

/** Parts per million have six decimals. */
const PPM_DECIMALS = 6;

export const STATUSES = ['open', 'closed', 'distributed', 'cancelled'] as const;
export const isPublished = (phase: number): boolean => phase >= PHASE.closed;

type Project = Omit<ProjectChanged, 'type'>;
export type SubscriptionFields = Omit<SubscriptionChanged, 'type' | 'revision'>;

/** A project as it was reported last; undefined if there is none. */
export function projectOf({ exchange }: Catalogue, number: number): ProjectChanged | undefined {
  for (const event of exchange.features.subscription.reportedProjects())
    if (event.project === number) return event;
  return undefined;
}

export function projectRowOf(
  { catalogue, offerTexts }: Pick<Ports, 'catalogue' | 'offerTexts'>,
  project: Project,
  { cancellable, digest }: { readonly cancellable: number; readonly digest: string | null },
): ProjectRow {
  const { market, base, quote, symbol } = catalogue.marketAt(project.market);
  const coins = (units: number): string => formatDecimal(units, base.decimals);
  const paid = (units: number): string => formatDecimal(units, quote.decimals);
  const { priceDecimals } = market.definition;
  const [coinDecimals, quoteDecimals] = [base.decimals, quote.decimals];
  const price = priceOf({ price: project.price, priceDecimals, coinDecimals, quoteDecimals })!;
  return {
    project: project.project,
    coin: base.code,
    currency: quote.code,
    symbol,
    price: formatDecimal(project.price, priceDecimals),
    supply: coins(project.supply),
    forSale: coins(project.forSale),
    raise: paid(raiseOf(project.forSale, price)),
    minAmount: paid(project.minAmount),
    maxPerOwner: paid(project.maxPerOwner),
    opensTime: project.opensMs,
    closesTime: project.closesMs,
    distributesTime: project.distributesMs,
    listsTime: project.listsMs,
    feeRate: formatDecimal(project.feePpm, PPM_DECIMALS),
    phase: project.phase,
    subscribers: project.subscribers,
    total: paid(project.total),
    cancellable: paid(cancellable),
    sold: coins(project.sold),
    cost: paid(project.cost),
    fee: paid(project.fee),
    digest,
    coinDecimals,
    currencyDecimals: quoteDecimals,
    texts: offerTexts.of('subscription', project.project),
  };
}

export function subscriptionRowOf(catalogue: Catalogue, one: SubscriptionFields): SubscriptionRow {
  const { base, quote, terms } = coinsOf(catalogue, one.project);
  const { amount, coins, cost, status, endedMs } = one;
  const isShared = status === SUBSCRIPTION_STATUS.closed || status === SUBSCRIPTION_STATUS.distributed;
  const isCancelled = status === SUBSCRIPTION_STATUS.cancelled;
  return {
    id: String(one.subscription),
    project: one.project,
    coin: base.code,
    currency: quote.code,
    amount: formatDecimal(amount, quote.decimals),
    coins: formatDecimal(coins, base.decimals),
    cost: formatDecimal(cost, quote.decimals),
    returned: formatDecimal(isShared || isCancelled ? amount - cost : 0, quote.decimals),
    isRounded: one.isRounded === 1,
    status,
    time: one.placedMs,
    cancelUntil: Math.min(one.placedMs + FIRM_AFTER_MS, terms.closesMs),
    endTime: endedMs === 0 ? null : endedMs,
  };
}

/** A line of the published list, which names nobody. */
export function allocationLineOf(catalogue: Catalogue, row: SubscriptionsTable): AllocationLine {
  const { base, quote } = coinsOf(catalogue, row.project);
  return {
    id: String(row.subscription_id),
    amount: formatDecimal(row.amount, quote.decimals),
    coins: formatDecimal(row.coins, base.decimals),
    cost: formatDecimal(row.cost, quote.decimals),
  };
}

function coinsOf(catalogue: Catalogue, project: number) {
  const known = catalogue.exchange.features.subscription.projects.get(project);
  if (known === undefined) throw new Error(`project ${project} is not defined`);
  return { ...catalogue.marketAt(known.terms.market), terms: known.terms };
}

export function fieldsOf(row: SubscriptionsTable): SubscriptionFields {
  return {
    subscription: row.subscription_id,
    owner: row.owner,
    project: row.project,
    amount: row.amount,
    coins: row.coins,
    cost: row.cost,
    isRounded: row.is_rounded,
    status: row.status,
    placedMs: row.placed_ms,
    endedMs: row.ended_ms,
  };
}

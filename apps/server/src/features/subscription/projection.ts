/** Writes projects and subscriptions as a batch leaves them, and how many of each state exist. */
import { SUBSCRIPTION_STATUS, type ProjectChanged, type SubscriptionChanged } from '@glasshouse/core';
import type { Projection, RowCollector } from '../../pipeline/projection.ts';
import { totalsProjection } from '../../pipeline/totals.ts';

type Values = ReturnType<RowCollector['rows']>[number];

const projects: Projection = {
  table: {
    name: 'subscription_projects',
    columns: {
      project: 'integer',
      market: 'integer',
      price: 'bigint',
      supply: 'bigint',
      for_sale: 'bigint',
      min_amount: 'bigint',
      max_per_owner: 'bigint',
      opens_ms: 'bigint',
      closes_ms: 'bigint',
      distributes_ms: 'bigint',
      lists_ms: 'bigint',
      fee_ppm: 'integer',
      phase: 'smallint',
      subscribers: 'bigint',
      total: 'bigint',
      sold: 'bigint',
      cost: 'bigint',
      fee: 'bigint',
      changed_seq: 'bigint',
    },
    key: ['project'],
    onConflict: {
      update: [
        'price',
        'supply',
        'for_sale',
        'min_amount',
        'max_per_owner',
        'opens_ms',
        'closes_ms',
        'distributes_ms',
        'lists_ms',
        'fee_ppm',
        'phase',
        'subscribers',
        'total',
        'sold',
        'cost',
        'fee',
        'changed_seq',
      ],
    },
  },
  forget: null,
  collect: () => collectLast('project-changed', (event) => event.project, projectValues),
};

const subscriptions: Projection = {
  table: {
    name: 'subscriptions',
    columns: {
      subscription_id: 'bigint',
      owner: 'bigint',
      project: 'integer',
      amount: 'bigint',
      coins: 'bigint',
      cost: 'bigint',
      is_rounded: 'smallint',
      status: 'smallint',
      placed_ms: 'bigint',
      ended_ms: 'bigint',
      changed_seq: 'bigint',
    },
    key: ['subscription_id'],
    onConflict: { update: ['amount', 'coins', 'cost', 'is_rounded', 'status', 'ended_ms', 'changed_seq'] },
  },
  forget: null,
  collect: () => collectLast('subscription-changed', (event) => event.subscription, subscriptionValues),
};

/** The last event of each object. */
function collectLast<Type extends 'project-changed' | 'subscription-changed'>(
  type: Type,
  keyOf: (event: Extract<ProjectChanged | SubscriptionChanged, { readonly type: Type }>) => number,
  valuesOf: (
    event: Extract<ProjectChanged | SubscriptionChanged, { readonly type: Type }>,
    seq: number,
  ) => Values,
): RowCollector {
  const rows = new Map<number, Values>();
  return {
    add(event, { seq }) {
      if (event.type !== type) return;
      const changed = event as Extract<ProjectChanged | SubscriptionChanged, { readonly type: Type }>;
      rows.set(keyOf(changed), valuesOf(changed, seq));
    },
    rows: () => [...rows.values()],
  };
}

function projectValues(event: ProjectChanged, changed_seq: number): Values {
  return {
    project: event.project,
    market: event.market,
    price: event.price,
    supply: event.supply,
    for_sale: event.forSale,
    min_amount: event.minAmount,
    max_per_owner: event.maxPerOwner,
    opens_ms: event.opensMs,
    closes_ms: event.closesMs,
    distributes_ms: event.distributesMs,
    lists_ms: event.listsMs,
    fee_ppm: event.feePpm,
    phase: event.phase,
    subscribers: event.subscribers,
    total: event.total,
    sold: event.sold,
    cost: event.cost,
    fee: event.fee,
    changed_seq,
  };
}

function subscriptionValues(event: SubscriptionChanged, changed_seq: number): Values {
  return {
    subscription_id: event.subscription,
    owner: event.owner,
    project: event.project,
    amount: event.amount,
    coins: event.coins,
    cost: event.cost,
    is_rounded: event.isRounded,
    status: event.status,
    placed_ms: event.placedMs,
    ended_ms: event.endedMs,
    changed_seq,
  };
}

const { open, closed, distributed, cancelled } = SUBSCRIPTION_STATUS;

/** A subscription that changes its state leaves the one before. */
export const subscriptionTotals = totalsProjection(
  { name: 'subscription_totals', key: { status: 'smallint' }, sums: ['subscriptions'] },
  (event, add) => {
    if (event.type !== 'subscription-changed') return;
    const { owner, status } = event;
    const isMore = status === open ? event.revision > 1 : status === closed && event.isRounded === 1;
    if (isMore) return;
    if (status === closed || status === cancelled) add({ owner, status: open, subscriptions: -1 });
    if (status === distributed) add({ owner, status: closed, subscriptions: -1 });
    add({ owner, status, subscriptions: 1 });
  },
);

export const createProjections = (): readonly Projection[] => [projects, subscriptions, subscriptionTotals];

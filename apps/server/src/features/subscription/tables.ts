/** The tables of subscriptions. Amounts are in units. */

export interface SubscriptionProjectsTable {
  project: number;
  market: number;
  price: number;
  supply: number;
  for_sale: number;
  min_amount: number;
  max_per_owner: number;
  opens_ms: number;
  closes_ms: number;
  distributes_ms: number;
  lists_ms: number;
  fee_ppm: number;
  phase: number;
  subscribers: number;
  total: number;
  sold: number;
  cost: number;
  fee: number;
  /** The command that changed it last. */
  changed_seq: number;
}

export interface SubscriptionsTable {
  subscription_id: number;
  owner: number;
  project: number;
  amount: number;
  coins: number;
  cost: number;
  is_rounded: number;
  status: number;
  placed_ms: number;
  ended_ms: number;
  changed_seq: number;
}

export interface SubscriptionTotalsTable {
  owner: number;
  status: number;
  subscriptions: number;
}

/** No projection: it is written once, when a list is published. */
export interface SubscriptionDigestsTable {
  project: number;
  /** SHA-256 of the list's file, in hexadecimal. */
  digest: string;
  published_ms: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    subscription_projects: SubscriptionProjectsTable;
    subscriptions: SubscriptionsTable;
    subscription_totals: SubscriptionTotalsTable;
    subscription_digests: SubscriptionDigestsTable;
  }
}

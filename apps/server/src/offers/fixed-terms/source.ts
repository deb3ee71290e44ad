/** What a product of fixed terms says of itself on the server. All else follows from it. */
import type { Command, CoreEvent, Exchange, FixedTermOrder, PostingReason } from '@glasshouse/core';
import type { Schema } from '../../db/schema.ts';
import type { FixedTermOrdersTable, FixedTermTotalsTable } from './tables.ts';

type Features = Exchange['features'];
/** The features whose offers are fixed terms. */
export type FixedTermFeature = {
  [F in keyof Features]: Features[F] extends { readonly terms: unknown } ? F : never;
}[keyof Features];

type TablesOf<Row> = { [T in keyof Schema]: Schema[T] extends Row ? T : never }[keyof Schema];
export type OrdersTable = TablesOf<FixedTermOrdersTable>;
type TotalsTable = TablesOf<FixedTermTotalsTable>;

interface PurchaseFields {
  readonly offer: number;
  readonly amount: number;
  readonly dailyRatePpb: number;
}
interface OfferFields {
  readonly offer: number;
  readonly minAmount: number;
  readonly dailyRatePpb: number;
}

/** A state of its orders. Its number is its place in the list. */
export interface FixedTermState {
  /** As files of orders have it. */
  readonly name: string;
  /** The state before it; null for the first one. */
  readonly follows: number | null;
  readonly isOpen: boolean;
  /** What an order has of its interest: that of the full days, all of it, or nothing. */
  readonly earns: 'so-far' | 'all' | 'nothing';
}

export interface FixedTermSource {
  readonly feature: FixedTermFeature;
  /** What an order is called, and several of them. */
  readonly named: { readonly one: string; readonly many: string };
  /** The house account that pays the interest. */
  readonly reserve: number;
  readonly orders: OrdersTable;
  readonly totals: TotalsTable;
  readonly buy: Extract<Command, PurchaseFields>['type'];
  readonly define: Extract<Command, OfferFields>['type'];
  /** The event that reports an order. */
  readonly event: Extract<CoreEvent, FixedTermOrder>['type'];
  readonly states: readonly FixedTermState[];
  /** The reasons of postings on accounts of the owner: bought, returned, interest. */
  readonly reasons: readonly PostingReason[];
}

/** The order that an event reports, or null. */
export function orderOf({ event: own }: FixedTermSource, event: CoreEvent): FixedTermOrder | null {
  return event.type === own ? (event as Extract<CoreEvent, FixedTermOrder>) : null;
}

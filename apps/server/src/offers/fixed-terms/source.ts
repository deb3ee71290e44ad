/** What a feature of fixed terms names: its state in the core, its tables, its commands. */
import type { Command, Exchange } from '@glasshouse/core';
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

export interface FixedTermSource {
  readonly feature: FixedTermFeature;
  /** The house account that pays the interest. */
  readonly reserve: number;
  readonly orders: OrdersTable;
  readonly totals: TotalsTable;
  readonly buy: Extract<Command, PurchaseFields>['type'];
  readonly define: Extract<Command, OfferFields>['type'];
}

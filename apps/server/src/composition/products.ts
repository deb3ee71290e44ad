/**
 * The server's products, for calls, the account channel, the audit and `npx glasshouse
 * state`.
 */
import type { AccountRows, CallName } from '@glasshouse/protocol';
import type { RecordCounts } from '@glasshouse/protocol/wallet';
import type { Catalogue } from '../contract/catalogue.ts';
import type { ChainExchange, Networks } from '../contract/chain-parts.ts';
import { demoOfferSeeds } from '../offers/demo-offers.ts';
import type { Offers } from '../contract/offer.ts';
import type {
  AnyProduct,
  CountParts,
  Exposure,
  Product,
  ProductServices,
  Risk,
  Stake,
  Notifications,
} from '../contract/product.ts';
import type { Seed } from '../contract/seed.ts';
import type { Config } from '../config.ts';
import * as registered from './registered-features.ts';

type Name = keyof AccountRows;

/**
 * Every feature with rows in the account channel must be registered with its product, or this does
 * not compile.
 */
const unsorted: { readonly [N in Name]: { readonly product: Product<N>; readonly seeds?: Seeds } } =
  registered;

type Seeds = (mode: Config['mode']) => readonly Seed[];
type Products = { readonly [N in Name]: Product<N> };

/** By feature, in the order of their ranks. */
const sorted = Object.entries(unsorted)
  .filter(([, feature]) => 'product' in feature)
  .toSorted(([, a], [, b]) => a.product.rank - b.product.rank);

export const PRODUCTS = Object.fromEntries(
  sorted.map(([name, { product }]) => [name, product]),
) as unknown as Products;

const entries = Object.entries(PRODUCTS as unknown as Readonly<Record<string, AnyProduct>>);
const products = entries.map(([, product]) => product);

export function productSeeds(mode: Config['mode'], nowMs: number): readonly Seed[] {
  return sorted.flatMap(([, { product, seeds }]) => [
    ...(seeds?.(mode) ?? []),
    ...(product.offers === undefined || mode !== 'demo' ? [] : demoOfferSeeds(product.offers, nowMs)),
  ]);
}

/** Of the products that have some, by feature. */
export function productOffers(): ReadonlyMap<string, Offers> {
  return new Map(
    entries.flatMap(([feature, { offers }]) => (offers === undefined ? [] : [[feature, offers]])),
  );
}

/**
 * Orders of all offers are one list. One product after the other: a call is to have one place in
 * the line of the database.
 */
export async function recordCountsOf(parts: CountParts, owner: number): Promise<RecordCounts> {
  const sums: { -readonly [List in keyof RecordCounts]: number } = {};
  for (const { recordCounts } of products)
    for (const [list, count] of Object.entries(await recordCounts(parts, owner)) as [
      keyof RecordCounts,
      number,
    ][])
      sums[list] = (sums[list] ?? 0) + count;
  return sums;
}

/** The notifications of each product that notifies owners of changes, by feature. */
export function notifications(): ReadonlyMap<string, Notifications> {
  return new Map(
    entries.flatMap(([feature, { notifications: told }]) => (told === undefined ? [] : [[feature, told]])),
  );
}

/** The product that takes what arrives on chains, with the name of its feature. */
export function depositTaker(): {
  readonly feature: string;
  readonly deposits: NonNullable<AnyProduct['deposits']>;
} {
  for (const [feature, { deposits }] of entries) if (deposits !== undefined) return { feature, deposits };
  throw new Error('no product takes deposits');
}

/** The networks, and what watchers and payers of chains ask of the exchange. */
export async function openDeposits(
  parts: Pick<ProductServices, 'database' | 'catalogue' | 'sequencer'>,
): Promise<{ readonly networks: Networks; readonly exchange: ChainExchange }> {
  const { deposits } = depositTaker();
  const networks = await deposits.networks(parts);
  return { networks, exchange: deposits.exchange({ ...parts, networks }) };
}

/** The sum over all products, each calculated separately. */
export async function exposureOf(
  parts: Parameters<Risk<Name>['exposure']>[0],
  owner: number,
  sinceMs: number,
): Promise<Exposure> {
  const sum = { lost: 0, atRisk: 0 };
  for (const { risk } of products) {
    if (risk === null) continue;
    const { lost, atRisk } = await risk.exposure(parts, owner, sinceMs);
    sum.lost += lost;
    sum.atRisk += atRisk;
  }
  return sum;
}

const stakes: { readonly [Name in CallName]?: (catalogue: Catalogue, input: unknown) => Stake | null } =
  Object.assign({}, ...products.map(({ risk }) => risk?.stakes));

/** The stake of a request; null if it has none that can be read. */
export function stakeOf(catalogue: Catalogue, call: CallName, input: unknown): Stake | null {
  return stakes[call]?.(catalogue, input) ?? null;
}

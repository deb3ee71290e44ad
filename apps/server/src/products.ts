/**
 * The server's products, for commits, calls, the account channel, the audit and `npx glasshouse
 * state`.
 */
import type { AccountRows, CallName } from '@glasshouse/protocol';
import type { RecordCounts } from '@glasshouse/protocol/wallet';
import type { Catalogue } from './catalogue.ts';
import { eachAlone } from './each-alone.ts';
import type { FeatureHandlers } from './http/handler.ts';
import { demoOfferSeeds } from './offers/demo-offers.ts';
import type { Offers } from './offers/offer.ts';
import { offerCommands } from './offers/operating-commands.ts';
import type { OperatingTable } from './operating/socket.ts';
import type { Projection } from './pipeline/projection.ts';
import type {
  AnyProduct,
  CountParts,
  Exposure,
  Product,
  ProductParts,
  Risk,
  Stake,
  ToldChanges,
} from './product.ts';
import type { Seed } from './seed.ts';
import type { Config } from './config.ts';
import * as registered from './registered-products.ts';

type Feature = keyof AccountRows;

type Products = { readonly [F in Feature]: Product<F> };

/**
 * Every feature with rows in the account channel must be registered as a product, or this does not
 * compile.
 */
const unsorted: Products = registered;

/** By feature, in the order of their ranks. */
export const PRODUCTS = Object.fromEntries(
  Object.entries(unsorted).toSorted(([, a], [, b]) => a.rank - b.rank),
) as unknown as Products;

const products = Object.values(PRODUCTS) as unknown as readonly AnyProduct[];

/** The tables that commits write, in the order of writing. */
export const PROJECTIONS: readonly Projection[] = products.flatMap(({ projections }) => projections);

type HandlersOf<F extends Feature> = F extends Feature ? (handlers: FeatureHandlers<F>) => void : never;
type ProductHandlers = HandlersOf<Feature> extends (handlers: infer H) => void ? H : never;

export function productHandlers(parts: ProductParts): ProductHandlers {
  return Object.assign({}, ...products.map(({ handlers }) => handlers(parts)));
}

export function productSeeds(mode: Config['mode'], nowMs: number): readonly Seed[] {
  return products.flatMap(({ seeds, offers }) => [
    ...seeds(mode),
    ...(offers === null || mode !== 'demo' ? [] : demoOfferSeeds(offers, nowMs)),
  ]);
}

/** Of the products that have some, by feature. */
export function productOffers(): ReadonlyMap<string, Offers> {
  const all = Object.entries(PRODUCTS as unknown as Record<string, AnyProduct>);
  return new Map(all.flatMap(([feature, { offers }]) => (offers === null ? [] : [[feature, offers]])));
}

export function productCommands(parts: ProductParts): OperatingTable {
  const ofOffers = offerCommands(parts, productOffers());
  return Object.assign({}, ofOffers, ...products.map(({ operatingCommands }) => operatingCommands(parts)));
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

/** Of the products that tell their owners of changes, by feature. */
export function toldChanges(): ReadonlyMap<string, ToldChanges> {
  const all = Object.entries(PRODUCTS as unknown as Record<string, AnyProduct>);
  return new Map(all.flatMap(([feature, { toldChanges: told }]) => (told === null ? [] : [[feature, told]])));
}

export const keepUpProducts = (parts: ProductParts): Promise<void> =>
  eachAlone(products, async ({ keepUp }) => keepUp?.(parts));

/** The product that takes what arrives on chains, with the name of its feature. */
export function depositTaker(): {
  readonly feature: string;
  readonly deposits: NonNullable<AnyProduct['deposits']>;
} {
  for (const [feature, { deposits }] of Object.entries(PRODUCTS as unknown as Record<string, AnyProduct>))
    if (deposits !== null) return { feature, deposits };
  throw new Error('no product takes deposits');
}

/** The sum over all products, each calculated separately. */
export async function exposureOf(
  parts: Parameters<Risk<Feature>['exposure']>[0],
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

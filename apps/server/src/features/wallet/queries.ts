/** The wallet's data: balances from memory with their value, postings from the database. */
import type { Asset } from '@glasshouse/core';
import { sql, type RawBuilder } from 'kysely';
import { formatDecimal } from '@glasshouse/money';
import { POSTING_REASON_TEXTS, type ReasonName } from '@glasshouse/protocol';
import type { AssetRow, PostingRow } from '@glasshouse/protocol/wallet';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { LastPosting, Ports } from '../../contract/ports.ts';
import type { Database } from '../../db/database.ts';
import type { Language } from '../../http/handler.ts';
import { readList, type ListPage, type ListRequest, type ListTable } from '../../db/lists.ts';
import type { PostingsTable } from './tables.ts';

/** The asset of the values. */
const VALUE_COIN = 'USDT';

export interface AssetList {
  readonly list: AssetRow[];
  readonly totalValue: string;
}

/** Every asset of one account. total = (available + frozen) x price (R3.6), exact. */
export function readAssets(catalogue: Catalogue, owner: number, wallet: number): AssetList {
  const { exchange } = catalogue;
  let sum = 0n;
  const list = exchange.assets.map((asset): AssetRow => {
    const { available, frozen } = exchange.balance(owner, wallet, asset.asset);
    const price = priceOf(catalogue, asset);
    const decimals = asset.decimals + price.decimals;
    const total = (BigInt(available) + BigInt(frozen)) * BigInt(price.ticks);
    sum += total * 10n ** BigInt(VALUE_DECIMALS - decimals);
    return {
      currencyName: asset.code,
      currency: asset.code,
      status: 1,
      price: formatDecimal(price.ticks, price.decimals),
      availableCurrency: formatDecimal(available, asset.decimals),
      frozenCurrency: formatDecimal(frozen, asset.decimals),
      total: formatExact(total, decimals),
    };
  });
  return { list, totalValue: formatExact(sum, VALUE_DECIMALS) };
}

/** More than an asset's and a price's decimals together, so values of all assets add up exactly. */
const VALUE_DECIMALS = 32;

interface Price {
  readonly ticks: number;
  readonly decimals: number;
}

/**
 * USDT is 1; others the market's close in USDT, the index price before the first trade, or 0 if
 * there is neither.
 */
export function priceOf(catalogue: Catalogue, asset: Asset): Price {
  if (asset.code === VALUE_COIN) return { ticks: 1, decimals: 0 };
  const named = catalogue.market(asset.code, VALUE_COIN);
  if (named === undefined) return { ticks: 0, decimals: 0 };
  const { market } = named;
  const ticks = market.lastPrice === 0 ? market.referencePrice() : market.lastPrice;
  return { ticks, decimals: market.definition.priceDecimals };
}

/** Formats BigInts without trailing zeros, because a product may exceed safe integers. */
function formatExact(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Of values of `readAssets`. */
export function sumOfValues(values: readonly string[]): string {
  const units = values.map((value) => {
    const [integer = '0', fraction = ''] = value.split('.');
    return BigInt(integer + fraction.padEnd(VALUE_DECIMALS, '0'));
  });
  return formatExact(
    units.reduce((sum, one) => sum + one, 0n),
    VALUE_DECIMALS,
  );
}

export async function readCommissions(database: Database, catalogue: Catalogue, owner: number) {
  const rows = await database.reads
    .selectFrom('commission_totals')
    .where('owner', '=', owner)
    .orderBy('asset')
    .select(['asset', 'units'])
    .execute();
  return rows.map(({ asset, units }) => {
    const { code, decimals } = catalogue.assetAt(asset);
    return { currency: code, amount: formatDecimal(units, decimals) };
  });
}

export interface PostingQuery extends ListRequest {
  readonly owner: number;
  readonly wallet: number;
  readonly currency?: string | undefined;
  readonly reason?: string | undefined;
}

export const POSTINGS = {
  table: 'postings',
  order: ['time_ms', 'seq', 'ordinal'],
  key: ['owner', 'wallet', 'time_ms', 'seq', 'ordinal'],
} as const satisfies ListTable<'postings'>;

/** Newest first. An unknown coin has no postings. */
export async function readPostings(
  database: Database,
  catalogue: Catalogue,
  query: PostingQuery,
): Promise<ListPage<PostingRow>> {
  const { owner, wallet, currency, reason } = query;
  const asset = currency === undefined ? null : (catalogue.asset(currency)?.asset ?? NO_ASSET);
  const kinds = await readKinds(database, { owner, wallet, asset, reason });
  return readList(database, {
    source: POSTINGS,
    request: query,
    branches: postingBranches(query, asset, kinds),
    total: async () => kinds.reduce((sum, { postings }) => sum + postings, 0),
    rowOf: (row) => postingRowOf(catalogue, row),
  });
}

/** A posting of the table, or of an event with its place. */
export function postingRowOf(catalogue: Catalogue, row: Omit<PostingsTable, 'owner'>): PostingRow {
  const { code, decimals } = catalogue.assetAt(row.asset);
  return {
    id: `${row.seq}-${row.ordinal}`,
    time: row.time_ms,
    account: row.wallet,
    currency: code,
    available: formatDecimal(row.available, decimals),
    frozen: formatDecimal(row.frozen, decimals),
    amount: formatDecimal(row.available + row.frozen, decimals),
    reason: row.reason,
    reference: row.reference === 0 ? '' : String(row.reference),
    seq: String(row.seq),
  };
}

const NO_ASSET = -1;

interface Kind {
  readonly asset: number;
  readonly reason: string;
  readonly postings: number;
}

/** The kinds of postings that an account has, and how many of each. */
function readKinds(
  database: Database,
  query: {
    readonly owner: number;
    readonly wallet: number;
    readonly asset: number | null;
    readonly reason: string | undefined;
  },
): Promise<readonly Kind[]> {
  let kinds = database.reads
    .selectFrom('posting_totals')
    .select(['asset', 'reason', 'postings'])
    .where('owner', '=', query.owner)
    .where('wallet', '=', query.wallet);
  if (query.asset !== null) kinds = kinds.where('asset', '=', query.asset);
  if (query.reason !== undefined) kinds = kinds.where('reason', '=', query.reason);
  return kinds.execute();
}

/** A branch per coin and reason, unless no filter is set. */
function postingBranches(
  { owner, wallet, reason }: PostingQuery,
  asset: number | null,
  kinds: readonly Kind[],
): readonly RawBuilder<unknown>[] {
  const account = sql`owner = ${owner} and wallet = ${wallet}`;
  if (asset === null && reason === undefined) return [account];
  return kinds.map((kind) => sql`${account} and asset = ${kind.asset} and reason = ${kind.reason}`);
}

/** The newest postings of an owner, of all accounts. */
export async function readLastPostings(
  { database, catalogue }: Pick<Ports, 'database' | 'catalogue'>,
  owner: number,
  { limit, language }: { readonly limit: number; readonly language: Language },
): Promise<LastPosting[]> {
  const rows = await database.reads
    .selectFrom('postings')
    .select(['time_ms', 'reason', 'asset', 'available', 'frozen'])
    .where('owner', '=', owner)
    .orderBy('seq', 'desc')
    .orderBy('ordinal', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ time_ms: time, reason, asset, available, frozen }) => {
    const { code, decimals } = catalogue.assetAt(asset);
    return {
      time,
      // Sums of old postings of the platform's own accounts have no name.
      reason: POSTING_REASON_TEXTS[reason as ReasonName]?.[language] ?? reason,
      asset: code,
      amount: formatDecimal(available + frozen, decimals),
    };
  });
}

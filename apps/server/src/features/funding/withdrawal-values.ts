/** Values of withdrawals in USDT by the index, and what of the daily limit they use. */
import { sql } from 'kysely';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Ports } from '../../contract/ports.ts';

const PRICED_IN = 'USDT';
const VALUE_DECIMALS = 6;
export const DAY_MS = 86_400_000;

/** The most that a user may request in any 24 hours, in units of USDT. */
export const DAILY_LIMITS = {
  unverified: 2_000 * 10 ** VALUE_DECIMALS,
  verified: 50_000 * 10 ** VALUE_DECIMALS,
} as const;

export interface IndexPrice {
  readonly price: number;
  readonly decimals: number;
}

/** An older price does not say what a coin is worth. */
const INDEX_AGE_MS_MAX = 60_000;

/** Whether the index says what a coin is worth now. */
export function isPriced(catalogue: Catalogue, asset: number, nowMs: number): boolean {
  const { code } = catalogue.assetAt(asset);
  if (code === PRICED_IN) return true;
  const market = catalogue.market(code, PRICED_IN)?.market;
  return market !== undefined && market.indexPrice > 0 && nowMs - market.indexMs <= INDEX_AGE_MS_MAX;
}

/** Of one coin in USDT, whatever its age; null without a price. */
export function indexPriceOf(catalogue: Catalogue, asset: number): IndexPrice | null {
  const { code } = catalogue.assetAt(asset);
  if (code === PRICED_IN) return { price: 1, decimals: 0 };
  const market = catalogue.market(code, PRICED_IN)?.market;
  return market === undefined || market.indexPrice === 0
    ? null
    : { price: market.indexPrice, decimals: market.definition.indexDecimals };
}

/** In units of USDT, rounded up, at most the largest exact number; null without a price. */
export function valueOf(catalogue: Catalogue, asset: number, units: number): number | null {
  const index = indexPriceOf(catalogue, asset);
  if (index === null) return null;
  const product = BigInt(units) * BigInt(index.price) * 10n ** BigInt(VALUE_DECIMALS);
  const divisor = 10n ** BigInt(catalogue.assetAt(asset).decimals + index.decimals);
  const value = (product + divisor - 1n) / divisor;
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value);
}

export interface UsedToday {
  readonly sum: number;
  readonly count: number;
}

/**
 * What an owner has requested within 24 hours and not got back. A request without a record counts
 * by the index of now.
 */
export async function usedBy(
  { database, catalogue }: Pick<Ports, 'database' | 'catalogue'>,
  owner: number,
  nowMs: number,
): Promise<UsedToday> {
  const { rows } = await sql<{ asset: number; amount: number; value: number | null }>`
    select w.asset, w.amount, coalesce(v.value, r.value) as value
    from funding_withdrawals w
    left join withdrawal_reviews v using (withdrawal_id)
    left join withdrawal_requests r using (withdrawal_id)
    where w.owner = ${owner} and w.requested_ms > ${nowMs - DAY_MS} and w.status in (0, 1, 2)`.execute(
    database.kysely,
  );
  let sum = 0;
  for (const { asset, amount, value } of rows) sum += value ?? valueOf(catalogue, asset, amount) ?? 0;
  return { sum, count: rows.length };
}

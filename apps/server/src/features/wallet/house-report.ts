/**
 * What each product has earned, paid and promised: the house's own accounts by day, from the sums
 * that are kept of their postings. No posting is read.
 */
import { CAPITAL, HOUSE, type PostingReason } from '@glasshouse/core';
import { LEDGER_DAYS_MAX } from '@glasshouse/protocol/wallet/office';
import { sql } from 'kysely';
import type { Ports } from '../../contract/ports.ts';
import { decimalText } from '../../values/exact-sums.ts';
import { REASONS } from './other-sides.ts';
import { dayOf, dayText } from './statement-projection.ts';

/** Days such as 2026-11-30 (UTC), both inclusive. */
export interface ReportRange {
  readonly from: string;
  readonly to: string;
}

/** A reason's postings of a day on one account. Amounts are decimals of the coin. */
export interface HouseLine {
  readonly day: string;
  readonly product: string;
  readonly account: string;
  readonly coin: string;
  readonly reason: string;
  readonly received: string;
  readonly paid: string;
}

/** What a product has earned on a day in a coin. */
export interface HouseResult {
  readonly day: string;
  readonly product: string;
  readonly coin: string;
  /** Less what was shared of them, such as commissions. */
  readonly fees: string;
  /** What reserves and treasury received besides, and paid: profits, interest, costs. */
  readonly received: string;
  readonly paid: string;
  readonly net: string;
}

export interface HouseAccount {
  readonly account: string;
  readonly coin: string;
  readonly opening: string;
  readonly earned: string;
  /** Issued, brought in, moved between accounts or paid out. */
  readonly capital: string;
  readonly closing: string;
}

/** What a product owes at the moment of the report. */
export interface HousePromise {
  readonly product: string;
  readonly coin: string;
  readonly items: number;
  readonly customers: string;
  readonly owedNow: string;
  readonly owedAtMost: string;
}

export interface HouseReport {
  readonly results: readonly HouseResult[];
  readonly accounts: readonly HouseAccount[];
  readonly promised: readonly HousePromise[];
  readonly lines: readonly HouseLine[];
}

/** Both inclusive, in days since 1970. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
/** Reasons that bring in, move or pay out what the house has: no result of a product. */
const CAPITAL_REASONS: ReadonlySet<string> = new Set<PostingReason | 'brought-forward'>([
  'house-capital',
  'play-money',
  'capital-moved',
  'deposit',
  'withdrawal-paid',
  'brought-forward',
]);
const ACCOUNTS: ReadonlyMap<number, string> = new Map([
  ...Object.entries(CAPITAL).map(([name, owner]) => [owner, name] as const),
  [HOUSE.networkCosts, 'network-costs'],
]);
const FEES = 'fees';

interface Kept {
  readonly owner: number;
  readonly asset: number;
  readonly day: number;
  readonly reason: string;
  readonly received: string;
  readonly paid: string;
}

type Parts = Pick<Ports, 'catalogue' | 'database' | 'sequencer'>;

export async function houseReport(parts: Parts, { first, last }: DayRange): Promise<HouseReport> {
  const owners = sql.join([...ACCOUNTS.keys()]);
  // One statement, so that opening and days are of one moment.
  const { rows } = await sql<Kept>`
    select owner, asset, greatest(day, ${first - 1}::integer) as day, reason,
      sum(received)::text as received, sum(paid)::text as paid
    from statement_days where owner in (${owners}) and day <= ${last}
    group by 1, 2, 3, 4 order by 3, 1, 2, 4`.execute(parts.database.kysely);
  const within = rows.filter(({ day }) => day >= first);
  return {
    results: resultsOf(parts, within),
    accounts: accountsOf(parts, rows, first),
    promised: await parts.sequencer.read(() => promisedBy(parts)),
    lines: within.map((row) => lineOf(parts, row)),
  };
}

/** The days, or what is wrong with one. */
export function dayRangeOf({
  from,
  to,
}: ReportRange): DayRange | { readonly field: string; readonly problem: string } {
  const [first, last] = [dayNumber(from), dayNumber(to)];
  if (first === null) return { field: 'from', problem: 'a day such as 2026-11-30' };
  if (last === null) return { field: 'to', problem: 'a day such as 2026-11-30' };
  if (last < first) return { field: 'to', problem: 'before the first day' };
  if (last - first >= LEDGER_DAYS_MAX) return { field: 'to', problem: `at most ${LEDGER_DAYS_MAX} days` };
  return { first, last };
}

/** Days since 1970; null if there is no such day. */
function dayNumber(text: string): number | null {
  const ms = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(ms) || dayText(dayOf(ms)) !== text ? null : dayOf(ms);
}

const isCapital = (reason: string): boolean => CAPITAL_REASONS.has(reason);
const productOf = (reason: string): string => REASONS[reason as PostingReason]?.feature ?? 'wallet';
const netOf = ({ received, paid }: Kept): bigint => BigInt(received) - BigInt(paid);

function lineOf({ catalogue }: Parts, row: Kept): HouseLine {
  const { code, decimals } = catalogue.assetAt(row.asset);
  return {
    day: dayText(row.day),
    product: productOf(row.reason),
    account: ACCOUNTS.get(row.owner) ?? '',
    coin: code,
    reason: row.reason,
    received: decimalText(BigInt(row.received), decimals),
    paid: decimalText(BigInt(row.paid), decimals),
  };
}

function resultsOf({ catalogue }: Parts, rows: readonly Kept[]): HouseResult[] {
  const sums = new Map<string, { row: Kept; fees: bigint; received: bigint; paid: bigint }>();
  for (const row of rows) {
    if (isCapital(row.reason)) continue;
    const key = `${row.day}/${productOf(row.reason)}/${row.asset}`;
    const sum = sums.get(key) ?? { row, fees: 0n, received: 0n, paid: 0n };
    sums.set(key, sum);
    if (ACCOUNTS.get(row.owner) === FEES) sum.fees += netOf(row);
    else {
      sum.received += BigInt(row.received);
      sum.paid += BigInt(row.paid);
    }
  }
  return [...sums.values()].map(({ row, fees, received, paid }) => {
    const { code, decimals } = catalogue.assetAt(row.asset);
    const text = (units: bigint): string => decimalText(units, decimals);
    return {
      day: dayText(row.day),
      product: productOf(row.reason),
      coin: code,
      fees: text(fees),
      received: text(received),
      paid: text(paid),
      net: text(fees + received - paid),
    };
  });
}

function accountsOf({ catalogue }: Parts, rows: readonly Kept[], first: number): HouseAccount[] {
  const sums = new Map<string, { row: Kept; opening: bigint; earned: bigint; capital: bigint }>();
  for (const row of rows) {
    const key = `${row.owner}/${row.asset}`;
    const sum = sums.get(key) ?? { row, opening: 0n, earned: 0n, capital: 0n };
    sums.set(key, sum);
    if (row.day < first) sum.opening += netOf(row);
    else if (isCapital(row.reason)) sum.capital += netOf(row);
    else sum.earned += netOf(row);
  }
  return [...sums.values()].map(({ row, opening, earned, capital }) => {
    const { code, decimals } = catalogue.assetAt(row.asset);
    const text = (units: bigint): string => decimalText(units, decimals);
    return {
      account: ACCOUNTS.get(row.owner) ?? '',
      coin: code,
      opening: text(opening),
      earned: text(earned),
      capital: text(capital),
      closing: text(opening + earned + capital),
    };
  });
}

function promisedBy({ catalogue }: Parts): HousePromise[] {
  return catalogue.exchange.obligations().flatMap(({ feature, list }) =>
    list
      .filter(({ count }) => count > 0)
      .map(({ asset, count, customers, owedNow, owedAtMost }) => {
        const { code, decimals } = catalogue.assetAt(asset);
        const text = (units: number): string => decimalText(BigInt(units), decimals);
        return {
          product: feature,
          coin: code,
          items: count,
          customers: text(customers),
          owedNow: text(owedNow),
          owedAtMost: text(owedAtMost),
        };
      }),
  );
}

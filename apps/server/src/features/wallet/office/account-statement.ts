/** The statement of an account of customers or of the house, from the sums kept by day. */
import type { PostingReason } from '@glasshouse/core';
import type { LedgerStatementRow } from '@glasshouse/protocol/wallet/office';
import { sql } from 'kysely';
import type { Ports } from '../../../contract/ports.ts';
import type { Language } from '../../../http/handler.ts';
import { decimalText } from '../../../values/exact-sums.ts';
import { REASONS } from '../other-sides.ts';
import type { DayRange } from '../house-report.ts';
import { dayText } from '../statement-projection.ts';

export interface StatementQuery extends DayRange {
  readonly owner: number;
  /** Undefined: every coin. */
  readonly currency: string | undefined;
  readonly language: Language;
}

interface Kept {
  readonly asset: number;
  readonly day: number;
  readonly reason: string;
  readonly received: string;
  readonly paid: string;
}

export interface AccountStatement {
  readonly list: LedgerStatementRow[];
  readonly balances: { currency: string; opening: string; closing: string }[];
}

/** One statement of SQL, so that opening and days are of one moment. */
export async function readAccount(
  { database, catalogue }: Pick<Ports, 'database' | 'catalogue'>,
  { owner, currency, first, last, language }: StatementQuery,
): Promise<AccountStatement> {
  const asset = currency === undefined ? null : (catalogue.asset(currency)?.asset ?? -1);
  const { rows } = await sql<Kept>`
    select asset, greatest(day, ${first - 1}::integer) as day, case when day < ${first} then '' else reason end as reason,
      sum(received)::text as received, sum(paid)::text as paid
    from statement_days
    where owner = ${owner} and day <= ${last}${asset === null ? sql`` : sql` and asset = ${asset}`}
    group by 1, 2, 3 order by 2 desc, 1, 3`.execute(database.kysely);
  const sums = new Map<number, { opening: bigint; closing: bigint }>();
  for (const { asset: of, day, received, paid } of rows) {
    const sum = sums.get(of) ?? { opening: 0n, closing: 0n };
    sums.set(of, sum);
    const units = BigInt(received) - BigInt(paid);
    if (day < first) sum.opening += units;
    sum.closing += units;
  }
  const text = (of: number, units: bigint): string => decimalText(units, catalogue.assetAt(of).decimals);
  return {
    list: rows
      .filter(({ day }) => day >= first)
      .map(({ asset: of, day, reason, received, paid }) => ({
        day: dayText(day),
        currency: catalogue.assetAt(of).code,
        reason,
        reasonText: REASONS[reason as PostingReason]?.[language] ?? reason,
        received: text(of, BigInt(received)),
        paid: text(of, BigInt(paid)),
      })),
    balances: [...sums]
      .toSorted(([a], [b]) => a - b)
      .map(([of, { opening, closing }]) => ({
        currency: catalogue.assetAt(of).code,
        opening: text(of, opening),
        closing: text(of, closing),
      })),
  };
}

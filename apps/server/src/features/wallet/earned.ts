/** The earnings of an owner by product, from sums that are kept by day: no posting is read. */
import { POSTING_REASONS } from '@glasshouse/core';
import type { DataOf } from '@glasshouse/protocol';
import type { getEarned } from '@glasshouse/protocol/wallet';
import { sql } from 'kysely';
import { decimalText } from '../../values/exact-sums.ts';
import type { Reads } from './ledger-list.ts';
import { REASONS } from './other-sides.ts';
import { OWN_MOVES } from './posting-kinds.gen.ts';

const RESULT_LINES: ReadonlySet<unknown> = new Set(['contracts', 'products']);
const lineOf = (reason: (typeof POSTING_REASONS)[number]) => REASONS[reason].shown?.line;

/** Features whose results have a line of their own in the statement. */
const PRODUCTS: ReadonlySet<string> = new Set(
  POSTING_REASONS.filter((reason) => RESULT_LINES.has(lineOf(reason))).map(
    (reason) => REASONS[reason].feature,
  ),
);
/** Their results and fees: what they trade for coins is no result. */
const COUNTED = POSTING_REASONS.filter(
  (reason) =>
    PRODUCTS.has(REASONS[reason].feature) &&
    !OWN_MOVES.has(reason) &&
    (RESULT_LINES.has(lineOf(reason)) || lineOf(reason) === 'fees'),
);

interface Sum {
  readonly asset: number;
  readonly reason: (typeof POSTING_REASONS)[number];
  readonly net: string;
}

export async function readEarned(
  { database, catalogue }: Reads,
  owner: number,
): Promise<DataOf<typeof getEarned>> {
  const { rows } = await sql<Sum>`
    select asset, reason, sum(received - paid)::text as net from statement_days
    where owner = ${owner} and reason in (${sql.join([...COUNTED])})
    group by asset, reason order by asset, reason`.execute(database.kysely);
  const sums = new Map<string, { readonly product: string; readonly asset: number; net: bigint }>();
  for (const { asset, reason, net } of rows) {
    const product = REASONS[reason].feature;
    const sum = sums.get(`${product}/${asset}`) ?? { product, asset, net: 0n };
    sum.net += BigInt(net);
    sums.set(`${product}/${asset}`, sum);
  }
  const list = [...sums.values()].map(({ product, asset, net }) => {
    const { code, decimals } = catalogue.assetAt(asset);
    return { product, currency: code, amount: decimalText(net, decimals) };
  });
  return { list };
}

/**
 * Totals: counts and sums of rows that are kept beside them, one row per owner and group. Lists
 * read them, because counting an owner's rows takes longer the more there are. The projector adds
 * to them with the rows, so both agree at every moment; the audit compares them. Only a sum that
 * something bounds may be kept: what flows through an account in its life exceeds any integer.
 */
import type { CoreEvent } from '@glasshouse/core';
import type { Session } from '../db/database.ts';
import { finding, type Finding } from './cross-checks.ts';
import { USER_OWNER_MIN, type ColumnType, type Projection, type RowCollector } from './projection.ts';

export interface TotalsTable<Key extends string, Sum extends string> {
  readonly name: string;
  /** The columns of the key after `owner`. */
  readonly key: Readonly<Record<Key, ColumnType>>;
  readonly sums: readonly Sum[];
}

type TotalsRow<Key extends string, Sum extends string> = { readonly owner: number } & Readonly<
  Record<Key, number | string>
> &
  Readonly<Record<Sum, number>>;

/**
 * `addTo` adds what an event contributes; platform-run accounts have no totals, because nobody
 * lists their rows and a demo drops them.
 */
export function totalsProjection<Key extends string, Sum extends string>(
  { name, key, sums }: TotalsTable<Key, Sum>,
  addTo: (event: CoreEvent, add: (row: TotalsRow<Key, Sum>) => void) => void,
): Projection {
  const keys: readonly string[] = ['owner', ...Object.keys(key)];
  return {
    table: {
      name,
      columns: {
        owner: 'bigint',
        ...key,
        ...Object.fromEntries(sums.map((sum) => [sum, 'bigint' as const])),
      },
      key: keys,
      onConflict: { add: sums },
    },
    forget: null,
    collect(): RowCollector {
      const rows = new Map<string, Record<string, number | string>>();
      const add = (row: TotalsRow<Key, Sum>): void => {
        if (row.owner < USER_OWNER_MIN) return;
        const values: Readonly<Record<string, number | string>> = row;
        const group = keys.map((column) => values[column]).join('/');
        const there = rows.get(group);
        if (there === undefined) rows.set(group, { ...values });
        else for (const sum of sums) there[sum] = Number(there[sum]) + row[sum];
      };
      return { add: (event) => addTo(event, add), rows: () => [...rows.values()] };
    },
  };
}

/** Compares totals with the rows that they are of. `rows` selects the totals' columns anew. */
export async function checkTotals(
  session: Session,
  { table }: Projection,
  { of, rows }: { readonly of: string; readonly rows: string },
): Promise<Finding> {
  const columns = Object.keys(table.columns);
  const sums = columns.filter((column) => !table.key.includes(column));
  const differ = sums.map((sum) => `coalesce(t.${sum}, 0) <> coalesce(r.${sum}, 0)`).join(' or ');
  const key = table.key.join(', ');
  const { rows: found } = await session.query<{ groups: number; wrong: number; named: string | null }>(
    `with compared as (
       select concat_ws('/', ${key}) as named, ${differ} as wrong
       from ${table.name} t full join (${rows}) r using (${key})
     )
     select count(*) as groups, count(*) filter (where wrong) as wrong, min(named) filter (where wrong) as named
     from compared`,
  );
  const { groups, wrong, named } = found[0] ?? { groups: 0, wrong: 0, named: null };
  const differences = Array.from({ length: wrong }, (_, i) => (i === 0 ? (named ?? '') : 'more'));
  return finding(`the totals of ${of} are what they add up to`, `${groups} totals`, differences);
}

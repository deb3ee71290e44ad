/** Fund as a product of the server. */
import type { Exchange, FundChanged } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { Catalogue } from '../../catalogue.ts';
import type { Session } from '../../db/database.ts';
import { differencesOf, finding, type Finding } from '../../pipeline/cross-checks.ts';
import type { Product } from '../../product.ts';
import { fundProjections } from './projection.ts';
import { fundHandlers } from './routes.ts';
import { entryRowOf } from './rows.ts';

export const product: Product<'fund'> = {
  rank: 8,
  handlers: fundHandlers,
  projections: fundProjections,
  changedRow: (catalogue, event) => (event.type === 'fund-changed' ? rowOf(catalogue, event) : null),
  addedRows: () => [],
  openRows: (catalogue, owner) => entriesOf(catalogue, owner).map((entry) => rowOf(catalogue, entry)),
  crossChecks: async (session, exchange) => [await checkEntries(session, exchange)],
  openName: 'entries of fund',
  openLines: (catalogue, owner) => entriesOf(catalogue, owner).map((entry) => lineOf(catalogue, entry)),
  seeds: () => [],
  offers: null,
  deposits: null,
  risk: null,
  recordCounts: async () => ({}),
  keepUp: null,
  operatingCommands: () => ({}),
};

function entriesOf({ exchange }: Catalogue, owner: number): FundChanged[] {
  return [...exchange.features['fund'].open(owner)];
}

function rowOf(catalogue: Catalogue, entry: FundChanged) {
  return { id: entry.entry, row: entryRowOf(catalogue, entry) };
}

function lineOf(catalogue: Catalogue, { entry, asset, amount, openedMs }: FundChanged): string {
  const { code, decimals } = catalogue.assetAt(asset);
  return `fund ${entry}: ${formatFixed(amount, decimals)} ${code}, opened ${new Date(openedMs).toISOString()}`;
}

async function checkEntries(session: Session, exchange: Exchange): Promise<Finding> {
  const { rows } = await session.query<{ entry_id: number; facts: string }>(
    `select entry_id, concat_ws('/', owner, asset, amount, opened_ms) as facts from fund_entries`,
  );
  const open = new Map<number, string>();
  for (const { entry, owner, asset, amount, openedMs } of exchange.features['fund'].open())
    open.set(entry, [owner, asset, amount, openedMs].join('/'));
  return finding(
    'entries of fund in the table are those in memory',
    `${open.size} entries`,
    differencesOf(
      open,
      rows.map((row) => [row.entry_id, row.facts]),
    ),
  );
}

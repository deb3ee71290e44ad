/** Subscription as a product of the server. */
import type { Exchange, SubscriptionChanged } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { Catalogue } from '../../catalogue.ts';
import type { Session } from '../../db/database.ts';
import { differencesOf, finding, type Finding } from '../../pipeline/cross-checks.ts';
import type { Product } from '../../product.ts';
import { subscriptionProjections } from './projection.ts';
import { subscriptionHandlers } from './routes.ts';
import { entryRowOf } from './rows.ts';

export const product: Product<'subscription'> = {
  rank: 9,
  handlers: subscriptionHandlers,
  projections: subscriptionProjections,
  changedRow: (catalogue, event) => (event.type === 'subscription-changed' ? rowOf(catalogue, event) : null),
  addedRows: () => [],
  openRows: (catalogue, owner) => entriesOf(catalogue, owner).map((entry) => rowOf(catalogue, entry)),
  crossChecks: async (session, exchange) => [await checkEntries(session, exchange)],
  openName: 'entries of subscription',
  openLines: (catalogue, owner) => entriesOf(catalogue, owner).map((entry) => lineOf(catalogue, entry)),
  seeds: () => [],
  offers: null,
  deposits: null,
  risk: null,
  recordCounts: async () => ({}),
  keepUp: null,
  operatingCommands: () => ({}),
};

function entriesOf({ exchange }: Catalogue, owner: number): SubscriptionChanged[] {
  return [...exchange.features['subscription'].open(owner)];
}

function rowOf(catalogue: Catalogue, entry: SubscriptionChanged) {
  return { id: entry.entry, row: entryRowOf(catalogue, entry) };
}

function lineOf(catalogue: Catalogue, { entry, asset, amount, openedMs }: SubscriptionChanged): string {
  const { code, decimals } = catalogue.assetAt(asset);
  return `subscription ${entry}: ${formatFixed(amount, decimals)} ${code}, opened ${new Date(openedMs).toISOString()}`;
}

async function checkEntries(session: Session, exchange: Exchange): Promise<Finding> {
  const { rows } = await session.query<{ entry_id: number; facts: string }>(
    `select entry_id, concat_ws('/', owner, asset, amount, opened_ms) as facts from subscription_entries`,
  );
  const open = new Map<number, string>();
  for (const { entry, owner, asset, amount, openedMs } of exchange.features['subscription'].open())
    open.set(entry, [owner, asset, amount, openedMs].join('/'));
  return finding(
    'entries of subscription in the table are those in memory',
    `${open.size} entries`,
    differencesOf(
      open,
      rows.map((row) => [row.entry_id, row.facts]),
    ),
  );
}

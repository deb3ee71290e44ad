/** Mining as a product of the server. */
import type { MinerChanged } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { Catalogue } from '../../catalogue.ts';
import { checkFixedTerms } from '../../offers/fixed-terms/checks.ts';
import { countOrders, sumOf } from '../../offers/fixed-terms/lists.ts';
import type { Product } from '../../product.ts';
import { miningProjections } from './projection.ts';
import { miningHandlers } from './routes.ts';
import { minerRowOf } from './rows.ts';
import { miningCapital, miningOffers } from './seeds.ts';
import { MINING } from './source.ts';

const REASONS = ['mining-bought', 'mining-returned', 'mining-reward'];

export const product: Product<'mining'> = {
  rank: 7,
  handlers: miningHandlers,
  projections: Object.values(miningProjections),
  changedRow: (catalogue, event, changedMs) =>
    event.type === 'miner-changed' ? rowOf(catalogue, event, changedMs) : null,
  addedRows: () => [],
  openRows: (catalogue, owner) =>
    openOf(catalogue, owner).map((order) => rowOf(catalogue, order, catalogue.exchange.timeMs)),
  crossChecks: (
    session,
    {
      features: {
        mining: { terms },
      },
    },
  ) =>
    checkFixedTerms(session, {
      table: MINING.orders,
      totals: miningProjections.totals,
      name: 'miners',
      open: terms.open(),
      count: terms.count,
      openStatuses: [0, 1],
      paidStatus: 2,
      reasons: REASONS,
    }),
  openName: 'open miners',
  openLines: (catalogue, owner) => openOf(catalogue, owner).map((order) => lineOf(catalogue, order)),
  seeds: (mode) => (mode === 'demo' ? miningCapital() : []),
  offers: miningOffers,
  deposits: null,
  risk: null,
  recordCounts: async ({ database }, owner) => ({
    products: sumOf(await countOrders(database, MINING, owner)),
  }),
  keepUp: null,
  operatingCommands: () => ({}),
};

function openOf({ exchange }: Catalogue, owner: number): MinerChanged[] {
  return [...exchange.features.mining.open(owner)];
}

function rowOf(catalogue: Catalogue, order: MinerChanged, nowMs: number) {
  return { id: order.order, row: minerRowOf(catalogue, order, nowMs) };
}

function lineOf(catalogue: Catalogue, order: MinerChanged): string {
  const { code, decimals } = catalogue.assetAt(order.asset);
  const units = (amount: number): string => `${formatFixed(amount, decimals)} ${code}`;
  const until = new Date(order.dueMs).toISOString();
  return `miner ${order.order} of offer ${order.offer}: ${units(order.amount)} until ${until}, interest ${units(order.interest)}`;
}

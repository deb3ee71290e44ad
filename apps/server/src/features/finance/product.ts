/** Finance as a product of the server. */
import type { FinanceOrderChanged } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { Catalogue } from '../../catalogue.ts';
import { checkFixedTerms } from '../../offers/fixed-terms/checks.ts';
import { countOrders, sumOf } from '../../offers/fixed-terms/lists.ts';
import type { Product } from '../../product.ts';
import { financeProjections } from './projection.ts';
import { financeHandlers } from './routes.ts';
import { financeRowOf } from './rows.ts';
import { financeCapital, financeOffers } from './seeds.ts';
import { FINANCE } from './source.ts';

const REASONS = ['finance-bought', 'finance-returned', 'finance-interest'];

export const product: Product<'finance'> = {
  rank: 6,
  handlers: financeHandlers,
  projections: Object.values(financeProjections),
  changedRow: (catalogue, event, changedMs) =>
    event.type === 'finance-order-changed' ? rowOf(catalogue, event, changedMs) : null,
  addedRows: () => [],
  openRows: (catalogue, owner) =>
    openOf(catalogue, owner).map((order) => rowOf(catalogue, order, catalogue.exchange.timeMs)),
  crossChecks: (
    session,
    {
      features: {
        finance: { terms },
      },
    },
  ) =>
    checkFixedTerms(session, {
      table: FINANCE.orders,
      totals: financeProjections.totals,
      name: 'finance orders',
      open: terms.open(),
      count: terms.count,
      openStatuses: [0],
      paidStatus: 1,
      reasons: REASONS,
    }),
  openName: 'open finance orders',
  openLines: (catalogue, owner) => openOf(catalogue, owner).map((order) => lineOf(catalogue, order)),
  seeds: (mode) => (mode === 'demo' ? financeCapital() : []),
  offers: financeOffers,
  deposits: null,
  risk: null,
  recordCounts: async ({ database }, owner) => ({
    products: sumOf(await countOrders(database, FINANCE, owner)),
  }),
  keepUp: null,
  operatingCommands: () => ({}),
};

function openOf({ exchange }: Catalogue, owner: number): FinanceOrderChanged[] {
  return [...exchange.features.finance.open(owner)];
}

function rowOf(catalogue: Catalogue, order: FinanceOrderChanged, nowMs: number) {
  return { id: order.order, row: financeRowOf(catalogue, order, nowMs) };
}

function lineOf(catalogue: Catalogue, order: FinanceOrderChanged): string {
  const { code, decimals } = catalogue.assetAt(order.asset);
  const units = (amount: number): string => `${formatFixed(amount, decimals)} ${code}`;
  const until = new Date(order.dueMs).toISOString();
  return `finance order ${order.order} of offer ${order.offer}: ${units(order.amount)} until ${until}, interest ${units(order.interest)}`;
}

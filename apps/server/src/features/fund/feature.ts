/** The server's definition of the product funds. */
import { HOLDING_STATUS, type HoldingChanged } from '@glasshouse/core';
import { formatDecimal, formatFixed } from '@glasshouse/money';
import { NAV_DECIMALS, UNIT_DECIMALS } from '@glasshouse/protocol/fund/quote';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Feature } from '../../contract/feature.ts';
import type { Product } from '../../contract/product.ts';
import { checkFunds } from './checks.ts';
import { fundOffers } from './offers.ts';
import { readCounts } from './queries.ts';
import { fundRisk } from './risk.ts';
import { fundHandlers } from './routes.ts';
import { holdingRowOf } from './rows.ts';
import { fundCapital } from './seeds.ts';
import { fundNotifications } from './notifications.ts';

const product: Product<'fund'> = {
  rank: 8,
  changedRow: (catalogue, event) => (event.type === 'holding-changed' ? rowOf(catalogue, event) : null),
  openRows: (catalogue, owner) => openOf(catalogue, owner).map((holding) => rowOf(catalogue, holding)),
  crossChecks: checkFunds,
  openName: 'open holdings of funds',
  openLines: (catalogue, owner) => openOf(catalogue, owner).map((holding) => lineOf(catalogue, holding)),
  offers: fundOffers,
  risk: fundRisk,
  recordCounts: async ({ database }, owner) => ({
    products: (await readCounts(database, owner)).reduce((sum, count) => sum + count, 0),
  }),
  notifications: fundNotifications,
};

export const feature = {
  open: (ports) => ({ calls: fundHandlers(ports) }),
  seeds: (mode) => (mode === 'demo' ? fundCapital() : []),
  product,
} satisfies Feature<'fund'>;

function openOf({ exchange }: Catalogue, owner: number): HoldingChanged[] {
  return [...exchange.features.fund.open(owner)];
}

function rowOf(catalogue: Catalogue, holding: HoldingChanged) {
  return { id: holding.holding, row: holdingRowOf(catalogue, holding) };
}

function lineOf(catalogue: Catalogue, holding: HoldingChanged): string {
  const { code, decimals } = catalogue.assetAt(holding.quote);
  const amount = (units: number): string => `${formatFixed(units, decimals)} ${code}`;
  const nav = (value: number): string => formatFixed(value, NAV_DECIMALS);
  const { units, leverage, margin, buyNav, liquidationNav, limitNav, boughtMs } = holding;
  const of = `${formatDecimal(units, UNIT_DECIMALS)} units of fund ${holding.fund}`;
  if (holding.status === HOLDING_STATUS.waiting) {
    const bound = `at most ${nav(holding.maxNav)}, ${leverage}x, margin up to ${amount(margin)}`;
    return `holding ${holding.holding}: ${of} wait for their NAV, ${bound}, ordered ${new Date(holding.acceptedMs).toISOString()}`;
  }
  const ends = [
    ...(liquidationNav > 0 ? [`liquidated at ${nav(liquidationNav)}`] : []),
    ...(holding.orderedEnd > 0 ? ['its end is ordered'] : []),
    ...(limitNav > 0 ? [`sold at ${nav(limitNav)}`] : []),
  ];
  const bought = `${of} at ${nav(buyNav)}`;
  return `holding ${holding.holding}: ${bought}, ${leverage}x, margin ${amount(margin)}, bought ${new Date(boughtMs).toISOString()}${ends.map((end) => `, ${end}`).join('')}`;
}

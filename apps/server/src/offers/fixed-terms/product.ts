/** What of a product of fixed terms follows from its description. */
import type { FixedTermOrder } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { AccountRows, RecordCountsOf } from '@glasshouse/protocol';
import type { Catalogue } from '../../catalogue.ts';
import type { Product, ToldChanges } from '../../product.ts';
import { checkFixedTerms } from './checks.ts';
import { countOrders, sumOf } from './lists.ts';
import { fixedTermOffers, reserveCapital, type FixedTermFile } from './offers.ts';
import { fixedTermProjections } from './projection.ts';
import type { FixedTermFields } from './rows.ts';
import { orderOf, type FixedTermFeature, type FixedTermSource } from './source.ts';

interface Own<Feature extends FixedTermFeature> {
  readonly rank: number;
  readonly handlers: Product<Feature>['handlers'];
  /** An order in the account channel. */
  readonly rowOf: (catalogue: Catalogue, order: FixedTermFields, nowMs: number) => AccountRows[Feature];
  /** The offers of a demo, and the capital of its reserve, in decimals by coin. */
  readonly demo: readonly FixedTermFile[];
  readonly capital: Readonly<Record<string, string>>;
  /** What owners are told of their orders; null if nothing is. */
  readonly toldChanges: ToldChanges | null;
}

export function fixedTermProduct<Feature extends FixedTermFeature>(
  source: FixedTermSource & { readonly feature: Feature },
  { rank, handlers, rowOf, demo, capital, toldChanges }: Own<Feature>,
): Product<Feature> {
  const projections = fixedTermProjections(source);
  const openOf = ({ exchange }: Catalogue, owner: number): readonly FixedTermOrder[] => [
    ...exchange.features[source.feature as FixedTermFeature].open(owner),
  ];
  const changed = (catalogue: Catalogue, order: FixedTermOrder, nowMs: number) => ({
    id: order.order,
    row: rowOf(catalogue, order, nowMs),
  });
  return {
    rank,
    handlers,
    projections: Object.values(projections),
    changedRow: (catalogue, event, changedMs) => {
      const order = orderOf(source, event);
      return order === null ? null : changed(catalogue, order, changedMs);
    },
    addedRows: () => [],
    openRows: (catalogue, owner) =>
      openOf(catalogue, owner).map((order) => changed(catalogue, order, catalogue.exchange.timeMs)),
    crossChecks: (session, exchange) =>
      checkFixedTerms(session, exchange, { source, totals: projections.totals }),
    openName: `open ${source.named.many}`,
    openLines: (catalogue, owner) =>
      openOf(catalogue, owner).map((order) => lineOf(catalogue, order, source.named.one)),
    seeds: (mode) => (mode === 'demo' ? reserveCapital(source, capital) : []),
    offers: fixedTermOffers(source, () => demo),
    deposits: null,
    risk: null,
    recordCounts: async ({ database }, owner) => {
      const counts = { products: sumOf(await countOrders(database, source, owner)) };
      return counts as RecordCountsOf<Feature>;
    },
    toldChanges,
    keepUp: null,
    operatingCommands: () => ({}),
  };
}

function lineOf(catalogue: Catalogue, order: FixedTermOrder, one: string): string {
  const { code, decimals } = catalogue.assetAt(order.asset);
  const units = (amount: number): string => `${formatFixed(amount, decimals)} ${code}`;
  const until = new Date(order.dueMs).toISOString();
  return `${one} ${order.order} of offer ${order.offer}: ${units(order.amount)} until ${until}, interest ${units(order.interest)}`;
}

/** What of a feature of fixed terms follows from its description. */
import type { FixedTermOrder } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { AccountRows, RecordCountsOf } from '@glasshouse/protocol';
import type { Config } from '../../config.ts';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Feature, OpenFeature } from '../../contract/feature.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Product, ToldChanges } from '../../contract/product.ts';
import { checkFixedTerms } from './checks.ts';
import { countOrders, sumOf } from './lists.ts';
import { fixedTermOffers, reserveCapital, type FixedTermFile } from './offers.ts';
import { fixedTermProjections } from './projection.ts';
import type { FixedTermFields } from './rows.ts';
import { orderOf, type FixedTermFeature, type FixedTermSource } from './source.ts';

interface Own<Name extends FixedTermFeature> {
  readonly rank: number;
  readonly calls: (ports: Ports) => OpenFeature<Name>['calls'];
  /** An order in the account channel. */
  readonly rowOf: (catalogue: Catalogue, order: FixedTermFields, nowMs: number) => AccountRows[Name];
  /** The offers of a demo, and the capital of its reserve, in decimals by coin. */
  readonly demo: readonly FixedTermFile[];
  readonly capital: Readonly<Record<string, string>>;
  /** What owners are told of their orders. */
  readonly toldChanges?: ToldChanges;
}

export function fixedTermFeature<Name extends FixedTermFeature>(
  source: FixedTermSource & { readonly feature: Name },
  { rank, calls, rowOf, demo, capital, toldChanges }: Own<Name>,
) {
  const projections = fixedTermProjections(source);
  const openOf = ({ exchange }: Catalogue, owner: number): readonly FixedTermOrder[] => [
    ...exchange.features[source.feature as FixedTermFeature].open(owner),
  ];
  const changed = (catalogue: Catalogue, order: FixedTermOrder, nowMs: number) => ({
    id: order.order,
    row: rowOf(catalogue, order, nowMs),
  });
  const product: Product<Name> = {
    rank,
    projections: Object.values(projections),
    changedRow: (catalogue, event, changedMs) => {
      const order = orderOf(source, event);
      return order === null ? null : changed(catalogue, order, changedMs);
    },
    openRows: (catalogue, owner) =>
      openOf(catalogue, owner).map((order) => changed(catalogue, order, catalogue.exchange.timeMs)),
    crossChecks: (session, exchange) =>
      checkFixedTerms(session, exchange, { source, totals: projections.totals }),
    openName: `open ${source.named.many}`,
    openLines: (catalogue, owner) =>
      openOf(catalogue, owner).map((order) => lineOf(catalogue, order, source.named.one)),
    offers: fixedTermOffers(source, () => demo),
    risk: null,
    recordCounts: async ({ database }, owner) => {
      const counts = { products: sumOf(await countOrders(database, source, owner)) };
      return counts as RecordCountsOf<Name>;
    },
    ...(toldChanges === undefined ? {} : { toldChanges }),
  };
  return {
    open: (ports: Ports) => ({ calls: calls(ports) }),
    seeds: (mode: Config['mode']) => (mode === 'demo' ? reserveCapital(source, capital) : []),
    product,
  } satisfies Omit<Feature<Name>, 'product'> & { readonly product: Product<Name> };
}

function lineOf(catalogue: Catalogue, order: FixedTermOrder, one: string): string {
  const { code, decimals } = catalogue.assetAt(order.asset);
  const units = (amount: number): string => `${formatFixed(amount, decimals)} ${code}`;
  const until = new Date(order.dueMs).toISOString();
  return `${one} ${order.order} of offer ${order.offer}: ${units(order.amount)} until ${until}, interest ${units(order.interest)}`;
}

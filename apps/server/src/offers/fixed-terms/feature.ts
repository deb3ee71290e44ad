/** What of a feature of fixed terms follows from its description. */
import type { FixedTermOrder } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { AccountRows, CallNamed, DataOf, RecordCountsOf } from '@glasshouse/protocol';
import type { FixedTermStates } from '@glasshouse/protocol/fixed-term-states';
import type { Config } from '../../config.ts';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Feature, OpenFeature } from '../../contract/feature.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Product } from '../../contract/product.ts';
import { fixedTermCalls, type Records, type SharedHandlers } from './calls.ts';
import { checkFixedTerms } from './checks.ts';
import { countOrders, sumOf } from './lists.ts';
import type { Offers } from '../../contract/offer.ts';
import { fixedTermOffers, reserveCapital, type FixedTermFile } from './offers.ts';
import { fixedTermProjections } from './projection.ts';
import { orderRowOf, type FixedTermFields, type FixedTermRow } from './rows.ts';
import { orderOf, sourceOf, type FixedTermDescription, type FixedTermFeature } from './source.ts';
import { fixedTermNotifications, type FixedTermWords } from './notifications.ts';

/** A row of its account channel, and one of its records, which is that row in most products. */
type Row<Name extends FixedTermFeature> = AccountRows[Name];
type Shown<Name extends FixedTermFeature> =
  DataOf<CallNamed<`${Name}/get-orders`>> extends {
    readonly list: readonly (infer R extends FixedTermRow)[];
  }
    ? R
    : never;

/** What only this product has. */
interface Own<Name extends FixedTermFeature, States extends FixedTermStates> {
  readonly rank: number;
  /** What one of its offers is called: 'Finance offer'. */
  readonly words: Offers['words'];
  /** The offers of a demo, and the capital of its reserve, in decimals by coin. */
  readonly demo: readonly FixedTermFile[];
  readonly capital: Readonly<Record<string, string>>;
  /** The notifications to owners of orders. */
  readonly told?: FixedTermWords<keyof States & string>;
  readonly rowOf?: (catalogue: Catalogue, order: FixedTermFields, row: FixedTermRow) => Row<Name>;
  readonly records?: (ports: Ports) => Records<Row<Name>, Shown<Name>>;
  readonly calls?: (shared: SharedHandlers<Name>, ports: Ports) => OpenFeature<Name>['calls'];
}
/** A product with more calls than all have gives their handlers. */
type WithCalls<Name extends FixedTermFeature> =
  SharedHandlers<Name> extends OpenFeature<Name>['calls']
    ? unknown
    : Required<Pick<Own<Name, never>, 'calls'>>;

export function fixedTermFeature<const Name extends FixedTermFeature, const States extends FixedTermStates>(
  described: FixedTermDescription<Name, States>,
  own: Own<Name, States> & WithCalls<Name>,
) {
  const source = { ...sourceOf(described), feature: described.feature };
  const { rank, words, demo, capital, told } = own;
  const rowOf = (catalogue: Catalogue, order: FixedTermFields, nowMs: number): Row<Name> => {
    const row = orderRowOf(catalogue, order, { nowMs, states: source.states });
    return own.rowOf?.(catalogue, order, row) ?? (row as Row<Name>);
  };
  const callsOf = (ports: Ports): OpenFeature<Name>['calls'] => {
    const plain = { rowOf: (row: unknown) => row as Shown<Name>, file: source.feature, moreColumns: [] };
    const shared = fixedTermCalls(ports, source, { rowOf, records: own.records?.(ports) ?? plain });
    return own.calls?.(shared, ports) ?? (shared as OpenFeature<Name>['calls']);
  };
  const { totals } = fixedTermProjections(source);
  const openOf = ({ exchange }: Catalogue, owner: number): readonly FixedTermOrder[] => [
    ...exchange.features[source.feature as FixedTermFeature].open(owner),
  ];
  const changed = (catalogue: Catalogue, order: FixedTermOrder, nowMs: number) => ({
    id: order.order,
    row: rowOf(catalogue, order, nowMs),
  });
  const product: Product<Name> = {
    rank,
    changedRow: (catalogue, event, changedMs) => {
      const order = orderOf(source, event);
      return order === null ? null : changed(catalogue, order, changedMs);
    },
    openRows: (catalogue, owner) =>
      openOf(catalogue, owner).map((order) => changed(catalogue, order, catalogue.exchange.timeMs)),
    crossChecks: (session, exchange) => checkFixedTerms(session, exchange, { source, totals }),
    openName: `open ${source.named.many}`,
    openLines: (catalogue, owner) =>
      openOf(catalogue, owner).map((order) => lineOf(catalogue, order, source.named.one)),
    offers: fixedTermOffers(source, { words, demo: () => demo }),
    risk: null,
    recordCounts: async ({ database }, owner) => {
      const counts = { products: sumOf(await countOrders(database, source, owner)) };
      return counts as RecordCountsOf<Name>;
    },
    ...(told === undefined ? {} : { notifications: fixedTermNotifications(source, described.states, told) }),
  };
  return {
    open: (ports: Ports) => ({ calls: callsOf(ports) }),
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

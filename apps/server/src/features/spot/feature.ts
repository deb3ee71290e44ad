/** The server's definition of the product spot trading. */
import type { Exchange, OrderChanged } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { FillRow, OrderRow } from '@glasshouse/protocol/spot';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Session } from '../../db/database.ts';
import { differencesOf, finding, type Finding } from '../../pipeline/cross-checks.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';
import { checkTotals } from '../../pipeline/totals.ts';
import type { Feature } from '../../contract/feature.ts';
import type { Product } from '../../contract/product.ts';
import { fillFieldsOf, fillTotals, orderTotals } from './projection.ts';
import { spotPrograms } from './programs/endpoints.ts';
import { checkFillFees } from './recomputed-fees.ts';
import { ordersOf } from './office.ts';
import { countRecords } from './queries.ts';
import { tierOfficeHandlers } from './tiers-office.ts';
import { spotCommands } from './operating-commands.ts';
import { spotHandlers } from './routes.ts';
import { fillRowOf, orderRowOf } from './rows.ts';
import { spotSeeds } from './seeds.ts';
import { spotNotifications } from './notifications.ts';
import { tradeFacts } from './watch-facts.ts';

const NOTHING_ADDED: readonly never[] = [];
const ENDED_ORDERS = `select owner, market, status, side, count(*) as orders from spot_orders
  where owner >= ${USER_OWNER_MIN} and status <> 0 group by owner, market, status, side`;
const FILLS = `select owner, market, side, count(*) as fills from (
    select taker as owner, market, taker_side as side from spot_fills where taker >= ${USER_OWNER_MIN}
    union all select maker, market, 1 - taker_side from spot_fills where maker >= ${USER_OWNER_MIN} and maker <> taker
  ) as sides group by owner, market, side`;

const SIDES = ['buy', 'sell'] as const;

const product: Product<'spot'> = {
  rank: 2,
  changedRow: (catalogue, event, changedMs) =>
    event.type === 'order-changed' ? rowOf(catalogue, event, changedMs) : null,
  addedRows: (catalogue, { event, seq, timeMs }, isHeard) => {
    if (event.type !== 'traded') return NOTHING_ADDED;
    const fill = fillFieldsOf(event, { seq, timeMs });
    const rows: [number, FillRow][] = [];
    if (isHeard(event.taker)) rows.push([event.taker, fillRowOf(catalogue, fill, true)]);
    if (event.maker !== event.taker && isHeard(event.maker))
      rows.push([event.maker, fillRowOf(catalogue, fill, false)]);
    return rows;
  },
  openRows: (catalogue, owner) =>
    catalogue.exchange.features.spot
      .openOrders(owner)
      .map((order) => rowOf(catalogue, order, order.placedMs)),
  crossChecks: async (session, exchange) => [
    await checkOpenOrders(session, exchange),
    await checkFills(session),
    await checkFillFees(session, exchange),
    await checkTotals(session, orderTotals, { of: 'ended orders', rows: ENDED_ORDERS }),
    await checkTotals(session, fillTotals, { of: 'fills', rows: FILLS }),
  ],
  openName: 'open orders',
  openLines: (catalogue, owner) =>
    catalogue.exchange.features.spot.openOrders(owner).map((order) => lineOf(catalogue, order)),
  risk: null,
  recordCounts: countRecords,
  notifications: spotNotifications,
};

export const feature = {
  gives: ['tradeFacts'],
  open: (ports) => ({
    calls: { ...spotHandlers(ports), ...tierOfficeHandlers(ports), 'people/get-orders': ordersOf(ports) },
    ...spotPrograms(ports),
    commands: spotCommands(ports),
    gives: { tradeFacts: tradeFacts(ports) },
  }),
  seeds: spotSeeds,
  product,
} satisfies Feature<'spot'>;

function rowOf(catalogue: Catalogue, order: OrderChanged, changedMs: number): { id: number; row: OrderRow } {
  return { id: order.order, row: orderRowOf(catalogue, { ...order, changedMs }) };
}

function lineOf(catalogue: Catalogue, order: OrderChanged): string {
  const { base, quote, market } = catalogue.marketAt(order.market);
  const { priceDecimals, lotDecimals } = market.definition;
  const amount = `${formatFixed(order.filledLots, lotDecimals)} of ${formatFixed(order.lots, lotDecimals)} filled`;
  const what = `${SIDES[order.side]} ${base.code}/${quote.code} at ${formatFixed(order.price, priceDecimals)}`;
  return `order     ${order.order} ${what}: ${amount}, placed ${new Date(order.placedMs).toISOString()}`;
}

async function checkOpenOrders(session: Session, exchange: Exchange): Promise<Finding> {
  const { rows } = await session.query<{ order_id: number; facts: string }>(
    `select order_id, concat_ws('/', owner, market, side, price, lots, filled_lots, filled_quote, fee, placed_ms) as facts
     from spot_orders where status = 0`,
  );
  const open = new Map<number, string>();
  exchange.features.spot.forEachOrder((order, isQuote) => {
    if (!isQuote) open.set(order.order, factsOfOrder(order));
  });
  return finding(
    'open orders in the table are those in the books',
    `${open.size} orders`,
    differencesOf(
      open,
      rows.map((row) => [row.order_id, row.facts]),
    ),
  );
}

function factsOfOrder(order: OrderChanged): string {
  const { owner, market, side, price, lots, filledLots, filledQuote, fee, placedMs } = order;
  return [owner, market, side, price, lots, filledLots, filledQuote, fee, placedMs].join('/');
}

/**
 * For users' orders, the filled amount of the order must equal the sum of its trades. Old orders of
 * platform-run accounts are dropped.
 */
async function checkFills(session: Session): Promise<Finding> {
  const { rows } = await session.query<{
    orders: number;
    fills: number;
    wrong: number;
    named: string | null;
  }>(
    `with sides as (
       select taker_order as order_id, lots, quote_units, taker_fee as fee from spot_fills where taker >= $1
       union all
       select maker_order, lots, quote_units, maker_fee from spot_fills where maker >= $1
     ), sums as (
       select order_id, count(*) as fills, sum(lots) as lots, sum(quote_units) as quote, sum(fee) as fee from sides group by order_id
     ), compared as (
       select coalesce(o.order_id, s.order_id) as order_id, coalesce(s.fills, 0) as fills,
         o.order_id is null or o.filled_lots <> coalesce(s.lots, 0) or o.filled_quote <> coalesce(s.quote, 0) or o.fee <> coalesce(s.fee, 0) as wrong
       from (select * from spot_orders where owner >= $1) o full join sums s on s.order_id = o.order_id
     )
     select count(*) as orders, coalesce(sum(fills), 0)::bigint as fills, count(*) filter (where wrong) as wrong,
       (array_agg(order_id::text) filter (where wrong))[1] as named
     from compared`,
    [USER_OWNER_MIN],
  );
  const { orders, fills, wrong, named } = rows[0] ?? { orders: 0, fills: 0, wrong: 0, named: null };
  const differences = Array.from({ length: wrong }, (_, i) => (i === 0 ? `order ${named ?? ''}` : 'more'));
  return finding(
    "users' orders are filled by what their trades say",
    `${orders} orders, ${fills} fills`,
    differences,
  );
}

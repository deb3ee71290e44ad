/** Writes spot_orders and spot_fills: every order as the batch leaves it, and every trade. */
import type { Traded } from '@glasshouse/core';
import type { Projection, RowCollector } from '../../pipeline/projection.ts';
import { totalsProjection } from '../../pipeline/totals.ts';
import { furtherTermsText } from './further-terms.ts';
import { listNumber, orderNumber } from './order-number.ts';
import type { SpotFillsTable } from './tables.ts';

const ordersProjection: Projection = {
  table: {
    name: 'spot_orders',
    columns: {
      order_id: 'bigint',
      owner: 'bigint',
      market: 'integer',
      side: 'smallint',
      price: 'bigint',
      lots: 'bigint',
      quote_amount: 'bigint',
      filled_lots: 'bigint',
      filled_quote: 'bigint',
      fee: 'bigint',
      time_in_force: 'smallint',
      status: 'smallint',
      placed_ms: 'bigint',
      changed_ms: 'bigint',
      changed_seq: 'bigint',
      client_order_id: 'text',
      end_reason: 'smallint',
      trigger_price: 'bigint',
      trail_ppm: 'integer',
      partner_order: 'bigint',
      fired_tick: 'bigint',
      stop_kind: 'smallint',
      further_terms: 'text',
      number: 'bigint',
      list_number: 'bigint',
      list_client_order_id: 'text',
    },
    key: ['order_id'],
    onConflict: {
      update: [
        'price',
        'lots',
        'quote_amount',
        'filled_lots',
        'filled_quote',
        'fee',
        'status',
        'changed_ms',
        'changed_seq',
        'end_reason',
        'trigger_price',
        'trail_ppm',
        'fired_tick',
        'further_terms',
      ],
    },
  },
  forget: 'delete from spot_orders where changed_seq <= $1 and owner < $2 and status <> 0',
  collect: collectOrders,
};

/** The last deals of all pairs together, of the platform's own accounts, that a demo keeps. */
export const DEMO_DEALS_KEPT = 100_000;

const fillsProjection: Projection = {
  table: {
    name: 'spot_fills',
    columns: {
      trade_id: 'bigint',
      seq: 'bigint',
      time_ms: 'bigint',
      market: 'integer',
      price: 'bigint',
      lots: 'bigint',
      quote_units: 'bigint',
      taker_side: 'smallint',
      taker_order: 'bigint',
      maker_order: 'bigint',
      taker: 'bigint',
      maker: 'bigint',
      taker_fee: 'bigint',
      maker_fee: 'bigint',
    },
    key: ['trade_id'],
    onConflict: 'insert',
  },
  // The public deals are read longer than the orders that made them.
  forget: `delete from spot_fills where seq <= $1 and taker < $2 and maker < $2
    and trade_id <= (select max(trade_id) from spot_fills) - ${DEMO_DEALS_KEPT}`,
  collect: collectFills,
};

const UNFINISHED = 0;

export const orderTotals = totalsProjection(
  {
    name: 'spot_order_totals',
    key: { market: 'integer', status: 'smallint', side: 'smallint' },
    sums: ['orders'],
  },
  (event, add) => {
    if (event.type === 'order-changed' && event.status !== UNFINISHED)
      add({
        owner: event.owner,
        market: event.market,
        status: event.status,
        side: event.side,
        orders: 1,
      });
  },
);

export const fillTotals = totalsProjection(
  { name: 'spot_fill_totals', key: { market: 'integer', side: 'smallint' }, sums: ['fills'] },
  (event, add) => {
    if (event.type !== 'traded') return;
    const { market, taker, maker, takerSide } = event;
    add({ owner: taker, market, side: takerSide, fills: 1 });
    if (maker !== taker) add({ owner: maker, market, side: 1 - takerSide, fills: 1 });
  },
);

export const createProjections = (): readonly Projection[] => [
  ordersProjection,
  fillsProjection,
  orderTotals,
  fillTotals,
];

type Row = ReturnType<RowCollector['rows']>[number];

function collectOrders(): RowCollector {
  const rows = new Map<number, Row>();
  return {
    add(event, place) {
      if (event.type !== 'order-changed') return;
      const { seq, timeMs } = place;
      rows.set(event.order, {
        order_id: event.order,
        owner: event.owner,
        market: event.market,
        side: event.side,
        price: event.price,
        lots: event.lots,
        quote_amount: event.quoteAmount,
        filled_lots: event.filledLots,
        filled_quote: event.filledQuote,
        fee: event.fee,
        time_in_force: event.timeInForce,
        status: event.status,
        placed_ms: event.placedMs,
        changed_ms: timeMs,
        changed_seq: seq,
        client_order_id: event.clientOrderId,
        end_reason: event.end,
        trigger_price: event.trigger,
        trail_ppm: event.trailPpm,
        partner_order: event.partner,
        fired_tick: event.firedTick,
        stop_kind: event.kind,
        further_terms: furtherTermsText(event),
        // A row that is there keeps its own.
        number: rows.get(event.order)?.['number'] ?? orderNumber(place),
        list_number: rows.get(event.order)?.['list_number'] ?? listNumber(event, place),
        list_client_order_id: event.listClientOrderId,
      });
    },
    rows: () => [...rows.values()],
  };
}

function collectFills(): RowCollector {
  const rows: Row[] = [];
  return {
    add(event, { seq, timeMs }) {
      if (event.type !== 'traded') return;
      rows.push({ ...fillFieldsOf(event, { seq, timeMs }) });
    },
    rows: () => rows,
  };
}

/** A trade as the table has it. */
export function fillFieldsOf(
  trade: Traded,
  { seq, timeMs }: { readonly seq: number; readonly timeMs: number },
): SpotFillsTable {
  return {
    trade_id: trade.trade,
    seq,
    time_ms: timeMs,
    market: trade.market,
    price: trade.price,
    lots: trade.lots,
    quote_units: trade.quoteUnits,
    taker_side: trade.takerSide,
    taker_order: trade.takerOrder,
    maker_order: trade.makerOrder,
    taker: trade.taker,
    maker: trade.maker,
    taker_fee: trade.takerFee,
    maker_fee: trade.makerFee,
  };
}

/** Writes ticks and klines: every public tick with its hash, every candle with its new deals. */
import { KEPT_TIMERS, TIMER_MS } from '@glasshouse/protocol/market/timers';
import type { Projection, RowCollector } from '../../pipeline/projection.ts';
import { candleAfter, isFlat, type CandleTicks } from './candle-series.ts';
import { chainedTick, GENESIS_HASH } from './tick-chain.ts';

type Row = ReturnType<RowCollector['rows']>[number];

export const createProjections = (): readonly Projection[] => [ticksProjection(), klinesProjection()];

/** Also for projections of tests that write ticks of their own. */
export const TICKS_TABLE: Projection['table'] = {
  name: 'ticks',
  columns: {
    tick: 'bigint',
    time_ms: 'bigint',
    prices: 'text',
    previous_hash: 'text',
    hash: 'text',
    rules: 'integer',
    quotes_hash: 'text',
  },
  key: ['tick'],
  onConflict: 'insert',
};

/** Each tick holds the hash of the one before it, the first that of the last one written. */
function ticksProjection(): Projection {
  let lastHash = GENESIS_HASH;
  return {
    open: async (session) => {
      const { rows } = await session.query<{ hash: string }>(
        'select hash from ticks order by tick desc limit 1',
      );
      lastHash = rows[0]?.hash ?? GENESIS_HASH;
    },
    table: TICKS_TABLE,
    forget: null,
    collect: ({ registry }) => {
      const rows: Row[] = [];
      return {
        add(event) {
          if (event.type !== 'ticked') return;
          const chained = chainedTick(registry, event, lastHash);
          const { tick, timeMs, prices, previousHash, hash, rules = null, quotesHash = null } = chained;
          lastHash = hash;
          rows.push({
            tick,
            time_ms: timeMs,
            prices: JSON.stringify(prices),
            previous_hash: previousHash,
            hash,
            rules,
            quotes_hash: quotesHash,
          });
        },
        rows: () => rows,
      };
    },
  };
}

/** Candles of one batch. The rule adds them to those that are there, the history's among them. */
function klinesProjection(): Projection {
  return {
    table: {
      name: 'klines',
      columns: {
        market: 'integer',
        timer_s: 'integer',
        id_s: 'bigint',
        open: 'bigint',
        high: 'bigint',
        low: 'bigint',
        close: 'bigint',
        lots: 'bigint',
        quote_units: 'bigint',
        trades: 'integer',
        buy_lots: 'bigint',
        buy_quote_units: 'bigint',
        first_trade: 'bigint',
      },
      key: ['market', 'timer_s', 'id_s'],
      onConflict: {
        set: {
          open: unlessFlat('klines.open'),
          high: `greatest(${unlessFlat('klines.high')}, excluded.high)`,
          low: `least(${unlessFlat('klines.low')}, excluded.low)`,
          close: 'excluded.close',
          lots: 'klines.lots + excluded.lots',
          quote_units: 'klines.quote_units + excluded.quote_units',
          trades: 'klines.trades + excluded.trades',
          buy_lots: 'klines.buy_lots + excluded.buy_lots',
          buy_quote_units: 'klines.buy_quote_units + excluded.buy_quote_units',
          first_trade:
            'case when klines.first_trade = 0 then excluded.first_trade else klines.first_trade end',
        },
        merged: (there, newer) => mergedCandle(there as CandleRow, newer as CandleRow),
      },
    },
    forget: null,
    collect: () => {
      /** By market, interval and opening time. */
      const rows = new Map<string, CandleRow>();
      return {
        add(event, { timeMs }) {
          if (event.type !== 'traded') return;
          const { market, trade: number, price, lots, quoteUnits, takerSide } = event;
          const trade = { timeMs, trade: number, price, lots, quoteUnits, takerSide };
          for (const timer of KEPT_TIMERS) {
            const candle = candleAfter(null, trade, timer);
            const row = rowOf(candle, { market, timer_s: TIMER_MS[timer] / 1000 });
            const name = `${market}/${row.timer_s}/${row.id_s}`;
            const there = rows.get(name);
            rows.set(name, there === undefined ? row : mergedCandle(there, row));
          }
        },
        rows: () => [...rows.values()],
      };
    },
  };
}

/** A flat candle that fills a gap opens with its first deal. */
const unlessFlat = (column: string): string =>
  `case when klines.trades = 0 and klines.high = klines.low then excluded.open else ${column} end`;

type CandleRow = ReturnType<typeof rowOf>;

function rowOf(candle: CandleTicks, of: { readonly market: number; readonly timer_s: number }) {
  return {
    ...of,
    id_s: candle.openS,
    open: candle.open,
    high: candle.high,
    low: candle.low,
    close: candle.close,
    lots: candle.lots,
    quote_units: candle.quoteUnits,
    trades: candle.trades,
    buy_lots: candle.buyLots,
    buy_quote_units: candle.buyQuoteUnits,
    first_trade: candle.firstTrade,
  };
}

function mergedCandle(there: CandleRow, newer: CandleRow): CandleRow {
  if (isFlat(there)) return newer;
  return {
    ...there,
    high: Math.max(there.high, newer.high),
    low: Math.min(there.low, newer.low),
    close: newer.close,
    lots: there.lots + newer.lots,
    quote_units: there.quote_units + newer.quote_units,
    trades: there.trades + newer.trades,
    buy_lots: there.buy_lots + newer.buy_lots,
    buy_quote_units: there.buy_quote_units + newer.buy_quote_units,
    first_trade: there.first_trade || newer.first_trade,
  };
}

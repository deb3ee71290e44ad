/**
 * Writes ticks and klines: every public tick with its hash, and every candle as the batch leaves
 * it. Rows are computed from committed data and the batch's events; memory changes only after the
 * commit.
 */
import { KEPT_TIMERS, TIMER_MS } from '@glasshouse/protocol/market';
import type { Projection, RowCollector } from '../../pipeline/projection.ts';
import { candleAfter, type CandleTicks } from './candle-series.ts';
import type { Klines } from './klines.ts';
import type { TickChain } from './tick-chain.ts';

type Row = ReturnType<RowCollector['rows']>[number];

export function marketProjections(parts: { klines: Klines; ticks: TickChain }): readonly Projection[] {
  return [ticksProjection(parts.ticks), klinesProjection(parts.klines)];
}

function ticksProjection(chain: TickChain): Projection {
  return {
    table: {
      name: 'ticks',
      columns: { tick: 'bigint', time_ms: 'bigint', prices: 'text', previous_hash: 'text', hash: 'text' },
      key: ['tick'],
      onConflict: 'insert',
    },
    forget: null,
    collect: () => {
      const rows: Row[] = [];
      let lastHash = chain.lastHash;
      return {
        add(event) {
          if (event.type !== 'ticked') return;
          const { tick, timeMs, prices, previousHash, hash } = chain.chain(event, lastHash);
          lastHash = hash;
          rows.push({
            tick,
            time_ms: timeMs,
            prices: JSON.stringify(prices),
            previous_hash: previousHash,
            hash,
          });
        },
        rows: () => rows,
      };
    },
  };
}

function klinesProjection(klines: Klines): Projection {
  const values = ['open', 'high', 'low', 'close', 'lots', 'quote_units', 'trades'] as const;
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
      },
      key: ['market', 'timer_s', 'id_s'],
      onConflict: { update: values },
    },
    forget: null,
    collect: () => {
      const rows = new Map<string, Row>();
      /** Newest candles after the batch's trades so far, by market and interval. */
      const newest = new Map<string, CandleTicks>();
      return {
        add(event, { timeMs }) {
          if (event.type !== 'traded') return;
          const { market, price, lots, quoteUnits } = event;
          for (const timer of KEPT_TIMERS) {
            const timerS = TIMER_MS[timer] / 1000;
            const name = `${market}/${timerS}`;
            const last = newest.get(name) ?? klines.series(market, timer).last;
            const candle = candleAfter(last, { timeMs, price, lots, quoteUnits }, timer);
            newest.set(name, candle);
            rows.set(`${name}/${candle.openS}`, {
              market,
              timer_s: timerS,
              id_s: candle.openS,
              open: candle.open,
              high: candle.high,
              low: candle.low,
              close: candle.close,
              lots: candle.lots,
              quote_units: candle.quoteUnits,
              trades: candle.trades,
            });
          }
        },
        rows: () => [...rows.values()],
      };
    },
  };
}

/** Streams of trades, one by one and by taker order. */
import { SELL } from '@glasshouse/core';
import type { StreamEvent } from '@glasshouse/protocol/programs';
import {
  lotsText,
  nameOf,
  priceText,
  type PairStreamParts,
  type RunningStream,
  type StreamTrade,
} from './running-stream.ts';

export function tradeStream({ state, pair, emit }: PairStreamParts<StreamEvent<'trades'>>): RunningStream {
  const s = nameOf(pair);
  return {
    traded: (trades) => {
      const E = state.nowMs();
      for (const { trade, price, lots, timeMs, takerSide } of trades)
        emit({
          e: 'trade',
          E,
          s,
          t: trade,
          p: priceText(pair, price),
          q: lotsText(pair, lots),
          T: timeMs,
          m: takerSide === SELL,
          M: true,
        });
    },
  };
}

export function aggregateStream({
  state,
  pair,
  emit,
}: PairStreamParts<StreamEvent<'aggregates'>>): RunningStream {
  const s = nameOf(pair);
  return {
    traded: (trades) => {
      const E = state.nowMs();
      for (const { first, last, lots } of aggregated(trades))
        emit({
          e: 'aggTrade',
          E,
          s,
          a: first.trade,
          p: priceText(pair, first.price),
          q: lotsText(pair, lots),
          f: first.trade,
          l: last.trade,
          T: first.timeMs,
          m: first.takerSide === SELL,
          M: true,
        });
    },
  };
}

interface Aggregate {
  readonly first: StreamTrade;
  last: StreamTrade;
  lots: number;
}

/** Trades of one taker order at one price at one time, which follow each other. */
function aggregated(trades: readonly StreamTrade[]): readonly Aggregate[] {
  const aggregates: Aggregate[] = [];
  for (const trade of trades) {
    const open = aggregates.at(-1);
    const isSame =
      open?.first.takerOrder === trade.takerOrder &&
      open.first.price === trade.price &&
      open.first.timeMs === trade.timeMs;
    if (isSame) {
      open.last = trade;
      open.lots += trade.lots;
    } else aggregates.push({ first: trade, last: trade, lots: trade.lots });
  }
  return aggregates;
}

/** The channel of tickers, with rows of the day that the test sets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DayTick } from '@glasshouse/protocol/market';
import type { StreamHub } from '../../ws/hub.ts';
import { MarketChannels } from './channels.ts';
import type { MarketState } from './state.ts';

const ROW: DayTick = { id: 60, open: 2, close: 3, high: 4, low: 1, amount: 10, vol: 30, count: 5 };

test('R7.5 the tickers have every pair of which any field has changed, and no other', () => {
  let btc = ROW;
  let tick = 0;
  const sent: object[] = [];
  const state = {
    catalogue: { openedMarkets: [{ symbol: 'btcusdt' }, { symbol: 'ethusdt' }] },
    dayTick: ({ symbol }: { symbol: string }) => (symbol === 'btcusdt' ? btc : { ...ROW }),
    ticks: {
      get last() {
        return { tick };
      },
    },
  };
  const hub = {
    registerChannel: () => undefined,
    hasSubscribers: () => true,
    publish: (channel: string, frame: { tickers: object }) => {
      if (channel === 'tickers') sent.push(frame.tickers);
    },
  };
  const channels = new MarketChannels(state as unknown as MarketState, hub as unknown as StreamHub);
  const publish = (): object | undefined => {
    tick++;
    channels.publish({ ticks: [{ tick } as never], deals: new Map() });
    return sent.pop();
  };
  assert.deepEqual(publish(), { btcusdt: ROW, ethusdt: ROW });
  assert.equal(publish(), undefined);
  for (const field of Object.keys(ROW) as (keyof DayTick)[]) {
    btc = { ...btc, [field]: btc[field] + 1 };
    assert.deepEqual(publish(), { btcusdt: btc }, field);
  }
});

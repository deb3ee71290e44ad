/**
 * Goal: the history of a fund ends at the exchange's time. Method: a clock that is ahead of the
 * machine's, as that of a demo can be, and one candle there.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NavHistories, type HistoryParts } from './nav-history.ts';

test('R14.12 fund I6 a history ends at the time of the exchange, also where that is ahead of the calendar', async () => {
  const nowMs = Date.now() + 40 * 86_400_000;
  const lastS = Math.floor(nowMs / 300_000) * 300;
  const close = 500_000;
  const parts = {
    database: { query: async () => ({ rows: [{ id_s: lastS, close }] }) },
    catalogue: {
      assetAt: () => ({ decimals: 8 }),
      marketAt: () => ({ market: { definition: { priceDecimals: 2 } } }),
    },
    sequencer: { nowMs: () => nowMs },
  } as unknown as HistoryParts;
  const basket = [{ asset: 1, market: 0, quantity: 1_000_000 }];
  const { list } = await new NavHistories(parts).of(1, '1D', basket);
  assert.deepEqual(
    list.map(({ time }) => time),
    [(lastS + 300) * 1000],
  );
});

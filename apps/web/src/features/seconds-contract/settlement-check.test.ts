/**
 * Goal: a manipulated settlement does not pass. Method: an honest order, then one change at a time.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { PublicTick } from '@glasshouse/protocol/market';
import { tickPreimage } from '@glasshouse/protocol/market/tick-preimage';
import { checkSettlement, resultOf, type Settled } from './settlement-check.ts';

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex');
function chain(prices: readonly string[]): PublicTick[] {
  const ticks: PublicTick[] = [];
  for (const [i, price] of prices.entries()) {
    const previousHash = ticks.at(-1)?.hash ?? '0'.repeat(64);
    const tick = { tick: 10 + i, timeMs: 10_000 + i * 1000, prices: { btcusdt: price }, previousHash };
    ticks.push({ ...tick, hash: createHash('sha256').update(tickPreimage(tick)).digest('hex') });
  }
  return ticks;
}
const ticks = chain(['99.90', '100.00', '100.50', '100.20', '101.10']);
const [, open, , , finish] = ticks;
const order: Settled = {
  id: '1',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  time: 10_400,
  openTime: 11_000,
  openPrice: '100',
  finishPrice: '101.1',
  openAmount: '10',
  profitRate: '0.85',
  feeRate: '0.002',
  fees: '0.02',
  holdingTime: 3,
  finishTime: 14_000,
  status: 1,
  result: 'win',
  profit: '8.5',
  direction: 'up',
  reason: null,
  openTick: 11,
  finishTick: 14,
  ticks: { open: open ?? null, finish: finish ?? null },
};

test('R10.8 seconds-contract I3 an honest settlement holds', async () => {
  const check = await checkSettlement(order, ticks, sha256);
  assert.ok(check.holds, JSON.stringify(check.facts));
  assert.equal(check.ticksChecked, 5);
});
test('R10.8 seconds-contract I3 a result that does not follow from the prices is found', async () => {
  assert.equal((await checkSettlement({ ...order, result: 'lose' }, ticks, sha256)).facts.result, false);
});
test('R10.8 a price that no tick carries is found', async () => {
  assert.equal((await checkSettlement({ ...order, finishPrice: '99' }, ticks, sha256)).facts.prices, false);
});
test('R10.8 seconds-contract I6 a later opening or closing tick than the first one due is found', async () => {
  assert.equal(
    (await checkSettlement({ ...order, time: 9_000 }, ticks, sha256)).facts.openedAfterAcceptance,
    false,
  );
  assert.equal((await checkSettlement({ ...order, holdingTime: 2 }, ticks, sha256)).facts.closedAtDue, false);
});
test('R10.8 market I1 a forged tick between the two is found', async () => {
  const forged = ticks.map((tick) => (tick.tick === 12 ? { ...tick, prices: { btcusdt: '1' } } : tick));
  assert.equal((await checkSettlement(order, forged, sha256)).facts.chain, false);
});
test('R4.5 seconds-contract I3 up and down, win, lose and draw', () => {
  const prices = { openPrice: '1', finishPrice: '2' };
  assert.equal(resultOf({ direction: 'up', ...prices }), 'win');
  assert.equal(resultOf({ direction: 'down', ...prices }), 'lose');
  assert.equal(resultOf({ direction: 'down', openPrice: '1.0', finishPrice: '1' }), 'draw');
  assert.equal(resultOf({ direction: 'up', openPrice: '1', finishPrice: null }), null);
});

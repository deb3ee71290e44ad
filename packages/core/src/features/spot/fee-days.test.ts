/**
 * Goal: a trading day counts towards the fee tiers for thirty whole days. Method: a pause of any
 * length between two days of trading.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, DAY_MS, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { BUY, SELL } from '../../index.ts';

test('R11.4 a day counts for thirty whole days, whatever the pause after it, and is gone after', () => {
  const tiers = [{ volume: 0, makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 }];
  for (const pause of [1, 2, 29, 30, 31, 32, 59, 60, 61, 62, 90, 91, 400]) {
    const world = new World();
    const feeState = () => world.exchange.features.spot.fees.feeStateOf(ANN);
    const trade = (): void => {
      world.do(world.order(BOB, SELL, 100, 100));
      world.do(world.order(ANN, BUY, 100, 100));
    };
    world.do({ type: 'define-fee-tiers', asset: USDT, tiers });
    trade();
    world.tickAlone(1000, DAY_MS);
    trade();
    world.tickAlone(1000, pause * DAY_MS);
    const volume = 100 * UNIT * (Number(pause < 30) + Number(pause <= 30));
    assert.deepEqual(feeState(), { tier: 0, volume, today: 0 }, String(pause));
    trade();
    world.tickAlone(1000, DAY_MS);
    const after = 100 * UNIT * (Number(pause + 1 < 30) + Number(pause + 1 <= 30) + 1);
    assert.equal(feeState().volume, after, String(pause));
  }
});

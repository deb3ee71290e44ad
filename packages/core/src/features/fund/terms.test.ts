/** Goal: a holding keeps the terms of its acceptance. Method: offers that are defined anew. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { bought, BUY, end, fundWorld, last, OFFER } from '../../../sim/features/fund/world.ts';
import { DAY_MS, UNIT } from '../../../sim/spot-world.ts';

test('R11.10 fund I12 the terms of the acceptance are those of the purchase', () => {
  const world = fundWorld();
  const id = world.do(BUY);
  world.do({ ...OFFER, buyFeePpm: 50_000, maintenancePpm: 1, coverPpm: 0, endsMs: 1 });
  world.tick(1000);
  const { status, buyFee, maintenance, cover } = last(world, id);
  assert.deepEqual([status, buyFee, maintenance, cover], [1, 100_000, 5 * UNIT, 10 * UNIT]);
});

test('R11.10 fund I12 interest and the fees of the end are those of the acceptance too', () => {
  const world = fundWorld();
  const [sold, exited] = [bought(world), bought(world)];
  world.do({ ...OFFER, sellFeePpm: 0, exitFeePpm: 100_000, lendingDailyPpb: 10_000_000 });
  world.tick(1000, DAY_MS);
  // 0.1 % of 80 USDT.
  assert.equal(last(world, sold).interest, 80_000);
  world.do(end(sold));
  world.do(end(exited, 'exit-fund'));
  world.tick(1000);
  assert.deepEqual([last(world, sold).closeFee, last(world, exited).closeFee], [100_000, 500_000]);
});

test('fund I9 one owner has 200 holdings at most, those that wait counted', () => {
  const world = fundWorld({ minUnits: 100 }, 100_000 * UNIT);
  for (let i = 0; i < 200; i++) world.do({ ...BUY, units: 10_000 });
  assert.equal(world.try({ ...BUY, units: 10_000 }).error, 'fund/too-many-holdings');
});

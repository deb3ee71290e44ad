/**
 * Goal: what has ended is paid before the reserve promises more, and by the unit. Method: a world
 * that audits itself, with reserves that are just enough, or not.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { bought, BUY, end, fundWorld, house, last } from '../../../sim/features/fund/world.ts';
import { ANN, BOB, UNIT, USDT } from '../../../sim/spot-world.ts';
import { HOUSE, WALLET } from '../../index.ts';

test('fund I1 nothing is sold while an end waits to be paid: nobody can take the reserve from it', () => {
  const world = fundWorld({ coverPpm: 0 }, 30 * UNIT);
  const id = bought(world);
  const purchase = { ...BUY, owner: BOB, maxNav: 130_000 };
  world.do(end(id));
  world.tickAlone(1_300);
  assert.equal(world.try(purchase).error, 'fund/reserve-short');
  world.process();
  assert.equal(last(world, id).status, 2);
  world.do(purchase);
});

test('fund I5 an end that the reserve cannot pay keeps purchases waiting until it is paid', () => {
  const world = fundWorld({ coverPpm: 0 }, 20 * UNIT);
  const id = bought(world);
  world.do({ type: 'set-fund-limit', owner: ANN, holding: id, limitNav: 130_000 });
  world.tick(1_300);
  assert.deepEqual([last(world, id).status, last(world, id).shortAction], [1, 3]);
  const purchase = { ...BUY, owner: BOB, maxNav: 130_000 };
  assert.equal(world.try(purchase).error, 'fund/reserve-short');
  const capital = { type: 'issue', wallet: WALLET.house, reason: 'house-capital' } as const;
  world.do({ ...capital, owner: HOUSE.fundReserve, asset: USDT, amount: 10 * UNIT });
  world.tick(1_300);
  world.tick(1_300);
  assert.equal(last(world, id).status, 2);
  world.do(purchase);
});

test('fund I5 what one end frees pays the next one of the same portion, to the unit', () => {
  const world = fundWorld({ coverPpm: 0, sellFeePpm: 0 }, 0);
  world.tick(1_200);
  const loser = bought(world, { leverage: 1, maxNav: 132_000 }, 1_200);
  const winner = bought(world, { leverage: 1, maxNav: 132_000 });
  world.do(end(loser));
  world.do(end(winner));
  world.tickAlone(1_100);
  assert.equal(world.process(), 2);
  assert.deepEqual([last(world, loser).status, last(world, winner).status], [2, 2]);
  assert.equal(house(world, HOUSE.fundReserve).available, 0);
});

test('fund I5 its own cover alone pays the profit of a holding, to the unit', () => {
  const world = fundWorld({}, 10 * UNIT);
  const id = bought(world, { leverage: 1, maxNav: 100_000 });
  assert.equal(house(world, HOUSE.fundReserve).available, 0);
  world.do(end(id));
  world.tick(1_100);
  assert.equal(last(world, id).status, 2);
});

test('fund I5 a holding whose ordered end the reserve could not pay is liquidated later', () => {
  const world = fundWorld({ coverPpm: 0 }, 0);
  const id = bought(world);
  world.do(end(id));
  world.tickAlone(1_100);
  world.tickAlone(800);
  while (world.exchange.dueCount > 0) world.process();
  assert.deepEqual([last(world, id).status, last(world, id).reason], [1, 4]);
  world.tick(800);
  assert.equal(last(world, id).status, 3);
});

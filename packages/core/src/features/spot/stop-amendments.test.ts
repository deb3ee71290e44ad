/** Goal: waiting orders and OCOs are amended under their ids, as if they were placed anew. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, EVE, World } from '../../../sim/spot-world.ts';
import { BUY, SELL } from '../../index.ts';

/** Units of a lot. */
const LOT = 1_000_000;

test('R11.4 a stop is amended under its id, and waits behind those placed before', () => {
  const world = new World();
  const first = world.do(world.stop(ANN, SELL, 95, { lots: 100 }));
  const second = world.do(world.stop(EVE, SELL, 90, { lots: 100 }));
  const amend = (owner: number, order: number, more: object = {}) =>
    world.try({
      type: 'amend-conditional',
      owner,
      order,
      trigger: 90,
      trailPpm: 0,
      price: 0,
      lots: 150,
      quoteAmount: 0,
      target: 0,
      trail: 0,
      activation: 0,
      offset: 0,
      ...more,
    }).error;
  assert.equal(amend(EVE, first), 'spot/unknown-order');
  assert.equal(amend(ANN, first, { trigger: 100 }), 'spot/would-trigger');
  assert.equal(amend(ANN, first, { lots: 10_001 }), 'wallet/insufficient-balance');
  assert.equal(amend(ANN, first), null);
  assert.deepEqual(world.frozen(ANN), [0, 150 * LOT]);
  world.do(world.order(BOB, BUY, 90, 100));
  world.tick(900);
  assert.deepEqual([world.state(second)[1], world.state(first)[1]], [100, 0]);
  assert.equal(amend(ANN, first), 'spot/unknown-order');
});

test('R11.4 an amended trailing stop keeps the best price that it has seen, unless its distance changes', () => {
  const world = new World();
  const stop = world.do(world.stop(ANN, SELL, 0, { trail: 5, activation: 110, lots: 100 }));
  const amend = (lots: number, trail: number) =>
    world.try({
      type: 'amend-conditional',
      owner: ANN,
      order: stop,
      trigger: 0,
      trailPpm: 0,
      price: 0,
      lots,
      quoteAmount: 0,
      target: 0,
      trail,
      activation: 110,
      offset: 0,
    }).error;
  world.tick(1200);
  world.tick(1170);
  assert.equal(amend(90, 5), null);
  assert.equal(world.last(stop).trigger, 115);
  assert.equal(amend(90, 10), null);
  assert.equal(world.last(stop).trigger, 107, 'placed anew at 117');
});

test('R11.4 a pair is amended by either leg, and stays a pair', () => {
  const world = new World();
  const leg = world.do(world.oco(ANN, SELL, { price: 110, trigger: 95, stopPrice: 0 }));
  const stop = world.last(leg).partner;
  const amend = (order: number, price: number, trigger: number) =>
    world.try({ type: 'amend-oco', owner: ANN, order, price, lots: 200, trigger, stopPrice: 0 }).error;
  assert.equal(amend(leg, 100, 95), 'spot/would-trigger');
  assert.equal(amend(stop, 112, 94), null);
  assert.equal(amend(leg, 113, 93), null);
  assert.deepEqual([world.last(leg).price, world.last(stop).trigger], [113, 93]);
  assert.deepEqual(world.frozen(ANN), [0, 200 * LOT]);
  world.do(world.order(BOB, BUY, 113, 50));
  assert.deepEqual(
    [world.state(leg), world.state(stop)],
    [
      ['0/0', 50],
      ['2/4', 0],
    ],
  );
  assert.equal(amend(leg, 114, 93), 'spot/cannot-amend');
});

test('R11.2 R11.4 amendments of what waits are covered to the last unit', () => {
  const world = new World();
  const stop = world.do(world.stop(ANN, SELL, 90, { lots: 100 }));
  const amend = (order: number, lots: number, more: object = {}) =>
    world.try({
      type: 'amend-conditional',
      owner: ANN,
      order,
      trigger: 90,
      trailPpm: 0,
      price: 0,
      lots,
      quoteAmount: 0,
      target: 0,
      trail: 0,
      activation: 0,
      offset: 0,
      ...more,
    }).error;
  assert.equal(amend(stop, 10_001), 'wallet/insufficient-balance');
  assert.equal(amend(stop, 10_000), null);
  assert.equal(amend(stop, 5_000), null);
  const leg = world.do(world.oco(ANN, SELL, { price: 110, trigger: 95, stopPrice: 0 }));
  assert.equal(amend(world.last(leg).partner, 100), 'spot/cannot-amend');
  const pair = (lots: number) =>
    world.try({ type: 'amend-oco', owner: ANN, order: leg, price: 101, lots, trigger: 95, stopPrice: 0 })
      .error;
  // The other stop holds half of ten thousand.
  assert.equal(pair(5_001), 'wallet/insufficient-balance');
  assert.equal(pair(5_000), null);
  const other = new World();
  const trailing = other.do(other.stop(ANN, SELL, 0, { trail: 10 }));
  const moved = { trigger: 0, trail: 10, offset: 46 };
  const error = (more: object) =>
    other.try({
      type: 'amend-conditional',
      owner: ANN,
      order: trailing,
      trailPpm: 0,
      price: 0,
      lots: 100,
      quoteAmount: 0,
      target: 0,
      activation: 0,
      ...moved,
      ...more,
    }).error;
  assert.equal(error({}), 'spot/price-out-of-range');
  assert.equal(error({ offset: 45 }), null);
});

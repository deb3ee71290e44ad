/**
 * Goal: a trailing stop fires at its trigger, and its owner is told where that has moved. Method:
 * index prices one step before the trigger and at it.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, UNIT, World } from '../../../sim/spot-world.ts';
import { BUY, SELL } from '../../index.ts';
import { TRAIL_TOLD_TICKS } from './conditionals.ts';

test('R11.4 a trailing stop fires exactly at its trigger, in both directions', () => {
  // 5% away from 100 is 95 and 105.
  for (const [side, near, at] of [
    [SELL, 951, 950],
    [BUY, 1049, 1050],
  ] as const) {
    const world = new World();
    const size = side === BUY ? { lots: 0, quoteAmount: 100 * UNIT } : { lots: 100 };
    const stop = world.do(world.stop(ANN, side, 0, { trailPpm: 50_000, ...size }));
    world.tick(near);
    assert.equal(world.last(stop).firedTick, 0);
    world.tick(at);
    assert.equal(world.last(stop).firedTick, world.exchange.lastTick.tick);
  }
});

test('R11.4 every tenth tick tells of a trailing trigger that has moved, and of no other', () => {
  for (const [price, due] of [
    [1200, 1],
    [1000, 0],
  ] as const) {
    const world = new World();
    world.do(world.stop(ANN, SELL, 0, { trailPpm: 50_000 }));
    while (world.exchange.lastTick.tick % TRAIL_TOLD_TICKS !== TRAIL_TOLD_TICKS - 1) world.tick(1000);
    world.tickAlone(price);
    assert.equal(world.exchange.dueCount, due);
  }
});

/**
 * Goal: a countdown cancels what its owner has open, at its time and not before, in bounded
 * portions, over restarts too; a prefix cancels what begins with it. Method: a small world, whose
 * audit runs after each command.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, DAY_MS, EVE, World } from '../../../sim/spot-world.ts';
import { BUY, MARKET_STATUS, SELL, type Command, type CountdownEnded } from '../../index.ts';
import { COUNTDOWN_MS_MAX } from './countdowns.ts';
import { CANCELS_MAX } from './mass-cancels.ts';

const [OPEN, BY_COUNTDOWN, BY_OWNER] = ['0/0', '2/10', '2/1'];

class Counting extends World {
  constructor() {
    super();
    this.do({ ...this.exchange.markets[0]!.definition, type: 'define-market', market: 1 });
  }

  set(owner: number, market: number, atMs: number) {
    return this.try({ type: 'cancel-after', owner, market, atMs });
  }

  bid(owner: number, market = 0): number {
    return this.do({ ...this.order(owner, BUY, 90, 200), market } as Command);
  }

  ended(): Omit<CountdownEnded, 'type'>[] {
    return this.events.flatMap((event) => {
      if (event.type !== 'countdown-ended') return [];
      const { owner, market, count } = event;
      return [{ owner, market, count }];
    });
  }
}

test('D0052 at the first tick from its time on a countdown cancels what is open on its market', () => {
  const world = new Counting();
  const orders = [world.bid(ANN), world.bid(ANN, 1), world.bid(BOB)];
  const at = world.tickMs + 2_000;
  assert.equal(world.set(ANN, 0, at + 1).error, null);
  assert.equal(world.set(BOB, -1, at).error, null);
  world.tick(1000);
  assert.deepEqual(world.ended(), []);
  world.tick(1000);
  assert.deepEqual(world.ended(), [{ owner: BOB, market: -1, count: 1 }]);
  world.tick(1000);
  assert.deepEqual(
    orders.map((order) => world.state(order)[0]),
    [BY_COUNTDOWN, OPEN, BY_COUNTDOWN],
  );
  // It has ended for good.
  const later = world.bid(ANN);
  world.tick(1000);
  assert.equal(world.state(later)[0], OPEN);
  assert.equal(world.ended().length, 2);
});

test('D0052 another one replaces it, 0 takes it back, and each market has its own', () => {
  const world = new Counting();
  const [first, second] = [world.bid(ANN), world.bid(ANN, 1)];
  const soon = world.tickMs + 1_000;
  for (const market of [0, 1, -1]) world.set(ANN, market, soon);
  world.set(ANN, 0, soon + 5_000);
  world.set(ANN, -1, 0);
  // One that there is not, and one of somebody else.
  assert.equal(world.set(EVE, 1, 0).error, null);
  // A tick has reached it, but its turn has not come.
  world.tickAlone(1000);
  assert.equal(world.exchange.dueCount, 1);
  world.set(ANN, 1, soon + 2_000);
  assert.equal(world.exchange.dueCount, 0);
  world.tick(1000);
  assert.deepEqual([world.state(first)[0], world.state(second)[0]], [OPEN, OPEN]);
  world.tick(1000);
  assert.deepEqual([world.state(first)[0], world.state(second)[0]], [OPEN, BY_COUNTDOWN]);
});

test('D0052 a countdown ends at most a day ahead; a time that has passed is the next tick', () => {
  const world = new Counting();
  const now = world.tickMs + 500;
  assert.equal(COUNTDOWN_MS_MAX, DAY_MS);
  assert.equal(world.set(ANN, 0, now + DAY_MS + 1).error, 'request/invalid');
  assert.equal(world.set(ANN, 0, -1).error, 'request/invalid');
  assert.equal(world.set(ANN, 7, now).error, 'market/unknown-pair');
  assert.equal(world.set(ANN, -2, now).error, 'market/unknown-pair');
  assert.equal(world.set(4_242, 0, now).error, 'wallet/account-unknown');
  const order = world.bid(ANN);
  assert.equal(world.set(ANN, 0, now + DAY_MS).error, null);
  assert.equal(world.set(ANN, 1, 1).error, null);
  world.tick(1000);
  assert.deepEqual(world.ended(), [{ owner: ANN, market: 1, count: 0 }]);
  assert.equal(world.state(order)[0], OPEN);
});

test('D0052 D0013 countdowns go on after a restart, also those whose turn has not come', () => {
  const world = new Counting();
  const plain = world.exchange.snapshot();
  const at = world.tickMs + 1_000;
  world.set(ANN, 0, at);
  world.set(ANN, 0, 0);
  assert.equal(world.exchange.snapshot().length, plain.length, 'a state without any is written as before');
  const orders = [world.bid(ANN), world.bid(BOB), world.bid(EVE)];
  world.set(BOB, 0, at);
  world.set(EVE, 0, at + 1_000);
  world.set(ANN, 0, at);
  world.set(BOB, 1, 0);
  world.restart();
  world.tickAlone(1000);
  world.process(1);
  world.restart();
  assert.equal(world.exchange.dueCount, 1);
  world.tick(1000);
  assert.deepEqual(
    world.ended().map(({ owner }) => owner),
    [BOB, ANN, EVE],
  );
  for (const order of orders) assert.equal(world.state(order)[0], BY_COUNTDOWN);
  assert.equal(world.exchange.snapshot().length, plain.length + extraSlots(world));
});

/** Bytes of the slots that orders have used: each its generation and its place among the free. */
const extraSlots = (world: World): number => 16 * (world.exchange.features.spot.pool.highWater - 1);

test('D0052 D0044 no halt keeps the orders of a countdown that has ended', () => {
  const world = new Counting();
  const order = world.bid(ANN);
  const stop = world.do(world.stop(ANN, SELL, 95));
  world.set(ANN, -1, world.tickMs + 1_000);
  world.do({ type: 'set-market-status', market: 0, status: MARKET_STATUS.halted, cancels: 0 });
  // Reached by the same tick: the countdown comes first.
  world.tick(950);
  assert.deepEqual([world.state(order)[0], world.state(stop)[0]], [BY_COUNTDOWN, BY_COUNTDOWN]);
});

test('R11.8 D0013 the turn of a countdown is bounded, and the next tick goes on', () => {
  const world = new Counting();
  const { definition } = world.exchange.markets[1]!;
  world.do({ ...definition, type: 'change-market', maxOpenOrders: 5_000 } as Command);
  const { exchange } = world;
  const quick = (command: Command) => exchange.apply(exchange.seq + 1, world.tickMs + 500, command);
  for (let i = 0; i <= CANCELS_MAX; i++)
    assert.equal(quick({ ...world.order(EVE, SELL, 100, 2), market: 1 } as Command).error, null);
  world.set(EVE, -1, world.tickMs + 1_000);
  world.tick(1000);
  world.tick(1000);
  world.tick(1000);
  assert.deepEqual(
    world.ended().map(({ count }) => count),
    [CANCELS_MAX, 1],
  );
});

test('D0052 a prefix cancels the orders whose names begin with it, on one market or on all', () => {
  const world = new Counting();
  const named = (clientOrderId: string | null, market = 0): number =>
    world.do({ ...world.order(ANN, BUY, 90, 200, { clientOrderId }), market } as Command);
  const orders = [named('a1'), named('a'), named('ba'), named(null), named('a2', 1)];
  const cancel = (prefix: string, market: number, owner = ANN) =>
    world.try({ type: 'cancel-prefixed', owner, market, prefix });
  const states = () => orders.map((order) => (world.state(order)[0] === BY_OWNER ? 1 : 0));
  assert.equal(cancel('', 0).error, 'request/invalid');
  assert.deepEqual([cancel('a', 0, BOB).count, cancel('a', 9).count, cancel('A', 0).count], [0, 0, 0]);
  assert.deepEqual(states(), [0, 0, 0, 0, 0]);
  assert.equal(cancel('a', 0).count, 2);
  assert.deepEqual(states(), [1, 1, 0, 0, 0]);
  assert.equal(cancel('a', -1).count, 1);
  assert.deepEqual(states(), [1, 1, 0, 0, 1]);
  world.do({ type: 'set-market-status', market: 0, status: MARKET_STATUS.halted, cancels: 0 });
  assert.equal(cancel('ba', 0).count, 0);
});

/**
 * Goal: the effects of one tick are processed in portions, in a defined order, decided by that tick
 * alone (D0013). Method: small worlds with more due items than one command processes; states are
 * compared across snapshots.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, EVE, UNIT, USDT, World } from '../../sim/spot-world.ts';
import { BUY, HOUSE, MARKET_STATUS, SELL, TIME_IN_FORCE as TIF } from '../index.ts';
import { WALLET } from '../accounts.ts';
import { ORDER_END } from '../index.ts';
import { DUE_LIMIT_MAX, Exchange, type Command, type PositionChanged } from '../index.ts';
import { FILLS_MAX } from '../matching/order-record.ts';

/** Many traders with some units of both coins, who each own one order. */
function crowd(world: World, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const owner = 2000 + i;
    world.exchange.apply(world.exchange.seq + 1, world.tickMs + 500, { type: 'open-account', owner });
    for (const asset of [0, 1])
      world.exchange.apply(world.exchange.seq + 1, world.tickMs + 500, {
        type: 'issue',
        owner,
        wallet: WALLET.exchange,
        asset,
        amount: 10 ** 9,
        reason: 'play-money',
      });
    return owner;
  });
}

const quick = (world: World, command: Command) =>
  world.exchange.apply(world.exchange.seq + 1, world.tickMs + 500, command);

test('R11.7 spot I10 a tick only queues what it reaches; process-due does it in order, at most so many at once', () => {
  const world = new World();
  const owners = crowd(world, 1500);
  const stops = owners.map((owner) => quick(world, world.stop(owner, SELL, 90)).id);
  world.exchange.drainEvents(() => {});
  world.tickAlone(900);
  assert.equal(world.exchange.dueCount, 1500);
  assert.equal(world.events.at(-1)?.type, 'ticked');
  assert.equal(world.process(DUE_LIMIT_MAX), DUE_LIMIT_MAX);
  assert.equal(world.exchange.dueCount, 500);
  const ended = world.events.filter((event) => event.type === 'order-changed' && event.status === 2);
  assert.deepEqual(
    ended.map((event) => event.type === 'order-changed' && event.order),
    stops.slice(0, DUE_LIMIT_MAX),
  );
  assert.equal(world.process(DUE_LIMIT_MAX), 500);
  assert.equal(world.process(1), 0);
  for (const limit of [0, DUE_LIMIT_MAX + 1, 1.5])
    assert.equal(world.try({ type: 'process-due', limit }).error, 'request/invalid');
});

test('R11.5 spot I10 a stop that was reached fires by its tick, whatever the later ones say, and leaves when it is cancelled', () => {
  const world = new World();
  const stops = [91, 90, 92].map((trigger) => world.do(world.stop(ANN, SELL, trigger)));
  world.tickAlone(900);
  const tick = world.exchange.lastTick.tick;
  world.do({ type: 'cancel-order', owner: ANN, order: stops[1]! });
  assert.equal(world.exchange.dueCount, 2);
  world.tickAlone(1000);
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.equal(restored.hash(), world.exchange.hash());
  assert.equal(restored.dueCount, 2);
  world.do(world.order(BOB, BUY, 95, 1000));
  assert.equal(world.process(), 2);
  for (const stop of [stops[0]!, stops[2]!]) {
    assert.deepEqual(world.state(stop), ['1/0', 100]);
    assert.equal(world.last(stop).firedTick, tick);
  }
});

test('D0013 stops that are held in a halt count towards the limit of a portion', () => {
  const world = new World();
  for (let i = 0; i < 5; i++) world.do(world.stop(ANN, SELL, 90));
  world.tickAlone(900);
  world.do({ type: 'set-market-status', market: 0, status: MARKET_STATUS.halted, cancels: 1 });
  assert.equal(world.process(2), 2);
  assert.equal(world.exchange.dueCount, 3);
  while (world.exchange.dueCount > 0) world.process();
  world.do({ type: 'set-market-status', market: 0, status: MARKET_STATUS.trading, cancels: 1 });
  assert.equal(world.exchange.dueCount, 5);
});

test('R11.5 spot I10 a stop that is reached in a halt, or is due when one begins, waits with its pair until trading resumes', () => {
  const world = new World();
  const pair = world.do(world.oco(ANN, SELL, { price: 110, trigger: 90, stopPrice: 0 }));
  const other = world.do(world.stop(BOB, SELL, 89));
  const halt = (status: number): number =>
    world.do({ type: 'set-market-status', market: 0, status, cancels: 1 });
  world.tickAlone(900);
  halt(MARKET_STATUS.halted);
  assert.equal(world.process(), 1);
  assert.equal(world.exchange.dueCount, 0);
  world.tickAlone(890);
  assert.equal(world.exchange.dueCount, 0);
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.equal(restored.hash(), world.exchange.hash());
  assert.deepEqual(world.state(pair), ['0/0', 0]);
  world.tickAlone(1000);
  halt(MARKET_STATUS.trading);
  assert.equal(world.exchange.dueCount, 2);
  world.do(world.order(BOB, BUY, 95, 100));
  assert.equal(world.process(1), 1);
  assert.deepEqual(world.state(world.last(pair).partner), ['1/0', 100]);
  assert.deepEqual(world.state(pair), [`2/${ORDER_END.partner}`, 0]);
  world.do({ type: 'cancel-order', owner: BOB, order: other });
  assert.equal(world.exchange.dueCount, 0);
});

test('R11.6 seconds-contract I6 seconds-contract I7 a contract is decided by its ticks, however late its turn comes, and is done before the stops of its tick', () => {
  const world = new World();
  const durations = [{ seconds: 1, profitRatePpm: 800_000, minStake: UNIT, maxStake: 100 * UNIT }];
  const terms = { feeRatePpm: 0, maxPositions: 5, maxUserStake: 0, maxOpenStake: 0 };
  world.do({ type: 'define-seconds-contract', market: 0, ...terms, durations });
  for (const [owner, wallet] of [
    [4, WALLET.house],
    [ANN, WALLET.contract],
  ] as const)
    world.do({ type: 'issue', owner, wallet, asset: USDT, amount: 100 * UNIT, reason: 'play-money' });
  const stop = world.do(world.stop(ANN, SELL, 99));
  const open = { type: 'open-position', owner: ANN, market: 0, stake: UNIT, seconds: 1 } as const;
  world.do({ ...open, direction: 1 });
  world.tickAlone(1000);
  world.tickAlone(990);
  world.tickAlone(1200);
  assert.equal(world.exchange.dueCount, 3);
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.equal(restored.hash(), world.exchange.hash());
  const told = (): PositionChanged[] =>
    world.events.filter((event): event is PositionChanged => event.type === 'position-changed');
  assert.equal(world.process(1), 1);
  assert.deepEqual([told().at(-1)?.openPrice, told().at(-1)?.finishPrice], [1000, 0]);
  assert.equal(world.process(1), 1);
  assert.deepEqual([told().at(-1)?.finishPrice, told().at(-1)?.result], [990, 2]);
  assert.equal(world.last(stop).firedTick, 0);
  assert.equal(world.process(1), 1);
  assert.ok(world.last(stop).firedTick > 0);
});

test('R11.8 one order meets FILLS_MAX others at most; the rest of it ends, and all or nothing that needs more is refused', () => {
  for (const [resting, lots, state] of [
    [FILLS_MAX, FILLS_MAX, '1/0'],
    [FILLS_MAX, FILLS_MAX + 1, '0/0'],
    [FILLS_MAX + 1, FILLS_MAX + 1, `2/${ORDER_END.matchLimit}`],
  ] as const) {
    const world = new World();
    for (const owner of crowd(world, resting)) quick(world, world.order(owner, SELL, 100, 1));
    world.exchange.drainEvents(() => {});
    const fok = world.try(world.order(BOB, BUY, 100, lots, { timeInForce: TIF.FOK })).error;
    if (state !== '1/0') assert.equal(fok, 'spot/would-not-fill');
    else continue;
    const order = world.do(world.order(ANN, BUY, 100, lots));
    assert.deepEqual(world.state(order), [state, FILLS_MAX]);
  }
});

test('R11.5 R11.8 a stop that fires meets ten times as many orders as a command, by lots and by total', () => {
  const max = 20;
  for (const [resting, state] of [
    [max, '1/0'],
    [max + 1, `2/${ORDER_END.matchLimit}`],
  ] as const)
    for (const more of [{ lots: resting }, { lots: 0, quoteAmount: resting * UNIT }]) {
      const world = new World();
      world.exchange.features.spot.pool.fillsMax = max / 10;
      for (const owner of crowd(world, resting)) quick(world, world.order(owner, SELL, 100, 1));
      world.exchange.drainEvents(() => {});
      const stop = world.do(world.stop(ANN, BUY, 101, more));
      world.tick(1010);
      assert.deepEqual(world.state(stop), [state, max]);
    }
});

test('R11.7 a batch ends after the command that makes its events too many', () => {
  const world = new World();
  world.exchange.drainEvents(() => {});
  assert.equal(world.exchange.eventCount, 0);
  const commands = Array.from({ length: 10 }, (_, i) => world.order(ANN, BUY, 80 + i, 100));
  const batch = { firstSeq: world.exchange.seq + 1, timeMs: world.tickMs + 500, commands };
  const outcomes = world.exchange.applyAll({ ...batch, eventsMax: 4 });
  assert.equal(world.exchange.eventCount >= 4 && outcomes.length < 10, true);
  assert.equal(world.exchange.seq, batch.firstSeq + outcomes.length - 1);
});

test('R11.7 spot I10 after a halt stops go in the order in which ticks reached them, whenever each was held', () => {
  const halt = (world: World, status: number): number =>
    world.do({ type: 'set-market-status', market: 0, status, cancels: 1 });
  const world = new World();
  const expected = [90, 85];
  const stops = [95, 90].map((trigger, i) => world.do(world.stop(i === 0 ? ANN : BOB, SELL, trigger)));
  world.tickAlone(950);
  halt(world, MARKET_STATUS.halted);
  // The first is still queued when the second is held; then its turn comes.
  world.tickAlone(900);
  assert.equal(world.process(), 1);
  halt(world, MARKET_STATUS.trading);
  for (const price of expected) world.do(world.order(EVE, BUY, price, 100));
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.equal(restored.hash(), world.exchange.hash());
  assert.equal(world.process(), 2);
  // The higher bid is the better one: whoever fires first gets it.
  const proceeds = stops.map((stop) => world.last(stop).filledQuote / UNIT);
  assert.deepEqual(proceeds, expected);
});

test('R11.5 a stop that is cancelled while a halted pair holds it does not come back', () => {
  const world = new World();
  const stop = world.do(world.stop(ANN, SELL, 95));
  world.do({ type: 'set-market-status', market: 0, status: MARKET_STATUS.halted, cancels: 1 });
  world.tickAlone(950);
  world.do({ type: 'cancel-order', owner: ANN, order: stop });
  world.do({ type: 'set-market-status', market: 0, status: MARKET_STATUS.trading, cancels: 1 });
  assert.equal(world.exchange.dueCount, 0);
  assert.equal(world.process(), 0);
});

test('R11.7 seconds-contract I4 a position is shown unopened while its opening is queued, also by a restored exchange', () => {
  const world = new World();
  world.do({
    type: 'define-seconds-contract',
    market: 0,
    feeRatePpm: 0,
    maxPositions: 5,
    maxUserStake: 0,
    maxOpenStake: 0,
    durations: [{ seconds: 5, profitRatePpm: 500_000, minStake: 1, maxStake: UNIT }],
  });
  const funds = { type: 'issue', asset: USDT, amount: UNIT } as const;
  const reserve = { owner: HOUSE.secondsContractReserve, wallet: WALLET.house };
  world.do({ ...funds, ...reserve, reason: 'house-capital' });
  world.do({ ...funds, owner: ANN, wallet: WALLET.contract, reason: 'play-money' });
  const stake = { owner: ANN, market: 0, direction: 1, stake: UNIT, seconds: 5 } as const;
  world.do({ type: 'open-position', ...stake });
  world.tickAlone(1000);
  const ticksOf = (exchange: Exchange) =>
    [...exchange.features['seconds-contract'].open()].map(({ openTick, dueMs }) => [openTick, dueMs]);
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.deepEqual([ticksOf(world.exchange), ticksOf(restored)], [[[0, 0]], [[0, 0]]]);
  assert.equal(world.process(1), 1);
  const { lastTick } = world.exchange;
  assert.deepEqual(ticksOf(world.exchange), [[lastTick.tick, lastTick.tickMs + 5_000]]);
});

/**
 * Orders that show a part of their quantity, and orders that lose lots to others of their owner.
 * The simulation and the naive book (`matching/book.test.ts`) try both at random.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, EVE, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { BUY, Exchange, SELL, SELF_TRADE, TIME_IN_FORCE as TIF } from '../../index.ts';
import type { PlaceExtended } from './commands.ts';

/** Units of a lot. */
const LOT = 1_000_000;
const { decrement } = SELF_TRADE;

/** The last answer of a command that is refused, or null. */
const refusal = (world: World, ...[owner, side, price, lots, more]: Parameters<World['extended']>) =>
  world.try(world.extended(owner, side, price, lots, more)).error;

/** [owner, lots] of the trades since the world began, in order. */
const trades = (world: World): [number, number][] =>
  world.events.flatMap((event) => (event.type === 'traded' ? [[event.maker, event.lots]] : []));

test('R11.4 spot I5 an iceberg shows its part, and the next one waits behind the others', () => {
  const world = new World();
  const iceberg = world.do(world.extended(ANN, SELL, 100, 1_000, { visibleLots: 400 }));
  world.do(world.order(BOB, SELL, 100, 300));
  assert.deepEqual(world.depth().asks, [[100, 700]]);
  assert.deepEqual(world.frozen(ANN), [0, 1_000 * LOT]);
  world.do(world.order(EVE, BUY, 100, 150));
  assert.deepEqual(world.depth().asks, [[100, 550]]);
  // The rest of the first part, the other order, and some of the second part.
  world.do(world.order(EVE, BUY, 100, 600));
  assert.deepEqual(trades(world), [
    [ANN, 150],
    [ANN, 250],
    [BOB, 300],
    [ANN, 50],
  ]);
  assert.deepEqual(world.depth().asks, [[100, 350]]);
  assert.deepEqual(world.state(iceberg), ['0/0', 450]);
  // One order can take several parts, and the last one is smaller.
  world.do(world.order(EVE, BUY, 100, 600));
  assert.deepEqual(trades(world).slice(4), [
    [ANN, 350],
    [ANN, 200],
  ]);
  assert.deepEqual(world.state(iceberg), ['1/0', 1_000]);
  assert.deepEqual([world.depth().asks, world.frozen(ANN)], [[], [0, 0]]);
});

test('R11.4 an iceberg with a part out of range, or that cannot rest, is refused', () => {
  const world = new World();
  const outside = 'spot/visible-out-of-range';
  // The smallest order is worth 1 USDT, which is one lot at 100.
  for (const [price, lots, visibleLots, due] of [
    [100, 1_000, 1_000, outside],
    [100, 1_000, 9, outside],
    [100, 1_000, 10, null],
    [99, 100, 1, outside],
    [99, 100, 2, null],
    [100, 1_000, -1, outside],
    [100, 1_000, 1.5, outside],
    [0, 1_000, 100, 'request/invalid'],
  ] as const)
    assert.equal(refusal(world, ANN, BUY, price, lots, { visibleLots }), due, `${lots} of ${visibleLots}`);
  for (const timeInForce of [TIF.IOC, TIF.FOK])
    assert.equal(refusal(world, ANN, BUY, 100, 1_000, { visibleLots: 100, timeInForce }), 'request/invalid');
});

test('R11.4 spot I9 all or nothing is filled through any number of parts, if enough is shown', () => {
  const world = new World();
  for (let each = 0; each < 6; each++)
    world.do(world.extended(each < 3 ? ANN : BOB, SELL, 100, 100, { visibleLots: 1 }));
  world.do(world.order(BOB, SELL, 101, 601));
  const whole = (lots: number) => refusal(world, EVE, BUY, 101, lots, { timeInForce: TIF.FOK });
  assert.equal(whole(608), 'spot/would-not-fill', '607 are shown');
  assert.equal(whole(607), null);
  assert.deepEqual(world.depth().asks, [[101, 594]], '600 came from the icebergs');
});

test('R11.4 spot I9 all or nothing by total spends its total at the prices that it meets', () => {
  const world = new World();
  world.do(world.extended(ANN, SELL, 100, 700, { visibleLots: 100 }));
  world.do(world.order(BOB, SELL, 104, 600));
  const order = { quoteAmount: 600 * UNIT, timeInForce: TIF.FOK };
  const id = world.do(world.extended(EVE, BUY, 0, 0, order));
  assert.equal(world.last(id).filledLots, 600, 'at 100, where hidden parts are');
});

test('R11.4 an amended iceberg shows no more than before, and has at most a hundred parts', () => {
  const world = new World();
  const order = world.do(world.extended(ANN, BUY, 100, 300, { visibleLots: 10 }));
  const amend = (price: number, lots: number) =>
    world.try({ type: 'amend-order', owner: ANN, order, price, lots }).error;
  assert.equal(amend(100, 1_001), 'spot/visible-out-of-range');
  assert.equal(amend(100, 1_000), null);
  world.do(world.order(BOB, SELL, 100, 14));
  assert.deepEqual(world.depth().bids, [[100, 6]]);
  assert.equal(amend(100, 18), null);
  assert.deepEqual(world.depth().bids, [[100, 4]], 'four are left');
  assert.equal(amend(99, 500), null);
  assert.deepEqual(world.depth().bids, [[99, 10]]);
  assert.deepEqual(world.frozen(ANN), [486 * 0.99 * UNIT, 0]);
});

test('R11.4 what an iceberg hides is in no preview, and is there for whoever trades', () => {
  const world = new World();
  world.do(world.extended(ANN, SELL, 100, 1_000, { visibleLots: 100 }));
  world.do(world.order(BOB, SELL, 105, 1_000));
  const command = world.extended(EVE, BUY, 0, 300) as PlaceExtended;
  const preview = world.exchange.features.spot.previews.of(command, world.tickMs + 500);
  assert.ok(typeof preview !== 'string');
  assert.deepEqual([preview.filledQuote, preview.worstPrice], [(100 + 200 * 1.05) * UNIT, 105]);
  const byTotal = { ...command, lots: 0, quoteAmount: 310 * UNIT };
  assert.deepEqual(world.exchange.features.spot.previews.of(byTotal, world.tickMs + 500), preview);
  const { filledQuote } = world.last(world.do(command));
  assert.equal(filledQuote, 300 * UNIT);
  // A refused order costs nothing: all or nothing counts what is shown, as its preview does.
  const { previews } = world.exchange.features.spot;
  for (const [lots, due] of [
    [101, 'spot/would-not-fill'],
    [100, null],
  ] as const) {
    const whole = world.extended(EVE, BUY, 100, lots, { timeInForce: TIF.FOK }) as PlaceExtended;
    assert.equal(typeof previews.of(whole, world.tickMs + 500) === 'string', due !== null);
    assert.equal(world.try(whole).error, due);
  }
});

test("R11.3 a snapshot knows nothing of an iceberg that had an order's slot before", () => {
  const world = new World();
  const order = world.do(world.extended(ANN, SELL, 110, 100, { visibleLots: 40 }));
  world.do(world.order(BOB, BUY, 100, 100));
  world.do({ type: 'amend-order', owner: ANN, order, price: 100, lots: 100 });
  world.do(world.order(EVE, SELL, 105, 100));
  world.do(world.order(EVE, BUY, 105, 30, { selfTrade: decrement }));
  const { exchange } = world;
  assert.equal(Exchange.restore(exchange.snapshot()).hash(), exchange.hash());
});

test('R11.4 what changes only what is hidden is no change of the public book', () => {
  const world = new World();
  const order = world.do(world.extended(ANN, SELL, 100, 777, { visibleLots: 100 }));
  const versionOf = () => world.exchange.registry.markets[0]!.book.version;
  const before = versionOf();
  world.do({ type: 'amend-order', owner: ANN, order, price: 100, lots: 500 });
  world.do(world.order(ANN, BUY, 100, 50, { selfTrade: decrement }));
  assert.equal(versionOf(), before);
  world.do({ type: 'amend-order', owner: ANN, order, price: 100, lots: 60 });
  assert.equal(versionOf(), before + 1);
});

test('R11.4 spot I5 the smallest parts end nobody: all further ones of an iceberg are one fill', () => {
  const world = new World();
  for (let i = 0; i < 6; i++) world.do(world.extended(i < 3 ? ANN : BOB, SELL, 100, 100, { visibleLots: 1 }));
  world.do(world.order(ANN, SELL, 100, 50));
  assert.deepEqual(world.state(world.do(world.order(EVE, BUY, 100, 450))), ['1/0', 450]);
  // One part each, the other order, then turns: 65 full ones, and four parts of the next.
  assert.deepEqual(
    trades(world).map(([, lots]) => lots),
    [1, 1, 1, 1, 1, 1, 50, 66, 66, 66, 66, 65, 65],
  );
  assert.deepEqual(world.depth().asks, [[100, 6]]);
  world.do(world.order(EVE, BUY, 100, 3));
  assert.deepEqual(
    trades(world).slice(-3),
    [
      [BOB, 1],
      [BOB, 1],
      [ANN, 1],
    ],
    'the turns go on',
  );
  assert.deepEqual(world.state(world.do(world.order(EVE, BUY, 100, 197))), ['1/0', 197]);
  assert.deepEqual(world.depth().asks, []);
});

test('R11.4 spot I9 whether a market buy is refused for want of money does not tell what is hidden', () => {
  const worldOf = (hidden: boolean): World => {
    const world = new World();
    // At 100, 100 are shown of 1,000; at 105 is more than enough.
    if (hidden) world.do(world.extended(ANN, SELL, 100, 1_000, { visibleLots: 100 }));
    else world.do(world.order(ANN, SELL, 100, 100));
    world.do(world.order(BOB, SELL, 105, 400));
    return world;
  };
  // What is shown of 500 lots costs 100 + 420. Eve keeps that, or a unit less, in her wallet.
  const keep = (world: World, units: number): void => {
    const rest = 10_000 * UNIT - units;
    world.do({ type: 'transfer', owner: EVE, asset: USDT, amount: rest, from: 2, to: 1 });
  };
  for (const order of [{ lots: 500 }, { lots: 0, quoteAmount: 520 * UNIT }])
    for (const units of [520 * UNIT - 1, 520 * UNIT]) {
      const answers = [true, false].map((hidden) => {
        const world = worldOf(hidden);
        keep(world, units);
        return refusal(world, EVE, BUY, 0, order.lots, { ...order, timeInForce: TIF.IOC });
      });
      const due = units < 520 * UNIT ? 'wallet/insufficient-balance' : null;
      assert.deepEqual(answers, [due, due], JSON.stringify({ order, units }));
    }
});

test('R11.4 spot I9 where icebergs offer more than its owner can pay, a market buy ends with the money', () => {
  const world = new World();
  world.do(world.order(ANN, SELL, 100, 100));
  world.do(world.extended(ANN, SELL, 101, 1_000, { visibleLots: 100 }));
  // 200 lots are shown, for 100 + 101.
  world.do({ type: 'transfer', owner: EVE, asset: USDT, amount: 9_700 * UNIT, from: 2, to: 1 });
  const order = world.do(world.order(EVE, BUY, 0, 500, { timeInForce: TIF.IOC }));
  assert.deepEqual(world.state(order), ['2/8', 298], '100 at 100, and what 200 pay at 101');
  assert.equal(refusal(world, EVE, BUY, 0, 500, { timeInForce: TIF.IOC }), 'wallet/insufficient-balance');
});

test('R11.4 spot I9 a market buy does not count what is hidden behind an order of its owner, at which it ends', () => {
  const world = new World();
  world.do(world.extended(ANN, SELL, 100, 1_000, { visibleLots: 100 }));
  world.do(world.order(EVE, SELL, 100, 50));
  // Eve can pay what she meets, and nothing of what is hidden.
  world.do({ type: 'transfer', owner: EVE, asset: USDT, amount: 9_900 * UNIT, from: 2, to: 1 });
  const order = world.do(world.order(EVE, BUY, 0, 500, { timeInForce: TIF.IOC }));
  assert.deepEqual(world.state(order), ['2/3', 100], 'by the own order, not by the money');
});

test('R11.4 a restored exchange shows and trades icebergs as before', () => {
  const world = new World();
  world.do(world.extended(ANN, SELL, 100, 1_000, { visibleLots: 400 }));
  world.do(world.extended(ANN, BUY, 90, 100, { selfTrade: decrement }));
  world.do(world.order(BOB, BUY, 100, 130));
  const { exchange } = world;
  const restored = Exchange.restore(exchange.snapshot());
  assert.equal(restored.hash(), exchange.hash());
  assert.deepEqual(restored.depth(0, 10), exchange.depth(0, 10));
  const buy = world.order(EVE, BUY, 100, 400);
  for (const one of [restored, exchange]) one.apply(one.seq + 1, world.tickMs + 500, buy);
  assert.equal(restored.hash(), exchange.hash());
  assert.deepEqual(restored.depth(0, 10).asks, [[100, 270]]);
});

test('R11.4 spot I6 decrement takes the smaller quantity from both, trades nothing, and frees it', () => {
  const world = new World();
  const own = world.do(world.order(ANN, SELL, 100, 400));
  world.do(world.order(BOB, SELL, 100, 50));
  const smaller = world.do(world.order(ANN, BUY, 100, 150, { selfTrade: decrement }));
  assert.deepEqual(world.state(smaller), ['2/3', 0]);
  assert.deepEqual([world.last(smaller).lots, world.last(smaller).prevented], [150, 150]);
  const { lots, prevented, status } = world.last(own);
  assert.deepEqual([lots, prevented, status], [250, 150, 0]);
  assert.deepEqual(world.frozen(ANN), [0, 250 * LOT]);
  assert.deepEqual(world.depth().asks, [[100, 300]]);
  // Larger than its own: that one ends, the rest trades on and rests.
  const larger = world.do(world.order(ANN, BUY, 100, 320, { selfTrade: decrement }));
  assert.deepEqual(world.state(own), ['2/3', 0]);
  const rests = world.last(larger);
  assert.deepEqual([rests.lots, rests.filledLots, rests.prevented, rests.status], [70, 50, 250, 0]);
  assert.deepEqual(world.frozen(ANN), [20 * UNIT, 0]);
  assert.deepEqual(trades(world), [[BOB, 50]]);
});

test('R11.4 decrement ends both of two equal orders, and the other leg of a pair that loses lots', () => {
  const world = new World();
  const own = world.do(world.order(ANN, SELL, 100, 200));
  const equal = world.do(world.order(ANN, BUY, 100, 200, { selfTrade: decrement }));
  assert.deepEqual(
    [world.state(own), world.state(equal)],
    [
      ['2/3', 0],
      ['2/3', 0],
    ],
  );
  const leg = world.do(world.oco(ANN, SELL, { price: 110, trigger: 90, stopPrice: 0 }));
  const stop = world.last(leg).partner;
  world.do(world.order(ANN, BUY, 110, 30, { selfTrade: decrement }));
  assert.deepEqual(
    [world.last(leg).lots, world.last(leg).partner, world.state(stop)],
    [70, stop, ['2/4', 0]],
  );
  assert.deepEqual(world.frozen(ANN), [0, 70 * LOT]);
});

test('R11.4 spot I6 an order that decrement ends tells all that it lost, to earlier orders too', () => {
  const world = new World();
  world.do(world.order(ANN, SELL, 100, 40));
  world.do(world.order(BOB, SELL, 100, 10));
  world.do(world.order(ANN, SELL, 100, 70));
  const { lots, filledLots, prevented, status } = world.last(
    world.do(world.order(ANN, BUY, 100, 100, { selfTrade: decrement })),
  );
  assert.deepEqual([lots, filledLots, prevented, status], [100, 10, 90, 2]);
});

test('R11.4 decrement: all or nothing, and an order at market, need others', () => {
  const world = new World();
  world.do(world.order(ANN, SELL, 100, 200));
  const mode = { selfTrade: decrement };
  assert.equal(refusal(world, ANN, BUY, 0, 100, mode), 'spot/own-order');
  assert.equal(refusal(world, ANN, BUY, 100, 100, { ...mode, timeInForce: TIF.FOK }), 'spot/own-order');
  world.do(world.order(BOB, SELL, 100, 300));
  assert.equal(refusal(world, ANN, BUY, 100, 100, { ...mode, timeInForce: TIF.FOK }), 'spot/own-order');
  const total = world.extended(ANN, BUY, 0, 0, { ...mode, quoteAmount: 250 * UNIT });
  const order = world.last(world.do(total));
  // 200 lots of the total meet its own order, 50 trade.
  assert.deepEqual([order.status, order.filledQuote, order.prevented, order.lots], [1, 50 * UNIT, 200, 0]);
});

/**
 * Goal: orders follow the spot rules (docs/features/spot.md). Method: small tables of orders
 * against one small book.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, EVE, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import {
  BUY,
  SELF_TRADE,
  SELL,
  STOP_KIND,
  TIME_IN_FORCE as TIF,
  type PlaceConditional,
  type PlaceOco,
  type PlaceOrder,
} from '../../index.ts';
import { WALLET } from '../../accounts.ts';
import { ORDER_END } from './events.ts';
import { GENERATION, FIELDS, SLOTS } from '../../matching/order-record.ts';
import { Exchange } from '../../exchange.ts';

const market = (world: World, quoteAmount: number, more = {}) =>
  world.order(ANN, BUY, 0, 0, { quoteAmount: quoteAmount * UNIT, ...more });

test('R11.4 spot I9 a buy by total that spends all is finished; one that cannot is cancelled, or refused as all or nothing', () => {
  for (const [total, timeInForce, expected] of [
    [100, TIF.IOC, ['1/0', 100]],
    [300, TIF.IOC, [`2/${ORDER_END.unfilled}`, 200]],
    [200, TIF.FOK, ['1/0', 200]],
    [201, TIF.FOK, 'spot/would-not-fill'],
  ] as const) {
    const world = new World();
    world.do(world.order(BOB, SELL, 100, 200));
    // Beyond the band of market orders.
    world.do(world.order(EVE, SELL, 120, 200));
    const { error, id } = world.try(market(world, total, { timeInForce }));
    const name = `${total} ${timeInForce}`;
    if (typeof expected === 'string') assert.equal(error, expected, name);
    else assert.deepEqual(world.state(id), expected, name);
    if (id > 0) assert.equal(world.last(id).filledQuote, (expected[1] as number) * UNIT);
  }
});

test('R11.4 spot I9 a buy by total that comes to an own order ends there as one by lots does', () => {
  for (const [selfTrade, own] of [
    [SELF_TRADE.cancelNewest, '0/0'],
    [SELF_TRADE.cancelBoth, `2/${ORDER_END.selfTrade}`],
  ] as const) {
    const world = new World();
    world.do(world.order(BOB, SELL, 100, 100));
    const ask = world.do(world.order(ANN, SELL, 101, 100));
    const order = world.do(market(world, 150, { selfTrade }));
    assert.deepEqual(world.state(order), [`2/${ORDER_END.selfTrade}`, 100]);
    assert.equal(world.state(ask)[0], own);
  }
});

test('R11.4 R11.5 spot I9 a stop fires the way that its kind says, and is refused where the index price has reached it already', () => {
  const { stopLoss, takeProfit, bracket, none } = STOP_KIND;
  for (const [side, kind, trigger, error] of [
    [SELL, stopLoss, 94, null],
    [SELL, stopLoss, 95, null],
    [SELL, stopLoss, 100, 'spot/would-trigger'],
    [SELL, stopLoss, 101, 'spot/would-trigger'],
    [SELL, takeProfit, 101, null],
    [SELL, takeProfit, 100, 'spot/would-trigger'],
    [SELL, takeProfit, 99, 'spot/would-trigger'],
    [BUY, stopLoss, 101, null],
    [BUY, stopLoss, 99, 'spot/would-trigger'],
    [BUY, takeProfit, 99, null],
    [BUY, takeProfit, 101, 'spot/would-trigger'],
    [SELL, none, 95, 'request/invalid'],
    [SELL, bracket, 95, 'spot/trigger-missing'],
  ] as const) {
    const world = new World();
    const name = `side ${side}, kind ${kind}, trigger ${trigger}`;
    const { error: answer, id } = world.try(
      world.stop(ANN, side, trigger, { kind, price: trigger, lots: 100 }),
    );
    assert.equal(answer, error, name);
    if (error !== null) continue;
    assert.equal(world.last(id).kind, kind);
    // First away from the trigger, then exactly to it.
    world.tick(trigger < 100 ? 1050 : 950);
    assert.equal(world.last(id).firedTick, 0, name);
    world.tick(trigger * 10);
    assert.equal(world.last(id).firedTick, world.exchange.lastTick.tick, name);
  }
});

test('R11.4 spot I9 what waits is no FOK; a trailing stop has no kind', () => {
  const world = new World();
  const error = (trigger: number, more: Partial<PlaceConditional>) =>
    world.try(world.stop(ANN, SELL, trigger, more)).error;
  assert.equal(error(90, { timeInForce: TIF.FOK }), 'request/invalid');
  assert.equal(error(0, { trailPpm: 50_000, timeInForce: TIF.FOK }), 'request/invalid');
  assert.equal(error(0, { trailPpm: 50_000, kind: STOP_KIND.takeProfit }), 'request/invalid');
  assert.equal(error(0, { trailPpm: 50_000 }), null);
});

test('R11.8 spot I11 at the limit of open orders what never rests goes through, and only that', () => {
  const world = new World();
  world.do(world.order(BOB, SELL, 101, 1000));
  for (let i = 0; i < 10; i++) world.do(world.order(ANN, BUY, 90, 10));
  const error = (price: number, timeInForce: number) =>
    world.try(world.order(ANN, BUY, price, 10, { timeInForce })).error;
  assert.equal(error(101, TIF.GTC), 'spot/too-many-orders');
  assert.equal(error(90, TIF.POST_ONLY), 'spot/too-many-orders');
  for (const timeInForce of [TIF.IOC, TIF.FOK]) assert.equal(error(101, timeInForce), null);
  assert.equal(error(0, TIF.GTC), null);
  assert.equal(world.try(world.stop(ANN, SELL, 90)).error, 'spot/too-many-orders');
});

test('R11.4 spot I9 an amendment to what is filled, or less, cancels the rest', () => {
  for (const [lots, state] of [
    [51, ['0/0', 50]],
    [50, [`2/${ORDER_END.byOwner}`, 50]],
    [49, [`2/${ORDER_END.byOwner}`, 50]],
  ] as const) {
    const world = new World();
    const order = world.do(world.order(ANN, BUY, 100, 200));
    world.do(world.order(BOB, SELL, 100, 50));
    assert.equal(
      world.try({ type: 'amend-order', owner: ANN, order, price: 100, lots: Math.max(lots, 50) }).error,
      null,
    );
    if (lots < 50)
      assert.equal(
        world.try({ type: 'amend-order', owner: ANN, order, price: 100, lots }).error,
        'spot/unknown-order',
      );
    assert.deepEqual(world.state(order), state);
    if (lots <= 50) assert.deepEqual(world.frozen(ANN), [0, 0]);
  }
});

test('spot I12 a slot that has given all its ids is used no more, so that no id is given twice', () => {
  const world = new World();
  const { pool } = world.exchange.features.spot;
  const first = world.do(world.order(ANN, BUY, 90, 100));
  const slot = first % SLOTS;
  world.do({ type: 'cancel-order', owner: ANN, order: first });
  pool.fields[slot * FIELDS + GENERATION] = -1;
  const last = world.do(world.order(ANN, BUY, 90, 100));
  assert.equal(last, (2 ** 32 - 1) * SLOTS + slot);
  world.do({ type: 'cancel-order', owner: ANN, order: last });
  const next = world.do(world.order(ANN, BUY, 90, 100));
  assert.notEqual(next % SLOTS, slot);
  assert.notEqual(next, first);
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.equal(restored.hash(), world.exchange.hash());
  assert.equal(restored.features.spot.pool.liveCount, pool.liveCount);
  assert.equal(world.exchange.balance(ANN, WALLET.exchange, USDT).frozen, 90 * UNIT);
});

test("R11.4 spot I9 an order that could only meet its owner's own is refused for that reason", () => {
  const FOK = { timeInForce: TIF.FOK };
  const errorOf = (asks: readonly (readonly [number, number])[], more: Partial<PlaceOrder>) => {
    const world = new World();
    for (const [owner, price] of asks) world.do(world.order(owner, SELL, price, 100));
    const { error } = world.try({ ...world.order(ANN, BUY, 0, 100), ...more } as PlaceOrder);
    const found = world.depth().asks.length;
    assert.equal(error === null || found === asks.length, true, 'a refused order changes nothing');
    return error;
  };
  for (const selfTrade of [SELF_TRADE.cancelNewest, SELF_TRADE.cancelOldest, SELF_TRADE.cancelBoth]) {
    assert.equal(errorOf([[ANN, 100]], { selfTrade }), 'spot/own-order');
    assert.equal(errorOf([[ANN, 100]], { selfTrade, price: 100, ...FOK }), 'spot/own-order');
    assert.equal(errorOf([], { selfTrade }), 'spot/no-liquidity');
    // Beyond the band of market orders, and beyond the limit.
    assert.equal(errorOf([[ANN, 120]], { selfTrade }), 'spot/no-liquidity');
    assert.equal(errorOf([[ANN, 101]], { selfTrade, price: 100, ...FOK }), 'spot/would-not-fill');
    const [own, other] = [
      [ANN, 100],
      [BOB, 101],
    ] as const;
    const isOldest = selfTrade === SELF_TRADE.cancelOldest;
    assert.equal(errorOf([own, other], { selfTrade }), isOldest ? null : 'spot/own-order');
    assert.equal(
      errorOf(
        [
          [BOB, 100],
          [ANN, 101],
        ],
        { selfTrade, lots: 101, price: 101, ...FOK },
      ),
      'spot/would-not-fill',
    );
  }
  assert.equal(errorOf([[ANN, 100]], { selfTrade: SELF_TRADE.allow }), null);
});

test('R11.4 spot I9 two open orders of an owner never have one clientOrderId', () => {
  const world = new World();
  const named = { clientOrderId: 'mine' };
  const TAKEN = 'spot/client-order-id-taken';
  const first = world.do(world.order(ANN, BUY, 90, 100, named));
  const again = () => [
    world.try(world.order(ANN, BUY, 91, 100, named)).error,
    world.try(world.order(ANN, BUY, 0, 100, named)).error,
    world.try(world.stop(ANN, SELL, 90, named)).error,
    world.try({ ...world.oco(ANN, SELL, { price: 110, trigger: 90, stopPrice: 0 }), ...named } as PlaceOco)
      .error,
  ];
  assert.deepEqual(again(), [TAKEN, TAKEN, TAKEN, TAKEN]);
  assert.equal(world.try(world.order(BOB, BUY, 80, 100, named)).error, null, "another owner's ids are his");
  assert.equal(world.exchange.features.spot.openOrderOfClient(ANN, 'mine')?.order, first);
  world.do({ type: 'amend-order', owner: ANN, order: first, price: 92, lots: 200 });
  assert.deepEqual(again(), [TAKEN, TAKEN, TAKEN, TAKEN], 'an amended order keeps its id');
  world.do({ type: 'cancel-order', owner: ANN, order: first });
  assert.equal(world.exchange.features.spot.openOrderOfClient(ANN, 'mine'), null);
  const stop = world.do(world.stop(ANN, SELL, 90, { ...named, price: 89 }));
  assert.deepEqual(again(), [TAKEN, TAKEN, TAKEN, TAKEN]);
  world.tick(900);
  assert.equal(world.exchange.features.spot.openOrderOfClient(ANN, 'mine')?.order, stop);
  assert.deepEqual(again(), [TAKEN, TAKEN, TAKEN, TAKEN], 'a stop that fired keeps its id');
  world.do({ type: 'cancel-order', owner: ANN, order: stop });
  world.tick(1000);
  const leg = world.do({
    ...world.oco(ANN, SELL, { price: 110, trigger: 90, stopPrice: 0 }),
    ...named,
  } as PlaceOco);
  assert.equal(
    world.exchange.features.spot.openOrderOfClient(ANN, 'mine')?.order,
    leg,
    'of a pair the limit',
  );
  assert.deepEqual(again(), [TAKEN, TAKEN, TAKEN, TAKEN]);
});

test('R11.4 spot I9 a stop buys a quantity at market, within the band around its trigger, for what it froze', () => {
  const stop = (world: World) => world.stop(ANN, BUY, 105, { lots: 200, timeInForce: TIF.GTC });
  const world = new World();
  const id = world.do(stop(world));
  // 105 and a tenth, rounded down, is 115; 200 lots are 2 BTC.
  assert.deepEqual(world.frozen(ANN), [230 * UNIT, 0]);
  for (const price of [112, 115, 116]) world.do(world.order(BOB, SELL, price, 80));
  // The index price jumps beyond the trigger, and with it the band of market orders.
  world.tick(1200);
  assert.deepEqual(world.state(id), [`2/${ORDER_END.unfilled}`, 160]);
  assert.equal(world.last(id).filledQuote, (80 * 112 + 80 * 115) * (UNIT / 100));
  assert.deepEqual(world.frozen(ANN), [0, 0]);
});

test('R11.4 spot I3 I9 the stop of a pair buys its quantity at market; the pair freezes the dearer leg', () => {
  const pair = (world: World) => world.oco(ANN, BUY, { price: 90, trigger: 110, stopPrice: 0 });
  const world = new World();
  const leg = world.do(pair(world));
  const stop = world.last(leg).partner;
  assert.deepEqual(world.frozen(ANN), [121 * UNIT, 0]);
  world.do(world.order(BOB, SELL, 112, 300));
  world.tick(1100);
  assert.deepEqual([world.state(leg)[0], world.state(stop)], [`2/${ORDER_END.partner}`, ['1/0', 100]]);
  assert.deepEqual(world.frozen(ANN), [0, 0]);
});

test('R11.4 a stop that buys a quantity needs units for its worst price', () => {
  const world = new World();
  // 9,091 lots at 110, the worst price of a trigger of 100, cost 10,000.1; 9,090 cost 9,999.
  world.tick(990);
  const errorOf = (lots: number) => world.try(world.stop(ANN, BUY, 100, { lots })).error;
  assert.equal(errorOf(9_091), 'wallet/insufficient-balance');
  assert.equal(errorOf(9_090), null);
});

/**
 * Goal: the largest prices, quantities and values are accepted exactly, and one more is refused
 * (docs/features/spot.md). Method: pairs whose decimals bring a limit within reach; tables of every
 * command at it and one beyond.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { MAX_UNITS, PPM } from '@glasshouse/money';
import { ANN, BOB, BTC, DAY_MS, USDT, World } from '../../../sim/spot-world.ts';
import { WALLET } from '../../accounts.ts';
import { BUY, SELL, type Command, type DefineMarket } from '../../index.ts';
import { Exchange, newestRules } from '../../index.ts';
import { SLOTS } from '../../matching/order-record.ts';

const MAKER = 100;
const PRICE_MAX = 2 ** 30 - 1;
/** Builds commands; their pair is number 0 in each world. */
const SHAPES = new World();

/**
 * A pair of any definition. ANN owns the whole base asset, BOB and the market maker the quote
 * asset.
 */
class Pair {
  readonly exchange = new Exchange();
  readonly #tickMs = 20_000 * DAY_MS;

  constructor(definition: Partial<DefineMarket>, index: number) {
    const market = { ...SHAPES.exchange.markets[0]!.definition, minNotional: 1, maxNotional: MAX_UNITS };
    const bands = { limitBandPpm: PPM, marketBandPpm: PPM };
    for (const command of [
      ...newestRules(this.exchange.rules),
      { type: 'define-asset', asset: USDT, code: 'USDT', decimals: 2 },
      { type: 'define-asset', asset: BTC, code: 'BTC', decimals: 8 },
      { ...market, ...bands, ...definition },
      ...[ANN, BOB, MAKER].map((owner) => ({ type: 'open-account', owner }) as const),
      { type: 'tick', tick: 1, tickMs: this.#tickMs, prices: [index] },
    ] as const)
      assert.equal(this.apply(command).error, null, JSON.stringify(command));
    for (const [owner, asset, amount] of [
      [ANN, BTC, MAX_UNITS],
      [BOB, USDT, 10 ** 12],
      [MAKER, USDT, 10 ** 12],
    ] as const)
      this.apply({ type: 'issue', owner, wallet: WALLET.exchange, asset, amount, reason: 'play-money' });
  }

  apply(command: Command) {
    return this.exchange.apply(this.exchange.seq + 1, this.#tickMs + 500, command);
  }

  quotes(bids: readonly number[]): number {
    return this.apply({ type: 'replace-quotes', owner: MAKER, market: 0, bids, asks: [] }).count;
  }

  get hasFaults(): boolean {
    return this.exchange.audit().some(({ ok }) => !ok);
  }
}

test('R11.1 R11.8 as many lots as have exact units are taken by every command, and one more is above the maximum', () => {
  // A lot is ten units.
  const fine = { priceDecimals: 8, indexDecimals: 8, lotDecimals: 7 };
  const most = Math.floor(MAX_UNITS / 10);
  for (const [name, command, whole] of [
    ['limit sell', SHAPES.order(ANN, SELL, 10, most), null],
    ['limit buy', SHAPES.order(BOB, BUY, 10, most), null],
    ['market sell', SHAPES.order(ANN, SELL, 0, most), 'spot/no-liquidity'],
    ['stop sell', SHAPES.stop(ANN, SELL, 5, { lots: most }), null],
    ['stop limit buy', SHAPES.stop(BOB, BUY, 15, { price: 15, lots: most }), null],
    [
      'pair',
      { ...SHAPES.oco(ANN, SELL, { price: 15, trigger: 5, stopPrice: 5 }), lots: most } as Command,
      null,
    ],
  ] as readonly (readonly [string, Command, string | null])[]) {
    const pair = new Pair(fine, 10);
    assert.equal(pair.apply({ ...command, lots: most + 1 } as Command).error, 'spot/above-maximum', name);
    assert.equal(pair.apply(command).error, whole, name);
    assert.ok(!pair.hasFaults);
  }
  const amended = new Pair(fine, 10);
  const order = amended.apply(SHAPES.order(BOB, BUY, 10, 10 ** 13)).id;
  const amend = (lots: number) =>
    amended.apply({ type: 'amend-order', owner: BOB, order, price: 10, lots }).error;
  assert.equal(amend(most + 1), 'spot/above-maximum');
  assert.equal(amend(most), null);
  const quoted = new Pair(fine, 10);
  assert.deepEqual([quoted.quotes([9, most + 1]), quoted.quotes([9, most])], [0, 1]);
});

test('R11.8 the highest price is taken by every command, and one tick more is no price', () => {
  const coarse = { priceDecimals: 0, indexDecimals: 0, lotDecimals: 8 };
  for (const [name, command, field, beyond] of [
    ['order', SHAPES.order(BOB, BUY, PRICE_MAX, 1000), 'price', 'spot/price-missing'],
    [
      'stop',
      SHAPES.stop(BOB, BUY, PRICE_MAX, { price: PRICE_MAX, lots: 1000 }),
      'price',
      'spot/price-missing',
    ],
    ['stop', SHAPES.stop(ANN, SELL, PRICE_MAX, { kind: 2, lots: 1000 }), 'trigger', 'spot/trigger-missing'],
  ] as const) {
    const pair = new Pair(coarse, PRICE_MAX - 1);
    const { error } = pair.apply({ ...command, [field]: PRICE_MAX + 1 } as Command);
    assert.equal(error, beyond, name);
    assert.equal(pair.apply(command).error, null, name);
  }
  const pair = new Pair(coarse, PRICE_MAX - 1);
  const order = pair.apply(SHAPES.order(BOB, BUY, PRICE_MAX - 1, 1000)).id;
  const amend = (price: number) =>
    pair.apply({ type: 'amend-order', owner: BOB, order, price, lots: 1000 }).error;
  assert.equal(amend(PRICE_MAX + 1), 'spot/price-missing');
  assert.equal(amend(PRICE_MAX), null);
  assert.deepEqual([pair.quotes([PRICE_MAX + 1, 1000]), pair.quotes([PRICE_MAX, 1000])], [0, 1]);
});

test('R11.1 a value that is no exact amount is above every maximum', () => {
  const world = new World();
  const lots = 9_007_199_254;
  for (const command of [
    world.order(ANN, BUY, 150, lots),
    world.order(ANN, SELL, 150, lots),
    world.stop(ANN, BUY, 150, { price: 150, lots }),
    world.stop(ANN, SELL, 0, { trailPpm: 1_000, lots: 2 * lots }),
    { ...world.oco(ANN, SELL, { price: 150, trigger: 90, stopPrice: 90 }), lots },
  ] as readonly Command[])
    assert.equal(world.try(command).error, 'spot/above-maximum', JSON.stringify(command));
  world.do({ type: 'open-account', owner: MAKER });
  const quotes = (bids: readonly number[]) =>
    world.try({ type: 'replace-quotes', owner: MAKER, market: 0, bids, asks: [] }).count;
  world.do({ type: 'issue', owner: MAKER, wallet: 2, asset: USDT, amount: 100, reason: 'play-money' });
  assert.equal(quotes([150, lots]), 0);
});

test('R11.2 quotes are placed as long as the balance covers them, to the last unit', () => {
  for (const [missing, expected] of [
    [0, 2],
    [1, 1],
  ] as const) {
    const world = new World();
    world.do({ type: 'open-account', owner: MAKER });
    const amount = 190_000_000 - missing;
    world.do({ type: 'issue', owner: MAKER, wallet: 2, asset: USDT, amount, reason: 'play-money' });
    const bids = [100, 100, 90, 100, 80];
    const count = () => world.try({ type: 'replace-quotes', owner: MAKER, market: 0, bids, asks: [] }).count;
    assert.deepEqual([count(), count()], [expected, expected]);
  }
});

test('R11.1 what a buy pays is rounded down where the exact product is beyond 2^53 as well', () => {
  const pair = new Pair({ priceDecimals: 8, indexDecimals: 8, lotDecimals: 8 }, 10);
  const lots = 10 ** 15 + 3;
  assert.equal(pair.apply(SHAPES.order(ANN, SELL, 10, lots)).error, null);
  assert.equal(pair.apply(SHAPES.order(BOB, BUY, 10, lots)).error, null);
  // 100.0000000000003 units.
  assert.equal(pair.exchange.balance(BOB, WALLET.exchange, USDT).available, 10 ** 12 - 100);
  assert.ok(!pair.hasFaults);
});

test('R11.1 a total is a whole number of units', () => {
  const world = new World();
  world.do(world.order(BOB, SELL, 100, 1000));
  const error = (quoteAmount: number, timeInForce: number) =>
    world.try(world.order(ANN, BUY, 0, 0, { quoteAmount, timeInForce })).error;
  for (const timeInForce of [0, 1, 2])
    for (const total of [0, -1, 2_000_000.5, NaN, 2 ** 53, Infinity])
      assert.equal(error(total, timeInForce), 'spot/amount-missing', String(total));
  for (const total of [2_000_000.5, NaN, 2 ** 53]) {
    const stop = world.stop(ANN, BUY, 110, { lots: 0, quoteAmount: total });
    assert.equal(world.try(stop).error, 'spot/amount-missing', String(total));
  }
  for (const lots of [2.5, 2 ** 53])
    assert.equal(world.try(world.order(ANN, SELL, 0, lots)).error, 'spot/amount-missing', String(lots));
});

test('R11.8 D0002 where all 2^21 - 1 orders are taken none is accepted, and a pair needs two places', () => {
  const pair = new Pair({}, 1000);
  const place = (command: Command) => pair.apply(command).error;
  const [first, second] = [95, 90].map((price) => pair.apply(SHAPES.order(BOB, BUY, price, 100)).id);
  const { pool } = pair.exchange.features.spot;
  // Simulates that all other slots are taken.
  pool.highWater = SLOTS;
  const full = 'spot/too-many-orders';
  const stop = SHAPES.stop(ANN, SELL, 90);
  const oco = SHAPES.oco(ANN, SELL, { price: 110, trigger: 90, stopPrice: 90 });
  const taker = SHAPES.order(ANN, SELL, 0, 10);
  const orders = [SHAPES.order(BOB, BUY, 91, 100), taker, stop, oco];
  assert.deepEqual(orders.map(place), [full, full, full, full]);
  assert.equal(pair.quotes([90, 100]), 0);
  pair.apply({ type: 'cancel-order', owner: BOB, order: first! });
  assert.deepEqual([place(oco), place(stop), place(stop)], [full, null, full]);
  pair.apply({ type: 'cancel-all', owner: ANN, market: -1 });
  pair.apply({ type: 'cancel-order', owner: BOB, order: second! });
  assert.deepEqual([place(oco), place(stop)], [null, full]);
});

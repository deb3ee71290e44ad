/**
 * Goal: every limit holds exactly at its boundary, and none lets some owners shut out others.
 * Method: for definitions, cases generated from their bounds: both ends, one beyond and one within;
 * for orders, worlds filled up to the limit.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { MAX_UNITS, PPM } from '@glasshouse/money';
import { ANN, BOB, BTC, DAY_MS, EVE, UNIT, USDT, World } from '../sim/spot-world.ts';
import {
  BUY,
  SELL,
  TIME_IN_FORCE as TIF,
  type Command,
  type DefineMarket,
  type DefineSecondsContract,
} from './index.ts';
import {
  CONTRACT_BOUNDS,
  DURATION_BOUNDS,
  DURATIONS_MAX,
  isContractSound,
} from './features/seconds-contract/bounds.ts';
import { isMarketSound, MARKET_BOUNDS } from './features/spot/bounds.ts';
import { TRAIL_TOLD_TICKS, TRAILING_OWNER_MAX, WAITING_OWNER_MAX } from './features/spot/conditionals.ts';
import { QUOTES_MAX } from './features/spot/quotes.ts';
import { CANCELS_MAX } from './features/spot/mass-cancels.ts';
import { Exchange, newestRules, WALLET } from './index.ts';

const MARKET: DefineMarket = {
  type: 'define-market',
  market: 7,
  base: 1,
  quote: USDT,
  priceDecimals: 2,
  lotDecimals: 2,
  indexDecimals: 2,
  makerFeePpm: 800,
  takerFeePpm: 1_000,
  minNotional: UNIT,
  maxNotional: 10 * UNIT,
  limitBandPpm: 500_000,
  marketBandPpm: 50_000,
  maxOpenOrders: 200,
};
const DURATION = { seconds: 30, profitRatePpm: 800_000, minStake: UNIT, maxStake: 10 * UNIT };
const CONTRACT: DefineSecondsContract = {
  type: 'define-seconds-contract',
  market: 0,
  feeRatePpm: 2_000,
  maxPositions: 20,
  maxUserStake: 0,
  maxOpenStake: 0,
  durations: [DURATION],
};

/** Fields that other fields bound more closely than their own range. */
const PAIRED = ['priceDecimals', 'lotDecimals', 'indexDecimals', 'minNotional', 'maxNotional'];
const PAIRED_STAKES = ['minStake', 'maxStake'];

test('R11.8 spot I13 seconds-contract I8 each field of a definition is taken at both ends of its bounds and refused one beyond', () => {
  const decimals = { base: 8, quote: 6 };
  assert.ok(isMarketSound(MARKET, decimals) && isContractSound(CONTRACT));
  const sound: Readonly<Record<string, (field: string, value: number) => boolean>> = {
    market: (field, value) => isMarketSound({ ...MARKET, [field]: value }, decimals),
    contract: (field, value) => isContractSound({ ...CONTRACT, [field]: value }),
    duration: (field, value) =>
      isContractSound({ ...CONTRACT, durations: [{ ...DURATION, [field]: value }] }),
  };
  for (const [name, bounds, paired] of [
    ['market', MARKET_BOUNDS, PAIRED],
    ['contract', CONTRACT_BOUNDS, []],
    ['duration', DURATION_BOUNDS, PAIRED_STAKES],
  ] as const)
    for (const [field, [min, max]] of Object.entries(bounds)) {
      for (const beyond of [min - 1, max + 1, NaN, min + 0.5])
        assert.ok(!sound[name]!(field, beyond), `${name} ${field} ${beyond}`);
      if ((paired as readonly string[]).includes(field)) continue;
      for (const within of [min, min + 1, max - 1, max])
        assert.ok(sound[name]!(field, within), `${name} ${field} ${within}`);
    }
});

test('R11.8 spot I13 seconds-contract I8 definitions whose fields do not fit together are refused', () => {
  const world = new World();
  const refused: readonly Command[] = [
    { ...MARKET, minNotional: 11 * UNIT },
    { ...MARKET, indexDecimals: 1 },
    { ...MARKET, indexDecimals: 9 },
    { ...MARKET, lotDecimals: 9 },
    { ...MARKET, takerFeePpm: 1_000_000 },
    { ...CONTRACT, durations: [] },
    { ...CONTRACT, durations: [DURATION, DURATION] },
    { ...CONTRACT, durations: [{ ...DURATION, minStake: 11 * UNIT }] },
    {
      ...CONTRACT,
      durations: Array.from({ length: DURATIONS_MAX + 1 }, (_, i) => ({ ...DURATION, seconds: i + 1 })),
    },
  ];
  for (const command of refused)
    assert.equal(world.try(command).error, 'request/invalid', JSON.stringify(command));
  const durations = Array.from({ length: DURATIONS_MAX }, (_, i) => ({ ...DURATION, seconds: i + 1 }));
  const taken: readonly Command[] = [
    MARKET,
    { ...MARKET, market: 8, minNotional: UNIT, maxNotional: UNIT },
    { ...MARKET, market: 9, indexDecimals: 8 },
    CONTRACT,
    { ...CONTRACT, durations: [{ ...DURATION, minStake: UNIT, maxStake: UNIT }] },
    { ...CONTRACT, durations },
  ];
  for (const command of taken) world.do(command);
});

/** A cancel of the newest order. */
const cancelOf = (world: World): Command => ({
  type: 'cancel-order',
  owner: ANN,
  order: world.exchange.features.spot.openOrders(ANN)[0]!.order,
});

/** A market whose limit of open orders does not interfere. */
function wide(): World {
  const world = new World();
  world.do({ ...MARKET, priceDecimals: 0, indexDecimals: 1, market: 1, maxOpenOrders: 5_000 });
  return world;
}

test('R11.8 spot I11 waiting orders are limited by owner and market, so that nobody shuts out others', () => {
  for (const [trailPpm, limit] of [
    [0, WAITING_OWNER_MAX],
    [50_000, TRAILING_OWNER_MAX],
  ] as const) {
    const world = wide();
    world.tickMs += 1000;
    world.do({ type: 'tick', tick: 100, tickMs: world.tickMs, prices: [1000, 1000] });
    const stop = (owner: number, ppm: number = trailPpm): string | null =>
      world.exchange.apply(world.exchange.seq + 1, world.tickMs + 500, {
        ...(world.stop(owner, SELL, ppm > 0 ? 0 : 90, { trailPpm: ppm, lots: 2 }) as object),
        market: 1,
      } as Command).error;
    for (let i = 0; i < limit; i++) assert.equal(stop(ANN), null, String(i));
    assert.equal(stop(ANN), 'spot/too-many-orders');
    assert.equal(stop(BOB), null);
    if (trailPpm > 0) {
      // Trailing orders have a limit of their own, and cancelling others makes no room for them.
      assert.equal(stop(ANN, 0), null);
      assert.equal(
        world.exchange.apply(world.exchange.seq + 1, world.tickMs + 500, cancelOf(world)).error,
        null,
      );
      assert.equal(stop(ANN), 'spot/too-many-orders');
    }
    const [first] = world.exchange.features.spot.openOrders(ANN);
    world.exchange.apply(world.exchange.seq + 1, world.tickMs + 500, {
      type: 'cancel-order',
      owner: ANN,
      order: first!.order,
    });
    assert.equal(stop(ANN), null);
    const restored = Exchange.restore(world.exchange.snapshot());
    assert.equal(
      restored.features.spot.execution.waiting.countsOf(1, world.exchange.ledger.blockOf(ANN, 2)).all,
      limit,
    );
  }
});

test('R11.8 a tick looks at the triggers that it reaches: 20,001 waiting orders on one market are no limit', () => {
  const world = wide();
  world.tickMs += 1000;
  world.do({ type: 'tick', tick: 100, tickMs: world.tickMs, prices: [1000, 1000] });
  const { exchange } = world;
  const timeMs = world.tickMs + 500;
  const quick = (command: Command) => exchange.apply(exchange.seq + 1, timeMs, command);
  for (let owner = 3_000; owner < 3_101; owner++) {
    quick({ type: 'open-account', owner });
    quick({ type: 'issue', owner, wallet: 2, asset: 1, amount: 10 ** 9, reason: 'play-money' });
    for (let i = 0; i < WAITING_OWNER_MAX; i++)
      assert.equal(
        quick({ ...(world.stop(owner, SELL, 60 + (i % 30), { lots: 2 }) as object), market: 1 } as Command)
          .error,
        null,
      );
  }
  exchange.log.clear();
  quick({ type: 'tick', tick: 101, tickMs: world.tickMs + 1000, prices: [1000, 890] });
  assert.equal(exchange.dueCount, 101 * 6);
  assert.ok(exchange.eventCount < 10);
});

test("R11.7 R11.8 a trailing stop's moved trigger is told every so many ticks, in portions, and open orders always say it", () => {
  const world = new World();
  const trail = { trailPpm: 50_000 };
  const stop = world.do(world.stop(ANN, SELL, 0, trail));
  const told = () =>
    world.events.filter((event) => event.type === 'order-changed' && event.order === stop).length;
  assert.equal(world.last(stop).trigger, 95);
  while (world.exchange.lastTick.tick % TRAIL_TOLD_TICKS !== TRAIL_TOLD_TICKS - 1)
    world.tick(1000 + 10 * world.exchange.lastTick.tick);
  assert.equal(told(), 1);
  world.tickAlone(1200);
  assert.equal(world.exchange.features.spot.openOrders(ANN)[0]?.trigger, 114);
  assert.equal(world.exchange.dueCount, 1);
  assert.equal(Exchange.restore(world.exchange.snapshot()).hash(), world.exchange.hash());
  assert.equal(world.process(), 1);
  assert.deepEqual([told(), world.last(stop).trigger, world.last(stop).firedTick], [2, 114, 0]);
  for (let i = 0; i < TRAIL_TOLD_TICKS; i++) world.tick(1200);
  assert.equal(told(), 2);
});

test('R11.8 lists of quotes and cancel-all are bounded', () => {
  const world = new World();
  world.exchange.apply(world.exchange.seq + 1, world.tickMs + 500, { type: 'open-account', owner: 100 });
  const quotes = (count: number) => Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 90 : 1));
  const error = (count: number) =>
    world.try({ type: 'replace-quotes', owner: 100, market: 0, bids: quotes(count), asks: [] }).error;
  assert.equal(error(QUOTES_MAX), null);
  assert.equal(error(QUOTES_MAX + 1), 'request/invalid');
  const many = wide();
  const quick = (command: Command) => many.exchange.apply(many.exchange.seq + 1, many.tickMs + 500, command);
  for (let i = 0; i <= CANCELS_MAX; i++)
    assert.equal(quick({ ...(many.order(EVE, SELL, 100, 2) as object), market: 1 } as Command).error, null);
  assert.equal(quick({ type: 'cancel-all', owner: EVE, market: -1 }).count, CANCELS_MAX);
  assert.equal(quick({ type: 'cancel-all', owner: EVE, market: -1 }).count, 1);
});

test('R11.1 R11.8 volumes beyond what is exact end there, and a pause of any length is over at once', () => {
  const world = new World();
  const tiers = [{ volume: 0, makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 }];
  world.do({ type: 'define-fee-tiers', asset: USDT, tiers });
  const { fees } = world.exchange.features.spot;
  const block = world.exchange.ledger.blockOf(ANN, 2);
  for (let day = 0; day < 3; day++) {
    fees.today[block] = 2 ** 53 - 10;
    world.tick(1000, DAY_MS);
  }
  assert.equal(fees.feeStateOf(ANN).volume, Number.MAX_SAFE_INTEGER);
  fees.today[block] = 2 ** 60;
  assert.equal(fees.feeStateOf(ANN).today, Number.MAX_SAFE_INTEGER);
  world.tick(1000, 10 ** 6 * DAY_MS);
  assert.deepEqual(fees.feeStateOf(ANN), { tier: 0, volume: 0, today: 0 });
});

/** ANN and BOB on a pair of any definition, at an index price of `price` ticks. */
function pairOf(definition: Partial<DefineMarket>, decimals: { quote: number; price: number }) {
  const exchange = new Exchange();
  const tickMs = 20_000 * DAY_MS;
  const apply = (command: Command) => exchange.apply(exchange.seq + 1, tickMs + 500, command);
  const market = { ...MARKET, market: 0, minNotional: 1, maxNotional: MAX_UNITS, ...definition };
  for (const command of [
    ...newestRules(exchange.rules),
    { type: 'define-asset', asset: USDT, code: 'USDT', decimals: decimals.quote },
    { type: 'define-asset', asset: BTC, code: 'BTC', decimals: 8 },
    market,
    { type: 'open-account', owner: ANN },
    { type: 'open-account', owner: BOB },
    { type: 'tick', tick: 1, tickMs, prices: [decimals.price] },
  ] as const)
    assert.equal(apply(command).error, null, command.type);
  const issue = (owner: number, asset: number, amount: number) =>
    apply({ type: 'issue', owner, wallet: WALLET.exchange, asset, amount, reason: 'play-money' });
  const world = new World();
  const place = (...terms: Parameters<World['order']>) => apply(world.order(...terms));
  const wrong = () => exchange.audit().filter(({ ok }) => !ok);
  return { exchange, issue, place, wrong };
}

test('R11.1 a market buy that costs more than any amount is more than anybody has', () => {
  const bands = { limitBandPpm: PPM, marketBandPpm: PPM };
  const pair = pairOf({ priceDecimals: 0, indexDecimals: 0, ...bands }, { quote: 6, price: 100 });
  pair.issue(ANN, BTC, MAX_UNITS);
  // Each is worth less than 2^53 units at 190, both together more. At the index price even both are
  // less.
  for (let i = 0; i < 2; i++) assert.equal(pair.place(ANN, SELL, 190, 3_000_000_000).error, null);
  for (const timeInForce of [TIF.IOC, TIF.FOK]) {
    const { error } = pair.place(BOB, BUY, 0, 5_000_000_000, { timeInForce });
    assert.equal(error, 'wallet/insufficient-balance');
  }
  assert.deepEqual(pair.wrong(), []);
});

test('R11.1 a buy by total at a price so low that it pays for more lots than fit takes what is there', () => {
  const pair = pairOf(
    { priceDecimals: 8, indexDecimals: 8, lotDecimals: 8, marketBandPpm: PPM },
    { quote: 2, price: 10 },
  );
  pair.issue(ANN, BTC, MAX_UNITS);
  pair.issue(BOB, USDT, 10 ** 9);
  for (const price of [10, 11]) assert.equal(pair.place(ANN, SELL, price, 10 ** 15).error, null);
  const total = { quoteAmount: 10 ** 6 };
  assert.equal(pair.place(BOB, BUY, 0, 0, total).error, null);
  // 100 and 110 units: the whole book.
  assert.equal(pair.exchange.balance(BOB, WALLET.exchange, USDT).available, 10 ** 9 - 210);
  assert.deepEqual(pair.exchange.depth(0, 5).asks, []);
  assert.deepEqual(pair.wrong(), []);
});

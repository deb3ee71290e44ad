/**
 * Goal: journals of version 1 replay to the results they had (D0014). Method: each named difference
 * of rules.ts, under version 1 and under the newest rules, in one small world.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, BTC, DAY_MS, EVE, UNIT, USDT, World } from '../sim/spot-world.ts';
import { WALLET } from './accounts.ts';
import { BUY, MARKET_STATUS, SELL, TIME_IN_FORCE as TIF, type Command } from './index.ts';
import { ORDER_END } from './index.ts';
import { Exchange, newestRules } from './index.ts';
import { FIELDS, FILLS_MAX, GENERATION, SLOTS } from './matching/order-record.ts';
import { FEATURES } from './features.ts';

const MAKER = 100;

/** The answers of both worlds: under version 1, and under the newest rules. */
const both = <T>(ask: (world: World) => T): [T, T] => [ask(new World(false)), ask(new World(true))];

const quick = (world: World, command: Command) =>
  world.exchange.apply(world.exchange.seq + 1, world.tickMs + 500, command);

test('D0014 a snapshot of rules that are not known yet is not read', () => {
  const { rules } = new Exchange();
  for (const { name, newestRules: newest } of FEATURES) {
    rules.restore(name, newest);
    assert.equal(rules.versionOf(name), newest);
    assert.throws(() => rules.restore(name, newest + 1), /not known/);
  }
  assert.throws(() => rules.restore('stocks', 1), /not known/);
});

test('D0014 by the first rules a stop that is reached on a halted pair is refused; now it waits', () => {
  const states = both((world) => {
    const stop = world.do(world.stop(ANN, SELL, 90));
    world.do({ type: 'set-market-status', market: 0, status: MARKET_STATUS.halted });
    world.tickAlone(900);
    return world.state(stop)[0];
  });
  assert.deepEqual(states, [`2/${ORDER_END.refused}`, '0/0']);
});

test('R11.4 D0014 a trailing stop fires exactly at its trigger, in both directions and by both rules', () => {
  // 5% away from 100 is 95 and 105.
  for (const [side, near, at] of [
    [SELL, 951, 950],
    [BUY, 1049, 1050],
  ] as const) {
    const fired = both((world) => {
      const size = side === BUY ? { lots: 0, quoteAmount: 100 * UNIT } : { lots: 100 };
      const stop = world.do(world.stop(ANN, side, 0, { trailPpm: 50_000, ...size }));
      world.tick(near);
      const before = world.last(stop).firedTick;
      world.tick(at);
      return [before, world.last(stop).firedTick === world.exchange.lastTick.tick];
    });
    assert.deepEqual(fired, [
      [0, true],
      [0, true],
    ]);
  }
});

test('D0014 by the first rules nobody is told where a trailing trigger has moved', () => {
  const due = both((world) => {
    world.do(world.stop(ANN, SELL, 0, { trailPpm: 50_000 }));
    while (world.exchange.lastTick.tick % 10 !== 9) world.tick(1000);
    world.tickAlone(1200);
    return world.exchange.dueCount;
  });
  assert.deepEqual(due, [0, 1]);
});

test('D0014 a trailing stop of the first rules is told of once later ones hold, moved or not', () => {
  const due = both((world) => {
    world.do(world.stop(ANN, SELL, 0, { trailPpm: 50_000 }));
    for (const command of newestRules(world.exchange.rules)) world.do(command);
    while (world.exchange.lastTick.tick % 10 !== 9) world.tick(1000);
    world.tickAlone(1000);
    return world.exchange.dueCount;
  });
  assert.deepEqual(due, [1, 0]);
});

test('D0014 by the first rules volumes had no end', () => {
  const volumes = both((world) => {
    const tiers = [{ volume: 0, makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 }];
    world.do({ type: 'define-fee-tiers', asset: USDT, tiers });
    const block = world.exchange.ledger.blockOf(ANN, WALLET.exchange);
    for (let day = 0; day < 2; day++) {
      world.exchange.features.spot.fees.today[block] = 2 ** 53 - 8;
      world.tickAlone(1000, DAY_MS);
    }
    return world.exchange.features.spot.fees.standingOf(ANN).volume;
  });
  assert.deepEqual(volumes, [2 ** 54 - 16, Number.MAX_SAFE_INTEGER]);
});

test('R11.4 D0014 a day counts for thirty whole days, whatever the pause after it, and is gone after', () => {
  const tiers = [{ volume: 0, makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 }];
  for (const isNewest of [false, true])
    for (const pause of [1, 2, 29, 30, 31, 32, 59, 60, 61, 62, 90, 91, 400]) {
      const world = new World(isNewest);
      const standing = () => world.exchange.features.spot.fees.standingOf(ANN);
      const trade = (): void => {
        world.do(world.order(BOB, SELL, 100, 100));
        world.do(world.order(ANN, BUY, 100, 100));
      };
      world.do({ type: 'define-fee-tiers', asset: USDT, tiers });
      trade();
      world.tickAlone(1000, DAY_MS);
      trade();
      world.tickAlone(1000, pause * DAY_MS);
      const volume = 100 * UNIT * (Number(pause < 30) + Number(pause <= 30));
      assert.deepEqual(standing(), { tier: 0, volume, today: 0 }, `${isNewest} ${pause}`);
      trade();
      world.tickAlone(1000, DAY_MS);
      const after = 100 * UNIT * (Number(pause + 1 < 30) + Number(pause + 1 <= 30) + 1);
      assert.equal(standing().volume, after, `${isNewest} ${pause}`);
    }
});

test('D0014 by the first rules definitions had no bounds', () => {
  const { definition } = new World().exchange.markets[0]!;
  const duration = { seconds: 30, profitRatePpm: 800_000, minStake: UNIT, maxStake: 10 * UNIT };
  const contract = { feeRatePpm: 0, maxPositions: 0, maxUserStake: 0, maxOpenStake: 0 };
  for (const command of [
    { ...definition, type: 'define-market', market: 1, maxOpenOrders: 0 },
    { type: 'define-seconds-contract', market: 0, ...contract, durations: [duration] },
  ] as const)
    assert.deepEqual(
      both((world) => world.try(command).error),
      [null, 'request/invalid'],
      command.type,
    );
});

test('D0014 by the first rules lists, cancels and matches had no end', () => {
  const quotes = both((world) => {
    world.do({ type: 'open-account', owner: MAKER });
    const bids = Array.from({ length: 1_002 }, (_, i) => (i % 2 === 0 ? 90 : 1));
    return quick(world, { type: 'replace-quotes', owner: MAKER, market: 0, bids, asks: [] }).error;
  });
  assert.deepEqual(quotes, [null, 'request/invalid']);
  const many = 1_001;
  const wide = (world: World): void => {
    const { definition } = world.exchange.markets[0]!;
    world.do({ ...definition, type: 'define-market', market: 1, maxOpenOrders: 5_000 });
    for (let i = 0; i < many; i++) quick(world, { ...world.order(EVE, SELL, 100, 1), market: 1 } as Command);
  };
  const counts = both((world) => {
    wide(world);
    return quick(world, { type: 'cancel-all', owner: EVE, market: 1 }).count;
  });
  assert.deepEqual(counts, [many, many - 1]);
  const filled = both((world) => {
    wide(world);
    const order = { ...world.order(ANN, BUY, 100, many), market: 1 } as Command;
    return world.state(world.do(order))[1];
  });
  assert.deepEqual(filled, [many, FILLS_MAX]);
});

test('D0014 by the first rules orders that never rest were refused at the limit of open orders', () => {
  const errors = both((world) => {
    for (let i = 0; i < 10; i++) world.do(world.order(ANN, BUY, 90, 10));
    return world.try(world.order(ANN, BUY, 90, 10, { timeInForce: TIF.IOC })).error;
  });
  assert.deepEqual(errors, ['spot/too-many-orders', null]);
});

test('D0014 spot I12 by the first rules an id was given again after all others of its slot', () => {
  const again = both((world) => {
    // Raising the rules of another feature raises none of spot.
    const feature = 'seconds-contract';
    if (world.exchange.rules.versionOf(feature) === 1) world.do({ type: 'set-rules', feature, version: 2 });
    const order = world.order(ANN, BUY, 90, 100);
    const first = world.do(order);
    world.exchange.features.spot.pool.fields[(first % SLOTS) * FIELDS + GENERATION] = -1;
    world.do({
      type: 'cancel-order',
      owner: ANN,
      order: world.exchange.features.spot.openOrders(ANN)[0]!.order,
    });
    return world.do(order) === first;
  });
  assert.deepEqual(again, [true, false]);
});

test('D0014 by the first rules 20,000 orders wait on one market, whoever has them', () => {
  const world = new World(false);
  const { definition } = world.exchange.markets[0]!;
  world.do({ ...definition, type: 'define-market', market: 1, maxOpenOrders: 50_000 });
  world.tickMs += 1000;
  world.do({ type: 'tick', tick: 100, tickMs: world.tickMs, prices: [1000, 1000] });
  const amount = 10 ** 13;
  world.do({ type: 'issue', owner: ANN, wallet: WALLET.exchange, asset: BTC, amount, reason: 'play-money' });
  const stop = (owner: number) =>
    quick(world, { ...world.stop(owner, SELL, 90, { lots: 2 }), market: 1 } as Command);
  for (let i = 0; i < 20_000; i++) assert.equal(stop(ANN).error, null, String(i));
  for (const owner of [ANN, BOB]) assert.equal(stop(owner).error, 'spot/too-many-orders');
  const { order } = world.exchange.features.spot.openOrders(ANN)[0]!;
  assert.equal(quick(world, { type: 'cancel-order', owner: ANN, order }).error, null);
  assert.equal(stop(BOB).error, null);
});

test('R11.3 D0014 an exchange of the first rules is restored as it was', () => {
  const world = new World(false);
  world.do(world.stop(ANN, SELL, 90));
  world.do(world.order(BOB, BUY, 95, 100));
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.equal(restored.hash(), world.exchange.hash());
});

test('D0014 by the first rules an own order is no liquidity, and open orders may share a clientOrderId', () => {
  const answers = both((world) => {
    world.do(world.order(ANN, SELL, 100, 100, { clientOrderId: 'a' }));
    return [
      world.try(world.order(ANN, BUY, 0, 100)).error,
      world.try(world.order(ANN, BUY, 100, 100, { timeInForce: TIF.FOK })).error,
      world.try(world.order(ANN, SELL, 100, 100, { clientOrderId: 'a' })).error,
    ];
  });
  assert.deepEqual(answers, [
    ['spot/no-liquidity', 'spot/would-not-fill', null],
    ['spot/own-order', 'spot/own-order', 'spot/client-order-id-taken'],
  ]);
});

/**
 * Goal: projects sell what the pool holds at one price; lists are divided and paid in portions with
 * the same result however commands are cut, also across a restore. Method: a world that audits
 * itself after each command, and long lists beside the formula of the whole list.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { allocate, costOf } from '@glasshouse/protocol/subscription/quote';
import {
  balance,
  CAPITAL,
  HELIO,
  lastProject,
  opened,
  PAIR,
  PRICE,
  project,
  SET_UP,
  START,
  subscribe,
  warmingUp,
} from '../../../sim/features/subscription/world.ts';
import { ANN, BOB, EVE, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import {
  DUE_LIMIT_MAX,
  Exchange,
  FIRST_USER,
  HOUSE,
  MARKET_STATUS,
  PHASE,
  WALLET,
  type Command,
  type CoreEvent,
  type SubscriptionChanged,
} from '../../index.ts';

test('subscription I1 what is for sale is frozen in the pool, and a new definition moves the difference', () => {
  const world = warmingUp();
  const pool = () => Object.values(balance(world, HOUSE.subscriptionPool, HELIO));
  assert.deepEqual(pool(), [600_000, 400_000]);
  world.do(project({ forSale: 1_000_000 }));
  assert.deepEqual(pool(), [0, 1_000_000]);
  world.do(project({ forSale: 10 }));
  assert.deepEqual(pool(), [999_990, 10]);
  assert.equal(world.try(project({ forSale: 1_000_001 })).error, 'subscription/pool-short');
  assert.deepEqual(pool(), [999_990, 10]);
});

test('subscription I12 a definition without sense, or of an open project, is refused', () => {
  const world = warmingUp();
  for (const [change, error] of [
    [{ market: 9 }, 'market/unknown-pair'],
    [{ price: 0 }, 'request/invalid'],
    [{ forSale: 0 }, 'request/invalid'],
    [{ supply: 399_999 }, 'request/invalid'],
    [{ minAmount: 0 }, 'request/invalid'],
    [{ minAmount: 5_000 * UNIT + 1 }, 'request/invalid'],
    [{ closesMs: START + 2_000 }, 'request/invalid'],
    [{ opensMs: 0, closesMs: START }, 'request/invalid'],
    [{ distributesMs: START + 9_999 }, 'request/invalid'],
    [{ listsMs: START + 14_999 }, 'request/invalid'],
    [{ feePpm: 100_001 }, 'request/invalid'],
    [{ project: 0 }, 'request/invalid'],
    [{ market: 0 }, 'request/invalid'],
    [{ project: 2, forSale: 600_001 }, 'subscription/pool-short'],
  ] as const)
    assert.equal(world.try(project(change)).error, error, JSON.stringify(change));
  const opens = { type: 'open-market', market: PAIR, opensMs: START + 3_000 } as const;
  assert.equal(world.try(opens).error, 'market/needed', 'the sale opens it');
  const unsold = new World();
  for (const command of SET_UP) unsold.do(command);
  unsold.do(opens);
  assert.equal(unsold.try(project()).error, 'subscription/pair-trading', 'it opens without the sale');
  world.do({ type: 'set-market-status', market: PAIR, status: MARKET_STATUS.trading, cancels: 1 });
  assert.equal(world.try(project({ project: 2 })).error, 'subscription/pair-trading');
  world.tick(1000);
  assert.equal(world.try(project()).error, 'subscription/terms-fixed');
});

test('subscription I2 a project whose opening has passed opens at once', () => {
  const world = warmingUp({ opensMs: 0 });
  assert.equal(lastProject(world).phase, PHASE.open);
  assert.equal(world.do(subscribe(ANN, UNIT)), 1);
});

test('subscription I2 subscriptions add up, are refused in one order, and freeze what they take', () => {
  const world = warmingUp();
  assert.equal(world.try(subscribe(ANN, UNIT)).error, 'subscription/not-open');
  world.tick(1000);
  assert.equal(world.do(subscribe(ANN, 2 * UNIT)), 1);
  assert.equal(world.do(subscribe(BOB, 3 * UNIT)), 2);
  assert.equal(world.do(subscribe(ANN, 1)), 1);
  assert.equal(balance(world, ANN).frozen, 2 * UNIT + 1);
  const { subscribers, total } = lastProject(world);
  assert.deepEqual([subscribers, total], [2, 5 * UNIT + 1]);
  for (const [command, error] of [
    [subscribe(4_242, UNIT), 'wallet/account-unknown'],
    [{ ...subscribe(ANN, UNIT), project: 2 }, 'subscription/unknown-project'],
    [subscribe(ANN, 0), 'subscription/amount-missing'],
    [subscribe(EVE, UNIT - 1), 'subscription/below-minimum'],
    [subscribe(ANN, 4_998 * UNIT), 'subscription/above-maximum'],
    [{ type: 'cancel-subscription', owner: BOB, subscription: 1 }, 'subscription/unknown-subscription'],
  ] as const)
    assert.equal(world.try(command as Command).error, error, JSON.stringify(command));
  const hold = { owner: EVE, asset: USDT, amount: 9_999 * UNIT, untilMs: START + 86_400_000 };
  world.do({ type: 'place-hold', reason: 'review', ...hold });
  assert.equal(world.try(subscribe(EVE, 2 * UNIT)).error, 'wallet/held');
  world.do({ type: 'transfer', owner: BOB, from: 2, to: 1, asset: USDT, amount: 9_997 * UNIT });
  assert.equal(world.try(subscribe(BOB, UNIT)).error, 'wallet/insufficient-balance');
});

test('subscription I2 what is held stays, in however many parts it is paid in', () => {
  const world = opened();
  const review = { type: 'place-hold', reason: 'review', owner: EVE, asset: USDT } as const;
  world.do({ ...review, amount: 9_996 * UNIT, untilMs: START + 86_400_000 });
  const first = world.do(subscribe(EVE, 4 * UNIT));
  assert.equal(world.try(subscribe(EVE, 1)).error, 'wallet/held');
  const restored = Exchange.restore(world.exchange.snapshot());
  const more = subscribe(EVE, 1);
  assert.equal(restored.apply(restored.seq + 1, world.tickMs + 500, more).error, 'wallet/held');
  world.do({ type: 'cancel-subscription', owner: EVE, subscription: first });
  world.do(subscribe(EVE, UNIT));
  world.do(subscribe(EVE, 3 * UNIT));
  assert.equal(world.try(subscribe(EVE, 1)).error, 'wallet/held');
  for (const gap of [8_000, 5_000]) world.tick(1000, gap);
  assert.deepEqual(Object.values(balance(world, EVE)), [9_996 * UNIT, 0]);
});

test('subscription I6 what a project gives back is held money no longer: the rest of it can be spent', () => {
  const world = opened({ forSale: 100, distributesMs: START + 10_000 });
  world.do(subscribe(EVE, 5_000 * UNIT));
  world.tick(1000, 10_000);
  const { available, frozen } = balance(world, EVE);
  assert.deepEqual([available, frozen], [10_000 * UNIT - 2_500, 0]);
  const review = { type: 'place-hold', reason: 'review', owner: EVE, asset: USDT } as const;
  world.do({ ...review, amount: 9_000 * UNIT, untilMs: START + 86_400_000 });
  const other: Command = {
    ...project({ project: 2, forSale: 100, opensMs: START, closesMs: START + 30_000 }),
  };
  world.do({ ...other, distributesMs: START + 40_000, listsMs: START + 50_000 });
  world.tick(1000);
  const free = 1_000 * UNIT - 2_500;
  assert.equal(world.try({ ...subscribe(EVE, free + 1), project: 2 } as Command).error, 'wallet/held');
  world.do({ ...subscribe(EVE, free), project: 2 } as Command);
});

test('subscription I2 a cancelled subscription is free again, and counts no longer', () => {
  const world = opened();
  world.do(subscribe(ANN, 2 * UNIT));
  world.do({ type: 'cancel-subscription', owner: ANN, subscription: 1 });
  assert.deepEqual(Object.values(balance(world, ANN)), [10_000 * UNIT, 0]);
  assert.equal(lastProject(world).total, 0);
  assert.equal(world.do(subscribe(ANN, 2 * UNIT)), 2);
  world.tick(1000, 8_000);
  assert.equal(
    world.try({ type: 'cancel-subscription', owner: ANN, subscription: 2 }).error,
    'subscription/closed',
  );
});

test('subscription I2 five minutes after the first payment it is firm, whatever was added', () => {
  const ends = START + 3_600_000;
  const world = opened({ closesMs: ends, distributesMs: ends, listsMs: ends });
  world.do(subscribe(ANN, 2 * UNIT));
  world.do(subscribe(BOB, 2 * UNIT));
  const { placedMs } = world.exchange.features.subscription.projects.get(1)!.subscriptions.get(ANN)!;
  const { exchange } = world;
  const at = (timeMs: number, command: Command) => exchange.apply(exchange.seq + 1, timeMs, command).error;
  assert.equal(at(placedMs + 299_000, subscribe(ANN, UNIT)), null);
  const cancelOf = (owner: number, subscription: number) =>
    ({ type: 'cancel-subscription', owner, subscription }) as const;
  assert.equal(at(placedMs + 299_999, cancelOf(BOB, 2)), null);
  assert.equal(at(placedMs + 300_000, cancelOf(ANN, 1)), 'subscription/firm');
});

test('subscription I2 nobody gets in or out after the closing time, even if its tick is late', () => {
  const world = opened();
  world.do(subscribe(ANN, 2 * UNIT));
  const { exchange } = world;
  const late = (command: Command) => exchange.apply(exchange.seq + 1, START + 10_000, command).error;
  assert.equal(late(subscribe(BOB, UNIT)), 'subscription/not-open');
  assert.equal(late({ type: 'cancel-subscription', owner: ANN, subscription: 1 }), 'subscription/closed');
});

test('subscription I3 I5 I6 coins arrive, their cost goes to the proceeds, the rest returns, the pair trades', () => {
  // 100,000 units of 25 are 2.5 USDT.
  const world = opened({ forSale: 100_000, minAmount: 1 });
  const paid = { [ANN]: UNIT, [BOB]: 2 * UNIT, [EVE]: 333_333 };
  for (const [owner, amount] of Object.entries(paid)) world.do(subscribe(Number(owner), amount));
  world.tick(1000, 8_000);
  const closed = lastProject(world);
  assert.equal(closed.phase, PHASE.closed);
  const amounts = Object.values(paid).map((amount) => ({ amount }));
  const total = UNIT * 3 + 333_333;
  const coins = allocate(amounts, { price: PRICE, forSale: 100_000, total });
  assert.deepEqual(coins, [30_000, 60_000, 10_000]);
  const cost = 25 * 100_000;
  assert.deepEqual([closed.sold, closed.cost], [100_000, cost]);
  const owed = () => world.exchange.obligations().find(({ feature }) => feature === 'subscription')?.list;
  const coinsOwed = owed()?.find(({ asset }) => asset === HELIO);
  assert.deepEqual([coinsOwed?.owedNow, coinsOwed?.owedAtMost], [100_000, 100_000]);
  world.tick(1000, 5_000);
  [ANN, BOB, EVE].forEach((owner, i) => {
    assert.deepEqual(Object.values(balance(world, owner, HELIO)), [coins[i], 0]);
    const left = 10_000 * UNIT - costOf(coins[i]!, PRICE);
    assert.deepEqual(Object.values(balance(world, owner)), [left, 0]);
  });
  const fee = cost / 100;
  assert.equal(balance(world, HOUSE.subscriptionProceeds).available, cost - fee);
  assert.equal(balance(world, HOUSE.fees).available, fee);
  const order: Command = { ...world.order(ANN, 0, 2_500, 1_000), market: PAIR } as Command;
  assert.equal(world.try(order).error, 'market/halted');
  world.tick(1000, 5_000);
  assert.equal(lastProject(world).phase, PHASE.listed);
  world.do(order);
  const sale = world.do({ ...world.order(BOB, 1, 2_500, 40), market: PAIR } as Command);
  assert.equal(world.last(sale).filledLots, 40);
});

test('subscription I1 unsold coins are free in the pool, and who has paid in less than a unit gets it back', () => {
  const world = opened({ minAmount: 1 });
  world.do(subscribe(ANN, 24));
  world.do(subscribe(BOB, 49));
  world.tick(1000, 18_000);
  assert.deepEqual(Object.values(balance(world, HOUSE.subscriptionPool, HELIO)), [CAPITAL - 1, 0]);
  assert.deepEqual(Object.values(balance(world, ANN)), [10_000 * UNIT, 0]);
  assert.deepEqual(Object.values(balance(world, BOB)), [10_000 * UNIT - 25, 0]);
  assert.equal(lastProject(world).phase, PHASE.listed);
});

test('subscription I6 a pair that has a price stays as its operator left it', () => {
  const world = opened();
  world.tick(1000);
  const { exchange } = world;
  exchange.apply(exchange.seq + 1, world.tickMs + 1_000, {
    type: 'tick',
    tick: exchange.lastTick.tick + 1,
    tickMs: (world.tickMs += 1_000),
    prices: [1_000, 2_600],
  });
  world.tick(1000, 30_000);
  assert.equal(lastProject(world).phase, PHASE.listed);
  assert.equal(exchange.markets[PAIR]!.status, MARKET_STATUS.halted);
});

/** A list of so many lines, on an exchange that is not audited at each command. */
function longList(amounts: readonly number[], forSale: number): Exchange {
  const world = new World();
  for (const command of SET_UP) world.do(command);
  const { exchange } = world;
  const submit = (command: Command): void => {
    const { error } = exchange.apply(exchange.seq + 1, START + 1_500, command);
    assert.equal(error, null, JSON.stringify(command));
  };
  submit(project({ opensMs: 0, minAmount: 1, forSale }));
  amounts.forEach((amount, i) => {
    const owner = FIRST_USER + 10 + i;
    submit({ type: 'open-account', owner });
    submit({ type: 'issue', owner, wallet: WALLET.exchange, asset: USDT, amount, reason: 'play-money' });
    submit({ type: 'subscribe', owner, project: 1, amount });
  });
  exchange.log.clear();
  return exchange;
}

/** Ends a project; `limits` are those of its first `process-due`. Collects its events. */
function play(exchange: Exchange, limits: readonly number[]): { exchange: Exchange; events: CoreEvent[] } {
  let played = exchange;
  const events: CoreEvent[] = [];
  const left = [...limits];
  const submit = (command: Command): void => {
    const { error } = played.apply(played.seq + 1, played.timeMs, command);
    assert.equal(error, null);
    played.drainEvents((event) => events.push(event));
  };
  [10_000, 15_000, 20_000].forEach((afterMs, i) => {
    submit({ type: 'tick', tick: played.lastTick.tick + 1, tickMs: START + afterMs, prices: [1_000 + i] });
    while (played.dueCount > 0) {
      const limit = left.shift();
      submit({ type: 'process-due', limit: limit ?? DUE_LIMIT_MAX });
      assertOwed(played, events);
      // A restart between any two portions.
      if (limit !== undefined) played = Exchange.restore(played.snapshot());
    }
  });
  return { exchange: played, events };
}

/** From the close on, what was given and what is owed are what was sold. */
function assertOwed(exchange: Exchange, events: readonly CoreEvent[]): void {
  const { phase, sold } = lastProject({ events });
  const own = exchange.obligations().find(({ feature }) => feature === 'subscription');
  const owed = own?.list.find(({ asset }) => asset === HELIO)?.owedNow ?? 0;
  const given = linesOf(events, 2).reduce((sum, { coins }) => sum + coins, 0);
  if (phase >= PHASE.closed) assert.equal(owed + given, sold);
}

const linesOf = (events: readonly CoreEvent[], status: number): SubscriptionChanged[] =>
  events.filter(
    (event): event is SubscriptionChanged => event.type === 'subscription-changed' && event.status === status,
  );

test('D0013 subscription I7 a list of 2,600 is divided and paid in portions, restarted between them, as in one', () => {
  const amounts = Array.from({ length: 2_600 }, (_, i) => 1_000 + ((i * 7_919) % 5_003));
  const start = longList(amounts, 90_001).snapshot();
  const whole = play(Exchange.restore(start), []);
  const cut = play(Exchange.restore(start), [1, 2, 1, 3, 1, 1, 2, 1, 1, 1, 2, 5, 1, 1, 4, 1, 1]);
  assert.equal(JSON.stringify(linesOf(cut.events, 2)), JSON.stringify(linesOf(whole.events, 2)));
  assert.deepEqual(lastProject(cut), lastProject(whole));
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const lines = amounts.map((amount) => ({ amount }));
  const due = allocate(lines, { price: PRICE, forSale: 90_001, total });
  assert.deepEqual(
    linesOf(whole.events, 2).map(({ coins }) => coins),
    due,
  );
  assert.equal(lastProject(whole).sold, 90_001);
  assert.deepEqual(
    cut.exchange.audit().filter(({ ok }) => !ok),
    [],
  );
});

test('subscription I7 no portion makes more events than one command may', () => {
  const { events } = play(
    longList(
      Array.from({ length: 1_300 }, () => 777),
      20_000,
    ),
    [],
  );
  assert.equal(linesOf(events, 2).length, 1_300);
  const exchange = longList(
    Array.from({ length: 1_300 }, () => 777),
    20_000,
  );
  exchange.apply(exchange.seq + 1, exchange.timeMs, {
    type: 'tick',
    tick: exchange.lastTick.tick + 1,
    tickMs: START + 15_000,
    prices: [],
  });
  exchange.log.clear();
  while (exchange.dueCount > 0) {
    exchange.apply(exchange.seq + 1, exchange.timeMs, { type: 'process-due', limit: DUE_LIMIT_MAX });
    assert.ok(exchange.eventCount < 10_000, `${exchange.eventCount} events`);
    exchange.log.clear();
  }
});

test('subscription I8 a restored exchange is as the one that was saved, in every phase', () => {
  const world = warmingUp({ minAmount: 1, forSale: 1_000 });
  const same = (): void => {
    const restored = Exchange.restore(world.exchange.snapshot());
    assert.equal(restored.hash(), world.exchange.hash());
    const open = (exchange: Exchange) => [...exchange.features.subscription.open()];
    assert.deepEqual(open(restored), open(world.exchange));
  };
  same();
  world.tick(1000);
  world.do(subscribe(ANN, 70_000));
  world.do(subscribe(BOB, 10_001));
  world.do({ type: 'cancel-subscription', owner: ANN, subscription: 1 });
  world.do(subscribe(ANN, 60_000));
  same();
  for (const gap of [8_000, 5_000, 5_000]) {
    world.tickAlone(1000, gap);
    while (world.exchange.dueCount > 0) {
      same();
      world.process(1);
    }
    same();
  }
});

test('subscription I9 the obligations are what is frozen in the pool and what is paid in', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2 * UNIT }), { maxLength: 3 }), (amounts) => {
      const world = opened({ minAmount: 1, forSale: 50_000 });
      amounts.forEach((amount, i) => world.do(subscribe(ANN + i, amount)));
      const paid = amounts.reduce((sum, amount) => sum + amount, 0);
      const [own] = world.exchange.obligations().filter(({ feature }) => feature === 'subscription');
      const of = (asset: number) => own!.list.find((one) => one.asset === asset);
      assert.equal(of(USDT)?.customers ?? 0, paid);
      assert.equal(of(HELIO)!.owedAtMost, 50_000);
      assert.equal(of(HELIO)!.owedNow, Math.min(50_000, Math.floor(paid / 25)));
    }),
    { numRuns: 20 },
  );
});

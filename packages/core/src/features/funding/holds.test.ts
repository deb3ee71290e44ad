/**
 * Goal: while money is held it cannot leave by any outflow that the hold closes, by any way.
 * Method: a trader with an amount that is held tries every command that moves money, at the limit.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, BTC, DAY_MS, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { BUY, Exchange, HOUSE, SELL, WALLET, type Command } from '../../index.ts';

const CHAIN = 1;
const HELD = 4_000 * UNIT;
const coin = (asset: number): Command => ({
  type: 'define-chain-coin',
  chain: CHAIN,
  asset,
  restDecimals: 0,
  costAsset: asset,
  fee: 0,
  minAmount: 1,
  maxAmount: 10 ** 12,
});
const withdraw = (amount: number, asset = USDT): Command => ({
  type: 'request-withdrawal',
  owner: ANN,
  chain: CHAIN,
  asset,
  amount,
  fee: 0,
  address: 'TAddress',
  memo: '',
});
const transfer = (amount: number, from: number = WALLET.exchange, to: number = WALLET.contract): Command => ({
  type: 'transfer',
  owner: ANN,
  from,
  to,
  asset: USDT,
  amount,
});
const stake: Command = {
  type: 'open-position',
  owner: ANN,
  market: 0,
  direction: 1,
  stake: 10 * UNIT,
  seconds: 60,
};

/** Ann has 10,000 USDT in her exchange account and 100 more in that of contracts. */
function heldWorld(): World {
  const world = new World();
  for (const asset of [USDT, BTC]) world.do(coin(asset));
  world.do({
    type: 'define-seconds-contract',
    market: 0,
    feeRatePpm: 0,
    maxPositions: 5,
    maxUserStake: 0,
    maxOpenStake: 0,
    durations: [{ seconds: 60, profitRatePpm: 500_000, minStake: 1, maxStake: 10 ** 9 }],
  });
  const issue = { type: 'issue', asset: USDT, amount: 100 * UNIT, reason: 'house-capital' } as const;
  world.do({ ...issue, owner: HOUSE.secondsContractReserve, wallet: WALLET.house });
  world.do({ ...issue, owner: ANN, wallet: WALLET.contract, reason: 'play-money' });
  return world;
}

function hold(world: World, more: Partial<Extract<Command, { type: 'place-hold' }>> = {}): Command {
  return {
    type: 'place-hold',
    owner: ANN,
    asset: USDT,
    amount: HELD,
    reason: 'review',
    untilMs: world.tickMs + 10_000,
    ...more,
  };
}

const deposit = (isFinal: 0 | 1): Command => ({
  type: 'credit-deposit',
  owner: ANN,
  chain: CHAIN,
  asset: USDT,
  amount: HELD,
  rest: 0,
  txid: 'a'.repeat(64),
  output: 0,
  isFinal,
});

/** Whether each command would be accepted, without applying it. */
function outcomesOf({ exchange }: World, commands: readonly Command[]): (string | null)[] {
  const snapshot = exchange.snapshot();
  return commands.map((command) => {
    const copy = Exchange.restore(snapshot);
    return copy.apply(copy.seq + 1, copy.timeMs, command).error;
  });
}

test('funding I4 an amount that is held stays, to the unit, on each way out, and the remainder is free', () => {
  const world = heldWorld();
  world.do(hold(world));
  const free = 6_000 * UNIT;
  assert.deepEqual(
    outcomesOf(world, [
      withdraw(free + 100 * UNIT),
      withdraw(free + 100 * UNIT + 1),
      transfer(free),
      transfer(free + 1),
      transfer(free, WALLET.exchange, WALLET.fund),
      transfer(free + 1, WALLET.exchange, WALLET.fund),
      transfer(10_000 * UNIT, WALLET.exchange, WALLET.finance),
      transfer(100 * UNIT, WALLET.contract, WALLET.exchange),
      stake,
    ]),
    [null, 'wallet/held', null, 'wallet/held', null, 'wallet/held', null, null, null],
  );
  // Through a third account is no way round.
  world.do(transfer(10_000 * UNIT, WALLET.exchange, WALLET.finance));
  assert.deepEqual(
    outcomesOf(world, [
      transfer(free, WALLET.finance, WALLET.contract),
      transfer(free + 1, WALLET.finance, WALLET.contract),
    ]),
    [null, 'wallet/held'],
  );
});

test('funding I4 orders go on; what they use up of a held amount closes the outflows to every coin', () => {
  const world = heldWorld();
  world.do(hold(world));
  world.do(world.order(BOB, SELL, 100, 9_000));
  world.do(world.order(ANN, BUY, 100, 9_000));
  assert.equal(world.exchange.balance(ANN, WALLET.exchange, USDT).available, 1_000 * UNIT);
  assert.deepEqual(outcomesOf(world, [withdraw(1, BTC), withdraw(1), transfer(1), stake]), [
    'wallet/held',
    'wallet/held',
    'wallet/held',
    'wallet/held',
  ]);
  world.do(world.order(BOB, BUY, 100, 3_100));
  world.do(world.order(ANN, SELL, 100, 3_100));
  assert.deepEqual(outcomesOf(world, [withdraw(1, BTC), stake]), [null, null]);
});

test('funding I4 a deposit that is not final can be traded, and leaves when it is final', () => {
  const world = heldWorld();
  world.do(deposit(0));
  assert.deepEqual(outcomesOf(world, [withdraw(10_100 * UNIT), withdraw(10_100 * UNIT + 1)]), [
    null,
    'wallet/held',
  ]);
  assert.deepEqual(outcomesOf(world, [transfer(10_000 * UNIT), transfer(10_000 * UNIT + 1)]), [
    null,
    'wallet/held',
  ]);
  world.do({ type: 'finalise-deposit', deposit: 1 });
  assert.equal(world.try({ type: 'finalise-deposit', deposit: 1 }).error, 'funding/unknown-deposit');
  world.do(withdraw(14_000 * UNIT));
});

test('funding I4 after a change of credentials nothing is withdrawn, and the rest goes on', () => {
  const world = heldWorld();
  const security = hold(world, { asset: -1, amount: 0, reason: 'security' });
  world.do(security);
  assert.deepEqual(outcomesOf(world, [withdraw(1), withdraw(1, BTC), transfer(1), stake]), [
    'wallet/held',
    'wallet/held',
    null,
    null,
  ]);
});

test('funding I4 what comes back of a withdrawal stays out of play for 24 hours, and may be withdrawn', () => {
  for (const end of [
    { type: 'cancel-withdrawal', owner: ANN, withdrawal: 1 },
    { type: 'reject-withdrawal', withdrawal: 1 },
  ] as const) {
    const world = heldWorld();
    world.do(withdraw(HELD));
    world.do(end);
    const free = 6_000 * UNIT;
    const tries: readonly Command[] = [transfer(free), transfer(free + 1), stake, withdraw(10_000 * UNIT)];
    assert.deepEqual(outcomesOf(world, tries), [null, 'wallet/held', null, null]);
    world.tick(1000, DAY_MS);
    assert.deepEqual(outcomesOf(world, [transfer(free + 1)]), ['wallet/held']);
    world.tick(1000);
    assert.deepEqual(outcomesOf(world, [transfer(10_000 * UNIT)]), [null]);
  }
});

test('funding I4 what leaves need not stay out of play, and comes back into it a day later', () => {
  const world = heldWorld();
  const cancel = (withdrawal: number): Command => ({ type: 'cancel-withdrawal', owner: ANN, withdrawal });
  world.do(withdraw(HELD));
  world.do(cancel(1));
  // A withdrawal of the same money, and of less than that.
  for (const [amount, left] of [
    [HELD, 0],
    [HELD - 1, 1],
  ] as const) {
    const { withdrawals } = world.exchange.features.funding;
    world.do(withdraw(amount));
    const holds = [...world.exchange.features.funding.moneyHolds.all.values()];
    assert.equal(
      holds.reduce((sum, { units }) => sum + units, 0),
      left,
    );
    world.do(cancel(withdrawals.count));
    assert.equal(world.exchange.features.funding.moneyHolds.of(ANN)[0]!.units, HELD);
  }
});

test('funding I4 D0013 a hold ends at the first tick at or after its time, when that is processed', () => {
  const world = heldWorld();
  world.do(hold(world));
  world.tick(1000, 9_000);
  assert.deepEqual(outcomesOf(world, [withdraw(10_000 * UNIT)]), ['wallet/held']);
  world.tickAlone(1000, 1_000);
  assert.equal(world.exchange.dueCount, 1);
  assert.deepEqual(outcomesOf(world, [withdraw(10_000 * UNIT)]), ['wallet/held']);
  const restored = Exchange.restore(world.exchange.snapshot());
  restored.apply(restored.seq + 1, restored.timeMs, { type: 'process-due', limit: 1 });
  assert.equal(world.process(1), 1);
  assert.equal(restored.hash(), world.exchange.hash());
  world.do(withdraw(10_000 * UNIT));
});

test('funding I4 a second hold adds to the first, the later end holds, and nothing shortens it', () => {
  const world = heldWorld();
  const untilMs = world.tickMs + 10_000;
  world.do(hold(world, { untilMs }));
  world.do(hold(world, { untilMs: untilMs - 5_000, amount: UNIT }));
  const [first] = world.exchange.features.funding.moneyHolds.of(ANN);
  assert.deepEqual([first?.units, first?.untilMs], [HELD + UNIT, untilMs]);
  world.tickAlone(1000, 10_000);
  assert.equal(world.exchange.dueCount, 1);
  // Placed anew while its end waits in the queue: it goes on.
  world.do(hold(world, { untilMs: world.tickMs + 3_000, amount: UNIT }));
  assert.equal(world.exchange.dueCount, 0);
  world.tick(1000, 2_000);
  assert.equal(world.exchange.features.funding.moneyHolds.of(ANN).length, 1);
  world.tick(1000, 1_000);
  assert.equal(world.exchange.features.funding.moneyHolds.of(ANN).length, 0);
  const ends = world.events.filter((event) => event.type === 'hold-changed' && event.untilMs === 0);
  assert.equal(ends.length, 1);
});

test('funding I4 a hold without an amount, a coin or an end in time is refused', () => {
  const world = heldWorld();
  const nowMs = world.tickMs + 500;
  const year = 366 * DAY_MS;
  for (const [change, error] of [
    [{ owner: 4_242 }, 'wallet/account-unknown'],
    [{ asset: 77 }, 'wallet/unknown-asset'],
    [{ asset: -1 }, 'wallet/unknown-asset'],
    [{ amount: 0 }, 'request/invalid'],
    [{ untilMs: nowMs }, 'request/invalid'],
    [{ untilMs: nowMs + year + 1 }, 'request/invalid'],
    [{ reason: 'security' }, 'request/invalid'],
    [{ reason: 'security', asset: -1 }, 'request/invalid'],
    [{ reason: 'security', amount: 0 }, 'request/invalid'],
  ] as const)
    assert.equal(world.try(hold(world, change)).error, error, JSON.stringify(change));
  world.do(hold(world, { untilMs: nowMs + 1 }));
  world.do(hold(world, { untilMs: nowMs + year, amount: 2 ** 53 - 1 - HELD }));
  assert.equal(world.try(hold(world, { amount: 1 })).error, 'request/invalid');
});

test('funding I4 D0013 holds that end at one tick end in the order of their numbers', () => {
  const world = heldWorld();
  for (const [asset, ms] of [
    [USDT, 3_000],
    [BTC, 2_000],
  ] as const)
    world.do(hold(world, { asset, amount: 1, untilMs: world.tickMs + ms }));
  world.tickAlone(1000, 5_000);
  world.process(1);
  assert.deepEqual(
    [...world.exchange.features.funding.moneyHolds.all.values()].map(({ asset }) => asset),
    [BTC],
  );
});

test('funding I4 a hold that was placed anew ends at its later end, also if its first end was due', () => {
  const world = heldWorld();
  world.do(hold(world, { untilMs: world.tickMs + 2_000 }));
  world.do(hold(world, { untilMs: world.tickMs + 6_000 }));
  world.tick(100, 3_000);
  assert.deepEqual(outcomesOf(world, [withdraw(10_000 * UNIT)]), ['wallet/held']);
  world.tick(100, 3_000);
  assert.deepEqual(outcomesOf(world, [withdraw(10_000 * UNIT)]), [null]);
  // Its end is due, and not processed, when it is placed anew.
  world.do(hold(world, { untilMs: world.tickMs + 1_000 }));
  world.tickAlone(100, 2_000);
  world.do(hold(world, { untilMs: world.tickMs + 4_000 }));
  world.process();
  assert.deepEqual(outcomesOf(world, [withdraw(10_000 * UNIT)]), ['wallet/held']);
  world.tick(100, 5_000);
  assert.deepEqual(outcomesOf(world, [withdraw(10_000 * UNIT)]), [null]);
});

test('funding I4 holds of one coin for several reasons add up, over all wallets that are not in play', () => {
  const world = heldWorld();
  world.do(deposit(0));
  world.do(hold(world));
  // 14,100 are there, of which 4,000 are held twice.
  const free = 6_000 * UNIT;
  assert.deepEqual(
    outcomesOf(world, [withdraw(free + 100 * UNIT), withdraw(free + 100 * UNIT + 1), transfer(free + 1)]),
    [null, 'wallet/held', 'wallet/held'],
  );
  world.do(transfer(5_000 * UNIT, WALLET.exchange, WALLET.finance));
  world.do(transfer(3_000 * UNIT, WALLET.exchange, WALLET.mining));
  assert.deepEqual(outcomesOf(world, [withdraw(6_000 * UNIT), transfer(free)]), [null, null]);
  // What is in play may stay there.
  world.do(transfer(free));
  const inPlay = transfer(free + 100 * UNIT, WALLET.contract, WALLET.fund);
  const others = [WALLET.finance, WALLET.mining].map((from) => transfer(1, from, WALLET.fund));
  assert.deepEqual(outcomesOf(world, [inPlay, ...others]), [null, 'wallet/held', 'wallet/held']);
});

test('funding I4 a request that came before a hold is not approved during it', () => {
  const world = heldWorld();
  const treasury = { ...deposit(1), owner: HOUSE.treasury, output: 9 } as Command;
  world.do(treasury);
  world.do(withdraw(100 * UNIT));
  const security = { asset: -1, amount: 0, reason: 'security' } as const;
  world.do(hold(world, { ...security, untilMs: world.tickMs + 2_000 }));
  assert.deepEqual(outcomesOf(world, [{ type: 'approve-withdrawal', withdrawal: 1 }]), ['wallet/held']);
  world.tick(100, 3_000);
  assert.deepEqual(outcomesOf(world, [{ type: 'approve-withdrawal', withdrawal: 1 }]), [null]);
});

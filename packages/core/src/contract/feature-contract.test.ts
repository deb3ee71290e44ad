/**
 * Goal: every feature obeys the contract (D0021). Method: each part of it is called on an exchange
 * with orders, quotes and positions of several owners.
 */
import { platformCommands } from './platform-commands.ts';
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import * as simulated from '../../sim/features.ts';
import { Player } from '../../sim/player.ts';
import { randomStep } from '../../sim/random-commands.ts';
import { SET_UP } from '../../sim/set-up.ts';
import { ANN, BOB, BTC, UNIT, USDT, World } from '../../sim/spot-world.ts';
import { BUY, Exchange, HOUSE, newestRules, SELL, WALLET, type Command } from '../index.ts';
import { COMMANDS, FEATURES } from '../features.ts';

const MAKER = 100;
const NOBODY = 4_242;
const SEQUENCES_MAX = 400;

function busyWorld(): World {
  const world = new World();
  world.do({
    type: 'define-seconds-contract',
    market: 0,
    feeRatePpm: 1_000,
    maxPositions: 5,
    maxUserStake: 0,
    maxOpenStake: 0,
    durations: [{ seconds: 60, profitRatePpm: 500_000, minStake: 1, maxStake: 10 ** 9 }],
  });
  const issue = { type: 'issue', asset: USDT, amount: 100 * UNIT, reason: 'house-capital' } as const;
  world.do({ ...issue, owner: HOUSE.secondsContractReserve, wallet: WALLET.house });
  world.do({ type: 'open-account', owner: MAKER });
  for (const asset of [USDT, BTC])
    world.do({ ...issue, asset, owner: MAKER, wallet: WALLET.exchange, amount: 10 ** 12 });
  for (const owner of [ANN, BOB]) {
    world.do({ ...issue, owner, wallet: WALLET.contract, reason: 'play-money' });
    world.do(world.order(owner, BUY, 90, 100));
    world.do({ type: 'open-position', owner, market: 0, direction: 1, stake: 10 * UNIT, seconds: 60 });
  }
  world.do(world.stop(ANN, SELL, 80));
  world.do({ type: 'replace-quotes', owner: MAKER, market: 0, bids: [80, 100], asks: [120, 100] });
  return world;
}

test('D0021 the open objects of all owners are those of each, and name their owner', () => {
  const { exchange } = busyWorld();
  const counts: Record<string, number> = {};
  for (const { name, feature } of exchange.featureList) {
    const all = [...feature.open()] as { owner: number }[];
    if (all.length > 0) counts[name] = all.length;
    for (const owner of [ANN, BOB, MAKER, NOBODY]) {
      const own = [...feature.open(owner)] as { owner: number }[];
      const sorted = (list: object[]): string[] => list.map((one) => JSON.stringify(one)).sort();
      assert.deepEqual(sorted(own), sorted(all.filter((one) => one.owner === owner)), `${name} ${owner}`);
    }
  }
  assert.deepEqual(counts, { 'seconds-contract': 2, spot: 3 });
});

test('R10.2 R14.3 D0021 the audit adds up what all features hold, and says what the reserve owes', () => {
  const { exchange } = busyWorld();
  const findings = Object.fromEntries(exchange.audit().map(({ name, figures }) => [name, figures]));
  assert.equal(findings['frozen and escrow equal their causes'], '9 causes');
  assert.equal(findings['USDT: escrow 5 holds what is open'], '20.02');
  const reserve = 'USDT: the reserve of seconds-contract covers what it may owe';
  assert.equal(findings[reserve], '10 owed, 90 free');
  assert.equal(findings[reserve.replace('USDT', 'BTC')], undefined);
  assert.deepEqual(
    new World().exchange.audit().filter(({ name }) => name.includes('seconds contracts')),
    [],
  );
});

test('D0036 capital moves between treasury, fees and reserves alone, and none that is promised', () => {
  const world = busyWorld();
  const { secondsContractReserve: reserve, secondsContractEscrow: escrow, treasury, fees } = HOUSE;
  const move = (from: number, to: number, { amount = UNIT, asset = USDT } = {}) =>
    world.try({ type: 'move-capital', from, to, asset, amount }).error;
  const held = (owner: number) => world.exchange.balance(owner, WALLET.house, USDT);
  // Of 100 units of the reserve 10 are promised.
  assert.equal(move(reserve, treasury, { amount: 90 * UNIT + 1 }), 'wallet/insufficient-balance');
  assert.equal(move(reserve, treasury, { amount: 90 * UNIT }), null);
  assert.deepEqual(held(reserve), { available: 0, frozen: 10 * UNIT });
  assert.deepEqual(held(treasury), { available: 90 * UNIT, frozen: 0 });
  assert.equal(move(treasury, reserve), null);
  for (const other of [escrow, HOUSE.external, ANN, 20, 21, 0, -1, NaN]) {
    assert.equal(move(treasury, other), 'wallet/account-unknown', `to ${other}`);
    assert.equal(move(other, treasury), 'wallet/account-unknown', `from ${other}`);
  }
  assert.equal(move(treasury, treasury), 'wallet/account-unknown');
  for (const amount of [0, -1, 0.5, NaN, 2 ** 53])
    assert.equal(move(treasury, fees, { amount }), 'wallet/amount-missing');
  assert.equal(move(treasury, fees, { asset: 9 }), 'wallet/unknown-asset');
  assert.deepEqual(
    world.exchange.audit().filter(({ ok }) => !ok),
    [],
  );
});

test('D0036 capital comes in to accounts of the house alone that hold its own money', () => {
  const { fundVehicle, secondsContractEscrow, subscriptionProceeds, financeReserve, treasury, fees } = HOUSE;
  const issue = { type: 'issue', wallet: WALLET.house, asset: USDT, amount: 1 } as const;
  const errorsOf = (world: World, owners: readonly number[]) =>
    owners.map(
      (owner) =>
        world.exchange.apply(world.exchange.seq + 1, world.exchange.timeMs, {
          ...issue,
          owner,
          reason: 'house-capital',
        }).error,
    );
  const held = [fundVehicle, secondsContractEscrow, subscriptionProceeds];
  const own = [financeReserve, treasury, fees];
  assert.deepEqual(
    errorsOf(new World(), held),
    held.map(() => 'wallet/account-unknown'),
  );
  assert.deepEqual(
    errorsOf(new World(), own),
    own.map(() => null),
  );
});

test('R11.9 whoever has no account is told so by every command that names an owner, and gets none by it', () => {
  const world = busyWorld();
  const { exchange } = world;
  const commands: Command[] = [
    { type: 'transfer', owner: NOBODY, from: 1, to: 2, asset: USDT, amount: 1 },
    { type: 'open-position', owner: NOBODY, market: 0, direction: 1, stake: 10 * UNIT, seconds: 60 },
    { type: 'replace-quotes', owner: 200, market: 0, bids: [80, 1], asks: [] },
    world.order(NOBODY, BUY, 90, 100),
    world.stop(NOBODY, SELL, 80),
    world.oco(NOBODY, SELL, { price: 120, trigger: 80, stopPrice: 0 }),
    { type: 'set-referrer', owner: NOBODY, referrer: ANN, sharePpm: 1 },
  ];
  const before = exchange.ledger.blockCount;
  for (const command of commands)
    assert.equal(world.try(command).error, 'wallet/account-unknown', command.type);
  assert.equal(exchange.ledger.blockCount, before);
});

test('D0021 R11.9 no simulated command of a feature opens accounts for its owner', () => {
  for (const [name, { steps }] of Object.entries(simulated))
    for (const { arbitrary } of steps)
      for (const drawn of fc.sample<Command>(arbitrary, { seed: 2026, numRuns: 200 })) {
        if (!('owner' in drawn)) continue;
        const { exchange } = new World();
        const before = exchange.ledger.blockCount;
        const { error } = exchange.apply(exchange.seq + 1, exchange.timeMs, { ...drawn, owner: NOBODY });
        assert.notEqual(error, null, `${name}: ${JSON.stringify(drawn)}`);
        assert.equal(exchange.ledger.blockCount, before, `${name}: ${JSON.stringify(drawn)}`);
      }
});

test('D0021 random sequences contain every command, accepted', () => {
  const missing = new Set(Object.keys(COMMANDS));
  // Refused as long as no feature has a second version (D0014).
  if (newestRules().length === 0) missing.delete('set-rules');
  const sequence = fc.array(randomStep, { minLength: 150, maxLength: 150 });
  // The rarest command is in one of twenty.
  for (let seed = 0; missing.size > 0 && seed < SEQUENCES_MAX; seed++) {
    const exchange = new Exchange();
    const player = new Player();
    for (const step of [...SET_UP, ...fc.sample(sequence, { seed, numRuns: 1 })[0]!]) {
      const command = player.commandOf(step, exchange);
      const { error } = exchange.apply(exchange.seq + 1, player.timeMs, command);
      exchange.log.clear();
      if (error === null) missing.delete(command.type);
    }
  }
  assert.deepEqual([...missing], []);
});

test('R11.9 an id that no order has is unknown, also to whoever has no account', () => {
  const world = busyWorld();
  const { pool } = world.exchange.features.spot;
  for (const order of [0, pool.highWater, pool.highWater + 1, 2 ** 21, -1])
    for (const owner of [ANN, NOBODY]) {
      assert.equal(world.try({ type: 'cancel-order', owner, order }).error, 'spot/unknown-order');
      assert.equal(pool.slotOf(order), 0);
    }
});

test('D0021 codes of features and of reasons, and names of commands, are given once', () => {
  assert.equal(new Set(FEATURES.map(({ code }) => code)).size, FEATURES.length);
  const types = FEATURES.flatMap(({ commands }) => Object.keys(commands));
  assert.equal(new Set(types).size, types.length);
  const own = Object.keys(platformCommands([]));
  assert.equal(Object.keys(COMMANDS).length, types.length + own.length);
});

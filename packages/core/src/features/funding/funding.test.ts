/**
 * Goal: what comes in is credited once, and a withdrawal ends once, with every unit in its place.
 * Method: a world that audits itself after each command.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, BTC, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { chainOwner, Exchange, HOUSE, WALLET, type Command } from '../../index.ts';

const CHAIN = 2;
const FEE = UNIT;
const COST = { txid: 'c'.repeat(64), output: 0 } as const;
const TXID = 'a'.repeat(64);
const COIN = {
  type: 'define-chain-coin',
  chain: CHAIN,
  minAmount: 2 * UNIT,
  maxAmount: 5_000 * UNIT,
} as const;
const DEPOSIT = {
  type: 'credit-deposit',
  owner: ANN,
  chain: CHAIN,
  asset: USDT,
  amount: 1_000 * UNIT,
  rest: 0,
  txid: TXID,
  output: 0,
  isFinal: 1,
} as const;
const REQUEST = {
  type: 'request-withdrawal',
  owner: ANN,
  chain: CHAIN,
  asset: USDT,
  amount: 600 * UNIT,
  fee: FEE,
  address: 'TAddress',
  memo: '',
} as const;
const SETTLE = { type: 'settle-withdrawal', withdrawal: 1, ...COST, cost: 30_000, costRest: 0 } as const;

/** USDT on a chain that charges in BTC, of which the house has 1. */
function fundedWorld(): World {
  const world = new World();
  world.do({ ...COIN, asset: BTC, restDecimals: 2, costAsset: BTC, fee: 0 });
  world.do({ ...COIN, asset: USDT, restDecimals: 0, costAsset: BTC, fee: FEE });
  world.do({ ...DEPOSIT, owner: HOUSE.treasury, asset: BTC, amount: 10 ** 8, txid: '', output: 1 });
  return world;
}

/** The exchange account of a user, or an account of the house. */
const balance = ({ exchange }: World, owner = ANN, asset = USDT) => {
  const wallet = owner === ANN ? WALLET.exchange : WALLET.house;
  const { available, frozen } = exchange.balance(owner, wallet, asset);
  return [available, frozen];
};
const chainHas = (world: World, asset = USDT): number => -(balance(world, chainOwner(CHAIN), asset)[0] ?? 0);

test('funding I1 a deposit is credited once for each reference, whoever names it, also after a restore', () => {
  const world = fundedWorld();
  const [before = 0] = balance(world);
  assert.equal(world.do(DEPOSIT), 2);
  assert.deepEqual(balance(world), [before + DEPOSIT.amount, 0]);
  assert.equal(chainHas(world), DEPOSIT.amount);
  const restored = Exchange.restore(world.exchange.snapshot());
  for (const again of [DEPOSIT, { ...DEPOSIT, owner: BOB, amount: 5 }, { ...DEPOSIT, asset: BTC }])
    for (const exchange of [world.exchange, restored])
      assert.equal(exchange.apply(exchange.seq + 1, exchange.timeMs, again).error, 'funding/reference-used');
  for (const other of [{ output: 1 }, { txid: 'b'.repeat(64) }, { txid: '', output: 2 }])
    world.do({ ...DEPOSIT, ...other });
  assert.equal(world.do({ ...DEPOSIT, txid: '', output: 3 }), 6);
});

test('funding I1 what is not a reference, an amount or a chain is refused', () => {
  const world = fundedWorld();
  for (const [change, error] of [
    [{ owner: 4_242 }, 'wallet/account-unknown'],
    [{ chain: 3 }, 'wallet/chain-unknown'],
    [{ asset: 77 }, 'wallet/chain-unknown'],
    [{ amount: 0 }, 'funding/amount-missing'],
    [{ amount: -1 }, 'funding/amount-missing'],
    [{ amount: 1.5 }, 'funding/amount-missing'],
    [{ rest: 1 }, 'funding/amount-missing'],
    [{ asset: BTC, rest: 100 }, 'funding/amount-missing'],
    [{ asset: BTC, rest: -1 }, 'funding/amount-missing'],
    [{ txid: TXID.toUpperCase() }, 'request/invalid'],
    [{ txid: TXID.slice(1) }, 'request/invalid'],
    [{ txid: '', output: 0 }, 'request/invalid'],
    [{ output: -1 }, 'request/invalid'],
    [{ output: 2 ** 32 }, 'request/invalid'],
    [{ owner: HOUSE.treasury, isFinal: 0 }, 'request/invalid'],
    [{ amount: 2 ** 53 - 1 }, 'wallet/limit-reached'],
  ] as const)
    assert.equal(world.try({ ...DEPOSIT, ...change }).error, error, JSON.stringify(change));
  const issued = world.exchange.ledger.issued(USDT);
  world.do({ ...DEPOSIT, output: 2 ** 32 - 1, amount: 2 ** 53 - 1 - issued });
  assert.equal(world.try({ ...DEPOSIT, amount: 1 }).error, 'wallet/limit-reached');
});

test('funding I2 a settled withdrawal pays the chain, the fee and the network, each to the unit', () => {
  const world = fundedWorld();
  world.do(DEPOSIT);
  const [before = 0] = balance(world);
  assert.equal(world.do(REQUEST), 1);
  assert.deepEqual(balance(world), [before - REQUEST.amount - FEE, REQUEST.amount + FEE]);
  world.do({ type: 'approve-withdrawal', withdrawal: 1 });
  world.do(SETTLE);
  assert.deepEqual(balance(world), [before - REQUEST.amount - FEE, 0]);
  assert.equal(chainHas(world), DEPOSIT.amount - REQUEST.amount);
  assert.deepEqual(balance(world, HOUSE.fees), [FEE, 0]);
  assert.equal(chainHas(world, BTC), 10 ** 8 - SETTLE.cost);
  assert.deepEqual(balance(world, HOUSE.networkCosts, BTC), [-SETTLE.cost, 0]);
  for (const again of [SETTLE, { type: 'reject-withdrawal', withdrawal: 1 }] as const)
    assert.equal(world.try(again).error, 'funding/unknown-withdrawal');
});

test('funding I2 a withdrawal that is cancelled or rejected gives everything back, once', () => {
  for (const [end, owner] of [
    [{ type: 'cancel-withdrawal', owner: ANN, withdrawal: 1 }, BOB],
    [{ type: 'reject-withdrawal', withdrawal: 1 }, ANN],
  ] as const) {
    const world = fundedWorld();
    const before = balance(world);
    world.do(REQUEST);
    const cancel = { type: 'cancel-withdrawal', owner: BOB, withdrawal: 1 } as const;
    assert.equal(world.try(cancel).error, 'funding/unknown-withdrawal');
    world.do(end);
    assert.deepEqual(balance(world), before, `${end.type} ${owner}`);
    assert.equal(world.try(end).error, 'funding/unknown-withdrawal');
    assert.equal(
      world.try({ type: 'approve-withdrawal', withdrawal: 1 }).error,
      'funding/unknown-withdrawal',
    );
  }
});

test('funding I2 an approved withdrawal is not cancelled; a rejected one frees what the chain had set aside', () => {
  const world = fundedWorld();
  world.do(DEPOSIT);
  const approve = (withdrawal: number): Command => ({ type: 'approve-withdrawal', withdrawal });
  for (let i = 0; i < 2; i++) world.do(REQUEST);
  assert.equal(world.try({ ...SETTLE }).error, 'funding/withdrawal-state');
  world.do(approve(1));
  assert.equal(world.try(approve(1)).error, 'funding/withdrawal-state');
  const cancel = { type: 'cancel-withdrawal', owner: ANN, withdrawal: 1 } as const;
  assert.equal(world.try(cancel).error, 'funding/withdrawal-state');
  assert.equal(world.try(approve(2)).error, 'funding/chain-short');
  world.do({ type: 'reject-withdrawal', withdrawal: 1 });
  world.do(approve(2));
  const restored = Exchange.restore(world.exchange.snapshot());
  assert.equal(
    restored.apply(restored.seq + 1, restored.timeMs, approve(2)).error,
    'funding/withdrawal-state',
  );
  world.do({ ...SETTLE, withdrawal: 2 });
});

test('funding I2 a request is refused by its terms, at their limits', () => {
  const world = fundedWorld();
  for (const [change, error] of [
    [{ owner: 4_242 }, 'wallet/account-unknown'],
    [{ chain: 9 }, 'wallet/chain-unknown'],
    [{ address: '' }, 'request/invalid'],
    [{ amount: 0 }, 'funding/amount-missing'],
    [{ amount: 2.5 * UNIT + 0.5 }, 'funding/amount-missing'],
    [{ amount: 2 * UNIT - 1 }, 'funding/below-minimum'],
    [{ amount: 5_000 * UNIT + 1 }, 'funding/above-maximum'],
    [{ fee: FEE - 1 }, 'funding/fee-changed'],
    [{ fee: FEE + 1 }, 'funding/fee-changed'],
  ] as const)
    assert.equal(world.try({ ...REQUEST, ...change }).error, error, JSON.stringify(change));
  const { available } = world.exchange.balance(ANN, WALLET.exchange, USDT);
  world.do({ ...REQUEST, amount: 5_000 * UNIT });
  const left = available - 5_000 * UNIT - FEE;
  assert.equal(world.try({ ...REQUEST, amount: left - FEE + 1 }).error, 'wallet/insufficient-balance');
  world.do({ ...REQUEST, amount: left - FEE });
  for (let i = 0; i < 20; i++) world.do({ ...REQUEST, owner: BOB, amount: 2 * UNIT });
  assert.equal(world.try({ ...REQUEST, owner: BOB, amount: 2 * UNIT }).error, 'funding/too-many-withdrawals');
});

test('funding I2 a halted chain takes and approves no withdrawal, and still settles, credits and returns', () => {
  const world = fundedWorld();
  world.do(DEPOSIT);
  for (let i = 0; i < 3; i++) world.do({ ...REQUEST, amount: 100 * UNIT });
  world.do({ type: 'approve-withdrawal', withdrawal: 1 });
  assert.equal(world.try({ type: 'set-chain-status', chain: 7, status: 1 }).error, 'wallet/chain-unknown');
  world.do({ type: 'set-chain-status', chain: CHAIN, status: 1 });
  // A coin that is defined later is halted with its chain.
  world.do({ ...COIN, asset: USDT, restDecimals: 0, costAsset: BTC, fee: FEE });
  assert.equal(world.try(REQUEST).error, 'funding/halted');
  assert.equal(world.try({ type: 'approve-withdrawal', withdrawal: 2 }).error, 'funding/halted');
  world.do(SETTLE);
  world.do({ ...DEPOSIT, output: 9 });
  world.do({ type: 'cancel-withdrawal', owner: ANN, withdrawal: 2 });
  world.do({ type: 'reject-withdrawal', withdrawal: 3 });
});

test('funding I1 I2 one output settles one withdrawal, and may be a deposit of another user as well', () => {
  const world = fundedWorld();
  world.do(DEPOSIT);
  for (let i = 1; i <= 2; i++) {
    world.do({ ...REQUEST, amount: 100 * UNIT });
    world.do({ type: 'approve-withdrawal', withdrawal: i });
  }
  world.do(SETTLE);
  const second = { ...SETTLE, withdrawal: 2, cost: 0 };
  assert.equal(world.try(second).error, 'funding/reference-used');
  world.do({ ...second, output: 1 });
  world.do({ ...DEPOSIT, owner: BOB, amount: 100 * UNIT, ...COST });
});

test('funding I2 a restored exchange knows what its chains have set aside, and whose is what', () => {
  const world = fundedWorld();
  world.do({ ...DEPOSIT, isFinal: 0 });
  world.do({ ...DEPOSIT, owner: BOB, output: 1, isFinal: 0 });
  for (let i = 0; i < 2; i++) world.do({ ...REQUEST, amount: 1_100 * UNIT });
  world.do({ type: 'approve-withdrawal', withdrawal: 1 });
  const restored = Exchange.restore(world.exchange.snapshot());
  for (const { features } of [world.exchange, restored]) {
    const ownOf = (owner: number) => [...features.funding.open(owner)].map(({ type }) => type).sort();
    assert.deepEqual(ownOf(BOB), ['deposit-changed', 'hold-changed']);
    for (const event of features.funding.open(BOB)) assert.equal('owner' in event && event.owner, BOB);
    assert.deepEqual(ownOf(ANN), [
      'deposit-changed',
      'hold-changed',
      'withdrawal-changed',
      'withdrawal-changed',
    ]);
  }
  const at = (command: Command) => restored.apply(restored.seq + 1, restored.timeMs, command).error;
  assert.equal(at({ type: 'approve-withdrawal', withdrawal: 2 }), 'funding/chain-short');
  assert.equal(at({ type: 'reject-withdrawal', withdrawal: 1 }), null);
  assert.equal(at({ type: 'approve-withdrawal', withdrawal: 2 }), null);
});

test('funding I1 numbers beyond their ranges name no coin of another chain', () => {
  const world = fundedWorld();
  const errors = [
    { chain: CHAIN - 1, asset: 1024 },
    { chain: CHAIN + 1, asset: USDT - 1024 },
    { chain: 0, asset: 2048 },
  ].flatMap((other) => [
    world.try({ ...DEPOSIT, ...other }).error,
    world.try({ ...REQUEST, ...other }).error,
    world.try({ ...COIN, asset: BTC, restDecimals: 0, fee: 0, chain: other.chain, costAsset: other.asset })
      .error,
  ]);
  assert.ok(
    errors.every((error) => error === 'request/invalid' || error === 'wallet/chain-unknown'),
    errors.join(),
  );
});

test('funding I2 a transaction has one cost, of whatever output and command', () => {
  const world = fundedWorld();
  world.do(DEPOSIT);
  for (let i = 0; i < 2; i++) world.do({ ...REQUEST, amount: 100 * UNIT });
  for (const withdrawal of [1, 2]) world.do({ type: 'approve-withdrawal', withdrawal });
  world.do(SETTLE);
  const booked = { type: 'book-chain-cost', chain: CHAIN, asset: BTC, amount: 1, rest: 0 } as const;
  for (const output of [0, 1, 7])
    assert.equal(world.try({ ...booked, ...COST, output }).error, 'funding/reference-used');
  const second = { ...SETTLE, withdrawal: 2, output: 1 } as const;
  assert.equal(world.try(second).error, 'funding/reference-used');
  world.do({ ...second, cost: 0 });
  world.do({ ...booked, txid: 'd'.repeat(64), output: 3 });
  assert.equal(world.try({ ...booked, txid: 'd'.repeat(64), output: 4 }).error, 'funding/reference-used');
});

test('funding I2 new terms of a coin leave open withdrawals their fee, and the chain what it has set aside', () => {
  const world = fundedWorld();
  world.do(DEPOSIT);
  world.do(REQUEST);
  world.do({ ...REQUEST, amount: 398 * UNIT });
  world.do({ type: 'approve-withdrawal', withdrawal: 1 });
  world.do({ ...COIN, asset: USDT, restDecimals: 0, costAsset: BTC, fee: 5 * FEE });
  // 1,000 came in, and 600 are set aside.
  world.do({ ...DEPOSIT, output: 1, owner: BOB, amount: 2 * UNIT });
  world.do({ type: 'reject-withdrawal', withdrawal: 2 });
  world.do({ ...REQUEST, amount: 403 * UNIT, fee: 5 * FEE, owner: BOB });
  assert.equal(world.try({ type: 'approve-withdrawal', withdrawal: 3 }).error, 'funding/chain-short');
  world.do(SETTLE);
  assert.deepEqual(balance(world, HOUSE.fees), [FEE, 0]);
  assert.deepEqual(balance(world)[1], 0, 'nothing stays frozen');
  // What was settled is not set aside any more.
  world.do({ ...REQUEST, amount: 300 * UNIT, fee: 5 * FEE });
  world.do({ type: 'approve-withdrawal', withdrawal: 4 });
});

test('funding I2 a chain that was halted halts no other, and ended withdrawals make room', () => {
  const world = fundedWorld();
  world.do({ ...COIN, chain: CHAIN - 1, asset: USDT, restDecimals: 0, costAsset: USDT, fee: FEE });
  world.do(DEPOSIT);
  world.do({ type: 'set-chain-status', chain: CHAIN - 1, status: 1 });
  for (let withdrawal = 1; withdrawal <= 45; withdrawal++) {
    world.do({ ...REQUEST, amount: 2 * UNIT });
    world.do({ type: 'cancel-withdrawal', owner: ANN, withdrawal });
  }
});

test('funding I2 an address or a memo is visible ASCII', () => {
  const world = fundedWorld();
  world.do(DEPOSIT);
  for (const change of [
    { address: ' ' },
    { address: 'T\u0000' },
    { address: 'T\ud800' },
    { address: 'Tä' },
    { memo: '\u0007' },
    { memo: '\udfff' },
  ])
    assert.equal(world.try({ ...REQUEST, ...change }).error, 'request/invalid', JSON.stringify(change));
  world.do({ ...REQUEST, memo: 'order 7' });
});

test('D0046 the treasury pays out what no promise has frozen, without a fee, and what comes back is free at once', () => {
  const world = fundedWorld();
  const fund = { ...DEPOSIT, owner: HOUSE.treasury, amount: 900 * UNIT, txid: 'd'.repeat(64) };
  world.do(fund);
  const [free = 0, promised = 0] = balance(world, HOUSE.treasury);
  const asked = { type: 'request-pay-out', chain: CHAIN, asset: USDT, address: 'TCold', memo: '7' } as const;
  for (const [change, error] of [
    [{ chain: 3 }, 'wallet/chain-unknown'],
    [{ address: '' }, 'request/invalid'],
    [{ memo: '\u0000' }, 'request/invalid'],
    [{ amount: 0 }, 'funding/amount-missing'],
    [{ amount: COIN.minAmount - 1 }, 'funding/below-minimum'],
    [{ amount: COIN.maxAmount + 1 }, 'funding/above-maximum'],
    [{ amount: free + 1 }, 'wallet/insufficient-balance'],
  ] as const)
    assert.equal(world.try({ ...asked, amount: 600 * UNIT, ...change }).error, error);
  const first = world.do({ ...asked, amount: 600 * UNIT });
  assert.deepEqual(balance(world, HOUSE.treasury), [free - 600 * UNIT, promised + 600 * UNIT]);
  const more = { ...asked, amount: free - 599 * UNIT };
  assert.equal(world.try(more).error, 'wallet/insufficient-balance');
  world.do({ type: 'approve-withdrawal', withdrawal: first });
  const restored = Exchange.restore(world.exchange.snapshot());
  const fees = balance(world, HOUSE.fees);
  const paid = { ...SETTLE, withdrawal: first };
  assert.equal(restored.apply(restored.seq + 1, restored.timeMs, paid).error, null);
  world.do(paid);
  assert.equal(restored.hash(), world.exchange.hash());
  assert.deepEqual(balance(world, HOUSE.treasury), [free - 600 * UNIT, promised]);
  assert.deepEqual(balance(world, HOUSE.fees), fees);
  assert.equal(chainHas(world), 300 * UNIT);
  const second = world.do({ ...asked, amount: 200 * UNIT });
  world.do({ type: 'reject-withdrawal', withdrawal: second });
  assert.deepEqual(balance(world, HOUSE.treasury), [free - 600 * UNIT, promised]);
  assert.deepEqual(world.exchange.features.funding.moneyHolds.of(HOUSE.treasury), []);
});

/**
 * Goal: what the ledger says of a chain is what the chain says, to its smallest unit. Method: a
 * chain that counts a thousand times finer than the ledger, beside a sum in BigInt.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { ANN, BTC, USDT, World } from '../../../sim/spot-world.ts';
import { chainOwner, Exchange, HOUSE, WALLET } from '../../index.ts';

const CHAIN = 1;
const SCALE = 1_000n;
const COIN = {
  type: 'define-chain-coin',
  chain: CHAIN,
  asset: BTC,
  restDecimals: 3,
  costAsset: BTC,
  fee: 7,
  minAmount: 1,
  maxAmount: 10 ** 9,
} as const;

function chainWorld(): World {
  const world = new World();
  world.do(COIN);
  return world;
}

/** The smallest units that the chain has to have. */
function onChain({ exchange }: World): bigint {
  const { available } = exchange.balance(chainOwner(CHAIN), WALLET.house, BTC);
  return -BigInt(available) * SCALE + BigInt(exchange.features.funding.coins.find(CHAIN, BTC)!.rest);
}

const amount = fc.record({ units: fc.nat({ max: 5_000 }), rest: fc.nat({ max: 999 }) });

test('funding I5 deposits, costs and withdrawals in smallest units add up to what the chain has', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), amount), { maxLength: 60 }), (moves) => {
      const world = chainWorld();
      let chain = 0n;
      const users = world.exchange.balance(ANN, WALLET.exchange, BTC).available;
      let credited = 0;
      moves.forEach(([isDeposit, { units, rest }], i) => {
        const smallest = BigInt(units) * SCALE + BigInt(rest);
        const reference = { chain: CHAIN, asset: BTC, amount: units, rest, txid: '', output: i + 1 };
        if (isDeposit) {
          const owner = units === 0 ? HOUSE.treasury : ANN;
          world.do({ type: 'credit-deposit', owner, ...reference, isFinal: 1 });
          chain += smallest;
          credited += units;
        } else {
          const { error } = world.try({ type: 'book-chain-cost', ...reference });
          const expected = smallest === 0n ? 'funding/amount-missing' : 'funding/chain-short';
          assert.equal(error, smallest === 0n || smallest > chain ? expected : null);
          if (error === null) chain -= smallest;
        }
        assert.equal(onChain(world), chain);
      });
      assert.equal(world.exchange.balance(ANN, WALLET.exchange, BTC).available, users + credited);
      for (const event of world.events)
        assert.ok(event.type !== 'posting' || event.available !== 0 || event.frozen !== 0);
      assert.equal(Exchange.restore(world.exchange.snapshot()).hash(), world.exchange.hash());
    }),
    { numRuns: 100 },
  );
});

test('funding I5 the house keeps what is below a whole unit, and the treasury each unit that it completes', () => {
  const world = chainWorld();
  const deposit = { type: 'credit-deposit', owner: ANN, chain: CHAIN, asset: BTC, txid: '' } as const;
  world.do({ ...deposit, amount: 10, rest: 999, output: 1, isFinal: 1 });
  const treasury = (): number => world.exchange.balance(HOUSE.treasury, WALLET.house, BTC).available;
  assert.equal(treasury(), 0);
  world.do({ ...deposit, amount: 10, rest: 1, output: 2, isFinal: 1 });
  assert.deepEqual([treasury(), onChain(world)], [1, 21_000n]);
  world.do({ ...deposit, amount: 0, rest: 5, owner: HOUSE.treasury, output: 3, isFinal: 1 });
  assert.equal(onChain(world), 21_005n);
  // A cost that the rest covers moves no whole unit.
  world.events = [];
  const cost = { type: 'book-chain-cost', chain: CHAIN, asset: BTC, amount: 0, rest: 5 } as const;
  world.do({ ...cost, txid: '', output: 4 });
  assert.deepEqual([onChain(world), world.events.filter(({ type }) => type === 'posting')], [21_000n, []]);
});

test('funding I5 a withdrawal settles only if the chain has its amount and its cost', () => {
  const world = chainWorld();
  const deposit = {
    type: 'credit-deposit',
    owner: ANN,
    chain: CHAIN,
    asset: BTC,
    txid: '',
    isFinal: 1,
  } as const;
  world.do({ ...deposit, amount: 1_000, rest: 500, output: 1 });
  const request = { type: 'request-withdrawal', owner: ANN, chain: CHAIN, asset: BTC, fee: 7 } as const;
  const to = { address: 'bc1', memo: '' };
  world.do({ ...request, ...to, amount: 1_001 });
  assert.equal(world.try({ type: 'approve-withdrawal', withdrawal: 1 }).error, 'funding/chain-short');
  world.do({ ...request, ...to, amount: 990 });
  world.do({ type: 'approve-withdrawal', withdrawal: 2 });
  const settle = { type: 'settle-withdrawal', withdrawal: 2, txid: 'd'.repeat(64), output: 0 } as const;
  for (const [cost, costRest, error] of [
    [-1, 0, 'request/invalid'],
    [1, 1_000, 'request/invalid'],
    [10, 501, 'funding/chain-short'],
    [11, 0, 'funding/chain-short'],
  ] as const)
    assert.equal(world.try({ ...settle, cost, costRest }).error, error);
  assert.equal(world.try({ ...settle, txid: 'no', cost: 1, costRest: 0 }).error, 'request/invalid');
  world.do({ ...settle, cost: 10, costRest: 500 });
  assert.equal(onChain(world), 0n);
});

test('funding I5 terms outside their bounds are refused, and the decimals stay while there is a rest', () => {
  const world = chainWorld();
  for (const change of [
    { chain: 0 },
    { chain: 40 },
    { restDecimals: -1 },
    { restDecimals: 16 },
    { fee: -1 },
    { minAmount: 0 },
    { minAmount: 10, maxAmount: 9 },
    { maxAmount: 2 ** 52 },
    { fee: 2 ** 52 },
  ])
    assert.equal(world.try({ ...COIN, ...change }).error, 'request/invalid', JSON.stringify(change));
  assert.equal(world.try({ ...COIN, asset: 77 }).error, 'wallet/unknown-asset');
  assert.equal(world.try({ ...COIN, costAsset: USDT }).error, 'wallet/chain-unknown');
  const most = Math.floor((2 ** 53 - 1) / 4);
  assert.equal(world.try({ ...COIN, asset: USDT, maxAmount: most + 1 }).error, 'request/invalid');
  world.do({ ...COIN, asset: USDT, maxAmount: most });
  world.do({ ...COIN, chain: 39, restDecimals: 15, minAmount: 9, maxAmount: 9, fee: 0 });
  world.do({ ...COIN, restDecimals: 2 });
  const deposit = { type: 'credit-deposit', owner: ANN, chain: CHAIN, asset: BTC, txid: '' } as const;
  world.do({ ...deposit, amount: 1, rest: 1, output: 1, isFinal: 1 });
  assert.equal(world.try(COIN).error, 'request/invalid');
  world.do({ ...COIN, restDecimals: 2, fee: 1 });
});

test('funding I5 a unit that a rest completes counts towards what the platform can hold', () => {
  const world = chainWorld();
  const deposit = { type: 'credit-deposit', owner: ANN, chain: CHAIN, asset: BTC, txid: '' } as const;
  world.do({ ...deposit, amount: 1, rest: 500, output: 1, isFinal: 1 });
  const amount = 2 ** 53 - 1 - world.exchange.ledger.issued(BTC);
  const last = { ...deposit, amount, rest: 500, output: 2, isFinal: 1 } as const;
  assert.equal(world.try(last).error, 'wallet/limit-reached');
  assert.equal(world.try({ ...last, amount: amount + 1, rest: 0 }).error, 'wallet/limit-reached');
  world.do({ ...last, rest: 499 });
  assert.equal(world.exchange.ledger.issued(BTC), 2 ** 53 - 1);
});

test('funding I5 nothing is issued to an account of the world outside', () => {
  const world = chainWorld();
  for (const owner of [1, HOUSE.networkCosts, chainOwner(CHAIN)])
    assert.equal(
      world.try({ type: 'issue', owner, wallet: 0, asset: BTC, amount: 1, reason: 'house-capital' }).error,
      'wallet/account-unknown',
    );
});

test('funding I5 the audit finds a chain that paid out more than came in, and a rest that is a whole unit', () => {
  const world = chainWorld();
  const { exchange } = world;
  const isFound = (): boolean => exchange.audit().some(({ name, ok }) => name.includes('chain 1') && !ok);
  const coin = exchange.features.funding.coins.find(CHAIN, BTC)!;
  coin.rest = 999;
  assert.equal(isFound(), false);
  coin.rest = 1_000;
  assert.equal(isFound(), true);
  coin.rest = 0;
  const { ledger } = exchange;
  const chain = ledger.account(chainOwner(CHAIN), WALLET.house, BTC);
  const from = ledger.account(ANN, WALLET.exchange, BTC);
  ledger.move({ from, to: chain, units: 1, reason: 0, reference: 0 });
  assert.equal(isFound(), true);
});

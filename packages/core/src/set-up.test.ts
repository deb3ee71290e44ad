/**
 * Goal: definitions respect their limits and change nothing that exists. Method: tables of commands
 * at a limit and one beyond it.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ACCOUNT_NUMBERS, LAST_ACCOUNT } from '@glasshouse/protocol/accounts';
import { ANN, BOB, BTC, EVE, UNIT, USDT, World } from '../sim/spot-world.ts';
import { BUY, SELL, type Command, type DefineMarket } from './index.ts';

const MARKET: DefineMarket = {
  ...new World().exchange.markets[0]!.definition,
  type: 'define-market',
  market: 7,
};
const asset = (number: number, decimals: number): Command => ({
  type: 'define-asset',
  asset: number,
  code: 'NEW',
  decimals,
});

test('R11.8 assets, markets and accounts have numbers within their limits, and keep what they are', () => {
  for (const [command, error] of [
    [asset(1023, 12), null],
    [asset(2, 0), null],
    ...[-1, 1.5, NaN, 1024].map((number) => [asset(number, 6), 'request/invalid'] as const),
    ...[-1, 1.5, NaN, 13].map((decimals) => [asset(2, decimals), 'request/invalid'] as const),
    // Amounts are in the unit that an asset already has.
    [asset(USDT, 6), null],
    [asset(USDT, 5), 'request/invalid'],
    [MARKET, null],
    [{ ...MARKET, market: 1023 }, null],
    ...[-1, 1.5, NaN, 1024, 0].map((market) => [{ ...MARKET, market }, 'request/invalid'] as const),
    [{ ...MARKET, lotDecimals: 9 }, 'request/invalid'],
    [{ ...MARKET, priceDecimals: 2 }, 'request/invalid'],
    [{ ...MARKET, base: 9 }, 'wallet/unknown-asset'],
    [{ ...MARKET, quote: 9 }, 'wallet/unknown-asset'],
    [{ ...MARKET, quote: BTC }, 'wallet/unknown-asset'],
    [{ type: 'open-account', owner: 1 }, null],
    ...[0, -1, 1.5, NaN, 20, 59, 2 ** 27].map(
      (owner) => [{ type: 'open-account', owner }, 'wallet/account-unknown'] as const,
    ),
  ] as readonly (readonly [Command, string | null])[])
    assert.equal(new World().try(command).error, error, JSON.stringify(command));
});

test('wallet I3 money goes to and from the wallets of users alone', () => {
  const world = new World();
  const transfer = (from: number, to: number, more: object = {}) =>
    world.try({ type: 'transfer', owner: ANN, from, to, asset: USDT, amount: 1, ...more }).error;
  for (const wallet of [0, LAST_ACCOUNT + 1, 1.5, -1, NaN]) {
    assert.equal(transfer(2, wallet), 'wallet/account-unknown');
    assert.equal(transfer(wallet, 2), 'wallet/account-unknown');
  }
  for (const to of ACCOUNT_NUMBERS.filter((number) => number !== 2)) assert.equal(transfer(2, to), null);
  assert.equal(transfer(1, 2, { amount: 2 }), 'wallet/insufficient-balance');
  assert.equal(transfer(1, 2, { asset: 9 }), 'wallet/unknown-asset');
  assert.equal(transfer(1, 2), null);
  const issue = (owner: number, wallet: number, number: number) =>
    world.try({ type: 'issue', owner, wallet, asset: number, amount: 1, reason: 'play-money' }).error;
  assert.equal(issue(ANN, 2, 9), 'wallet/unknown-asset');
  assert.equal(issue(ANN, 0, USDT), 'wallet/account-unknown');
  assert.equal(issue(4_242, 2, USDT), 'wallet/account-unknown');
  assert.equal(issue(1, 0, USDT), 'wallet/account-unknown');
});

test('R11.2 an asset that is defined later makes room in every account, and what they hold stays', () => {
  for (const number of [4, 5, 8, 30]) {
    const world = new World();
    world.do(world.order(ANN, BUY, 90, 100));
    const names = (): string[] => {
      const held: string[] = [];
      world.exchange.forEachAccount((account) => held.push(JSON.stringify(account)));
      return held;
    };
    const before = names();
    world.do(asset(number, 6));
    assert.deepEqual(names(), before);
    for (const owner of [ANN, BOB, EVE])
      world.do({ type: 'issue', owner, wallet: 2, asset: number, amount: owner, reason: 'play-money' });
    // Defining an asset again takes no space.
    world.do(asset(USDT, 6));
    for (const owner of [ANN, BOB, EVE])
      assert.deepEqual(world.exchange.balance(owner, 2, number), { available: owner, frozen: 0 });
    world.do(world.order(BOB, SELL, 90, 100));
    assert.equal(world.exchange.balance(BOB, 2, USDT).available, 10_000 * UNIT + (90 * UNIT * 998) / 1000);
  }
});

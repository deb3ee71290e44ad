/**
 * Goal: accounts that the platform runs trade under the rules of everybody. Method: the same
 * commands by a user and by a platform-run account in two equal worlds: the same refusals, trades
 * and fees.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, BTC, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { BUY, SELL, TIME_IN_FORCE as TIF, type Command } from '../../index.ts';
import { WALLET } from '../../accounts.ts';

/** A taker of the platform. */
const TAKER = 150;

function worldWith(owner: number): World {
  const world = new World();
  if (owner !== ANN) {
    world.do({ type: 'open-account', owner });
    for (const [asset, amount] of [
      [USDT, 10_000 * UNIT],
      [BTC, 100 * 10 ** 8],
    ] as const)
      world.do({ type: 'issue', owner, wallet: WALLET.exchange, asset, amount, reason: 'play-money' });
  }
  world.do(world.order(BOB, SELL, 105, 200));
  world.do(world.order(BOB, BUY, 95, 200));
  return world;
}

/** What each command comes to: its refusal, and all that the owner then has. */
function played(owner: number): unknown[] {
  const world = worldWith(owner);
  const order = (...[side, price, lots, more]: [0 | 1, number, number, object?]) =>
    world.order(owner, side, price, lots, more ?? {});
  const commands: readonly Command[] = [
    order(BUY, 100, 0),
    order(BUY, 0, 0),
    order(BUY, 200, 100),
    order(SELL, 10, 100),
    order(BUY, 100, 10_000),
    order(BUY, 105, 100, { timeInForce: TIF.POST_ONLY }),
    order(BUY, 105, 300, { timeInForce: TIF.FOK }),
    order(SELL, 100, 1_000_000_000),
    order(BUY, 105, 100),
    order(SELL, 95, 150),
    order(BUY, 101, 50),
    { type: 'amend-order', owner, order: 1, price: 100, lots: 100 },
    ...Array.from({ length: 10 }, (_, step) => order(BUY, 90 - step, 10)),
  ];
  return commands.map((command) => {
    const { error } = world.try(command);
    const of = (asset: number) => world.exchange.balance(owner, WALLET.exchange, asset);
    return { error, usdt: of(USDT), btc: of(BTC) };
  });
}

test('R10.7 accounts that the platform runs get the refusals, trades and fees of everybody', () => {
  const [ours, theirs] = [played(TAKER), played(ANN)];
  assert.deepEqual(ours, theirs);
  const errors = new Set(theirs.map((each) => (each as { error: string | null }).error));
  assert.ok(errors.size > 6 && errors.has(null), `the rules are met: ${[...errors].join(', ')}`);
});

/**
 * Goal: the escrow of fund holds what was moved there, across a restore.
 * Method: a world that audits itself after each command.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, BOB, UNIT, USDT, World } from '../../../sim/spot-world.ts';
import { Exchange, WALLET } from '../../index.ts';

const OPEN = { type: 'open-fund-entry', owner: ANN, asset: USDT, amount: 10 * UNIT } as const;

test('fund I1 an entry moves units to the escrow, and what cannot be moved is refused', () => {
  const world = new World();
  const before = world.exchange.balance(ANN, WALLET.exchange, USDT).available;
  assert.deepEqual(world.try(OPEN), { error: null, id: 1, count: 0 });
  const { available } = world.exchange.balance(ANN, WALLET.exchange, USDT);
  assert.equal(before - available, 10 * UNIT);
  for (const [change, error] of [
    [{ amount: 0 }, 'fund/amount-missing'],
    [{ amount: available + 1 }, 'wallet/insufficient-balance'],
    [{ asset: 77 }, 'wallet/unknown-asset'],
    [{ owner: 4_242 }, 'wallet/account-unknown'],
  ] as const)
    assert.equal(world.try({ ...OPEN, ...change }).error, error);
});

test('fund I2 a restored exchange has the entries of the one that was saved', () => {
  const { exchange } = withEntries();
  const restored = Exchange.restore(exchange.snapshot());
  assert.equal(restored.hash(), exchange.hash());
  const entriesOf = (owner: number) => [...restored.features['fund'].open(owner)].map(({ entry }) => entry);
  assert.deepEqual([entriesOf(ANN), entriesOf(BOB)], [[1, 3], [2]]);
});

function withEntries(): World {
  const world = new World();
  for (const owner of [ANN, BOB, ANN]) world.do({ ...OPEN, owner });
  return world;
}

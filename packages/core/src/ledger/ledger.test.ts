/**
 * Goal: money moves in balance, or not at all. Method: covered moves, and every kind of uncovered
 * or invalid one.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { PLATFORM, WALLET } from '../accounts.ts';
import { EventLog } from '../events/event-log.ts';
import { Ledger } from './ledger.ts';
import { Stakes } from './stakes.ts';

const ANN = 1000;
const HOUSE = { escrow: 5, reserve: 4 };
const REASONS = { stake: 7, fee: 8, reserve: 9, payout: 10, returned: 11, lost: 12 };
const NOW = { reason: 2, reference: 0 };

function fresh() {
  const ledger = new Ledger(new EventLog());
  const account = (owner: number, wallet: number): number => ledger.account(owner, wallet, 0);
  const [from, to] = [account(ANN, WALLET.exchange), account(ANN, WALLET.contract)];
  assert.ok(ledger.issue(from, 0, { units: 100, reason: 0 }));
  const [escrow, reserve] = [account(HOUSE.escrow, WALLET.house), account(HOUSE.reserve, WALLET.house)];
  const fees = account(PLATFORM.fees, WALLET.house);
  const held = (one: number): [number, number] => [ledger.available(one), ledger.frozen(one)];
  return { ledger, from, to, escrow, reserve, fees, held };
}

test('R10.3 a move takes and gives the same, to the last unit; freezing and releasing stay on their account', () => {
  const { ledger, from, to, held } = fresh();
  ledger.move({ from, to, units: 100, ...NOW });
  assert.deepEqual(
    [held(from), held(to)],
    [
      [0, 0],
      [100, 0],
    ],
  );
  ledger.freeze({ account: to, units: 100, ...NOW });
  assert.deepEqual(held(to), [0, 100]);
  ledger.payFrozen({ from: to, to: from, units: 40, ...NOW });
  ledger.release({ account: to, units: 60, ...NOW });
  assert.deepEqual(
    [held(from), held(to)],
    [
      [40, 0],
      [60, 0],
    ],
  );
  ledger.move({ from, to, units: 0, ...NOW });
  assert.equal(ledger.issued(0), 100);
});

test('R11.2 what is not there, not whole or below nothing cannot be moved', () => {
  for (const units of [101, 0.5, -1, NaN, 2 ** 53]) {
    const { ledger, from, to, held } = fresh();
    const named = new RegExp(`holds 100 units, and ${units} were to be moved`);
    assert.throws(() => ledger.move({ from, to, units, ...NOW }), named);
    assert.throws(() => ledger.freeze({ account: from, units, ...NOW }), named);
    assert.deepEqual(
      [held(from), held(to)],
      [
        [100, 0],
        [0, 0],
      ],
    );
  }
  const { ledger, from, to } = fresh();
  assert.throws(() => ledger.payFrozen({ from, to, units: 1, ...NOW }), /holds 0 units/);
  assert.throws(() => ledger.release({ account: to, units: 1, ...NOW }), /holds 0 units/);
});

test('R10.2 R10.3 D0003 a stake with its fee and the profit of the house: paid out, collected, given back', () => {
  const cases = {
    payOut: { ann: [118, 0], fees: 2, reserve: [30, 0] },
    collect: { ann: [78, 0], fees: 2, reserve: [70, 0] },
    giveBack: { ann: [100, 0], fees: 0, reserve: [50, 0] },
  } as const;
  for (const [end, expected] of Object.entries(cases) as [keyof typeof cases, (typeof cases)['payOut']][]) {
    const { ledger, from, escrow, reserve, fees, held } = fresh();
    assert.ok(ledger.issue(reserve, 0, { units: 50, reason: 1 }));
    const stakes = new Stakes(ledger, { wallet: WALLET.exchange, house: HOUSE, reasons: REASONS });
    const stake = { owner: ANN, asset: 0, units: 20, fee: 2, profit: 20, reference: 1 };
    assert.equal(stakes.coverOf(stake), 'covered');
    assert.equal(stakes.coverOf({ ...stake, units: 98 }), 'covered');
    assert.equal(stakes.coverOf({ ...stake, units: 99 }), 'customer-short');
    assert.equal(stakes.coverOf({ ...stake, profit: 50 }), 'covered');
    assert.equal(stakes.coverOf({ ...stake, profit: 51 }), 'reserve-short');
    stakes.take(stake);
    assert.deepEqual(
      [held(from), held(escrow), held(reserve)],
      [
        [78, 0],
        [22, 0],
        [30, 20],
      ],
    );
    stakes[end](stake);
    assert.deepEqual(
      [held(from), held(escrow), held(reserve), held(fees)],
      [expected.ann, [0, 0], expected.reserve, [expected.fees, 0]],
    );
  }
});

test('R10.3 a stake without a fee posts none', () => {
  const { ledger, reserve, fees } = fresh();
  assert.ok(ledger.issue(reserve, 0, { units: 50, reason: 1 }));
  const stakes = new Stakes(ledger, { wallet: WALLET.exchange, house: HOUSE, reasons: REASONS });
  const stake = { owner: ANN, asset: 0, units: 20, fee: 0, profit: 20, reference: 1 };
  const before = ledger.available(fees);
  const reasons: unknown[] = [];
  const names = { ownerOf: () => 0, walletOf: () => 0, reasons: Object.keys(Array(20).fill(0)) };
  const log = Reflect.get(ledger, 'log') as EventLog;
  log.clear();
  stakes.take(stake);
  stakes.payOut(stake);
  const packed = { decode: () => 0, addPostings: () => 0 };
  log.drain({ ...names, packed }, (event) => reasons.push((event as { reason: string }).reason));
  assert.deepEqual(reasons, ['7', '7', '9', '11', '11', '10', '10']);
  assert.equal(ledger.available(fees), before);
});

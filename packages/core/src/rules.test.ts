/**
 * Goal: a journal keeps the rules of its time, and a snapshot the layout of its time (D0014).
 * Method: a made-up version 2 of the wallet, which refuses transfers below a minimum and adds a
 * number to its section of the snapshot, replays what today's exchange has done.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ANN, USDT } from '../sim/spot-world.ts';
import type { FeatureDefinition, Kernel, Outcome } from './contract/feature.ts';
import type { ByteReader, ByteWriter } from './encoding/byte-stream.ts';
import { FEATURES } from './features.ts';
import { Wallet } from './features/wallet/wallet.ts';
import { Exchange, newestRules, WALLET, type Command } from './index.ts';

const MINIMUM = 10;
const REFUSED = 'wallet/amount-missing';

interface Minimum {
  holds: boolean;
  /** Number of transfers under it. */
  transferCount: number;
}

/** The wallet of today with the next rules. */
function nextWallet(kernel: Kernel): object {
  const minimum: Minimum = { holds: false, transferCount: 0 };
  const today = new Wallet(kernel);
  const { transfer } = today.commands;
  const next = {
    minimum,
    snapshotVersion: 2,
    commands: {
      ...today.commands,
      transfer: (...[command, timeMs]: Parameters<typeof transfer>): Outcome => {
        if (minimum.holds && command.amount < MINIMUM) return { error: REFUSED, id: 0, count: 0 };
        if (minimum.holds) minimum.transferCount++;
        return transfer(command, timeMs);
      },
    },
    onRules: (): void => {
      minimum.holds = kernel.rules.versionOf('wallet') >= 2;
    },
    save: (out: ByteWriter): void => out.number(minimum.transferCount),
    // A section of version 1 is empty.
    load: (input: ByteReader, version: number): void => {
      if (version >= 2) minimum.transferCount = input.number();
    },
  };
  return Object.assign(today as object, next);
}

const NEXT: readonly FeatureDefinition[] = FEATURES.map((definition) =>
  definition.name === 'wallet' ? { ...definition, newestRules: 2, create: nextWallet } : definition,
);

const raise = (version: number): Command => ({ type: 'set-rules', feature: 'wallet', version });
const transfer = (amount: number): Command => ({
  type: 'transfer',
  owner: ANN,
  from: WALLET.exchange,
  to: WALLET.finance,
  asset: USDT,
  amount,
});
const SET_UP: readonly Command[] = [
  { type: 'define-asset', asset: USDT, code: 'USDT', decimals: 6 },
  { type: 'open-account', owner: ANN },
  { type: 'issue', owner: ANN, wallet: WALLET.exchange, asset: USDT, amount: 1_000, reason: 'play-money' },
];

/** Applies the commands and returns their refusals. */
const play = (exchange: Exchange, commands: readonly Command[]) =>
  commands.map((command) => exchange.apply(exchange.seq + 1, 0, command).error);
const saved = (exchange: Exchange): number => exchange.balance(ANN, WALLET.finance, USDT).available;
const counted = (exchange: Exchange): number =>
  (exchange.features.wallet as unknown as { minimum: Minimum }).minimum.transferCount;

test('D0014 an exchange begins with version 1, and a version only rises, to one that is known', () => {
  const today = new Exchange();
  assert.deepEqual(newestRules(), []);
  for (const { name } of FEATURES) assert.equal(today.rules.versionOf(name), 1);
  for (const version of [0, 1, 1.5, NaN, 2])
    assert.deepEqual(play(today, [raise(version)]), ['request/invalid'], String(version));
  const next = new Exchange(NEXT);
  assert.deepEqual(newestRules(next.rules), [raise(2)]);
  assert.deepEqual(play(next, [raise(3), raise(2), raise(2), raise(1)]), [
    'request/invalid',
    null,
    'request/invalid',
    'request/invalid',
  ]);
  assert.deepEqual([next.rules.versionOf('wallet'), next.rules.versionOf('spot')], [2, 1]);
  assert.deepEqual(newestRules(next.rules), []);
});

test('R11.3 D0014 an old journal replays by the rules of its day, and a raised version holds from there on', () => {
  const journal = [...SET_UP, transfer(4), transfer(20)];
  const today = new Exchange();
  const next = new Exchange(NEXT);
  const answers = [null, null, null, null, null];
  assert.deepEqual(play(today, journal), answers);
  assert.deepEqual(play(next, journal), answers);
  assert.deepEqual([saved(today), saved(next)], [24, 24]);
  const later = [raise(2), transfer(4), transfer(20)];
  assert.deepEqual(play(next, later), [null, REFUSED, null]);
  assert.deepEqual([saved(next), counted(next)], [44, 1]);
  // The same journal, with the command that raises the version, leads to the same state.
  const replayed = new Exchange(NEXT);
  play(replayed, [...journal, ...later]);
  assert.equal(replayed.hash(), next.hash());
  // A core that does not know the version answers differently, which a replay notices.
  assert.deepEqual(play(today, later), ['request/invalid', null, null]);
});

test('R11.3 D0014 a section of an older version is upgraded, and one of a newer version is not read', () => {
  const today = new Exchange();
  play(today, [...SET_UP, transfer(4)]);
  const upgraded = Exchange.restore(today.snapshot(), NEXT);
  assert.deepEqual([saved(upgraded), counted(upgraded)], [4, 0]);
  assert.deepEqual(play(upgraded, [transfer(4), raise(2), transfer(4), transfer(20)]), [
    null,
    null,
    REFUSED,
    null,
  ]);
  const restored = Exchange.restore(upgraded.snapshot(), NEXT);
  assert.equal(restored.hash(), upgraded.hash());
  assert.deepEqual([saved(restored), counted(restored)], [28, 1]);
  assert.deepEqual(play(restored, [transfer(4)]), [REFUSED]);
  assert.throws(() => Exchange.restore(upgraded.snapshot()), /not known/);
});

test('D0014 a snapshot of rules that are not known yet is not read', () => {
  const { rules } = new Exchange();
  for (const { name, newestRules: newest } of FEATURES) {
    rules.restore(name, newest);
    assert.throws(() => rules.restore(name, newest + 1), /not known/);
  }
  assert.throws(() => rules.restore('stocks', 1), /not known/);
});

test('D0014 a snapshot of another layout, as states had before the first release, is not read', () => {
  for (const layout of [1, 2, 3, 4, 6]) {
    const bytes = new Exchange().snapshot();
    new DataView(bytes.buffer).setFloat64(0, layout, true);
    assert.throws(() => Exchange.restore(bytes), /layout \d is not known/);
  }
});

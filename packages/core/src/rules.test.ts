/**
 * Goal: a journal keeps the rules of its time (D0014). Method: an exchange with version 1 is
 * raised, restored and given unknown versions.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { FEATURES } from './features.ts';
import { Exchange, newestRules, type Command } from './index.ts';
import { NEWEST_SPOT_RULES } from './features/spot/rules.ts';

const versionsOf = ({ rules }: Exchange): number[] => FEATURES.map(({ name }) => rules.versionOf(name));

/** The first version of all features but spot. */
const versionsWith = (spot: number): number[] => FEATURES.map(({ name }) => (name === 'spot' ? spot : 1));

const raise = (version: number): Command => ({ type: 'set-rules', feature: 'spot', version });

test('D0014 an exchange begins with the first rules, and a version only rises, to one that is known', () => {
  const exchange = new Exchange();
  const ask = (command: Command) => exchange.apply(exchange.seq + 1, 0, command).error;
  assert.deepEqual(versionsOf(exchange), versionsWith(1));
  for (const version of [0, 1, 1.5, NaN, NEWEST_SPOT_RULES + 1])
    assert.equal(ask(raise(version)), 'request/invalid', String(version));
  assert.equal(ask(raise(2)), null);
  assert.equal(ask(raise(2)), 'request/invalid');
  assert.equal(ask(raise(1)), 'request/invalid');
  assert.deepEqual(versionsOf(exchange), versionsWith(2));
  for (const command of newestRules(exchange.rules)) assert.equal(ask(command), null);
  assert.deepEqual(
    versionsOf(exchange),
    FEATURES.map(({ newestRules: newest }) => newest),
  );
  assert.deepEqual(newestRules(exchange.rules), []);
});

test('D0014 a snapshot keeps the versions; one of the first rules has the bytes that it had before', () => {
  const exchange = new Exchange();
  const versionOf = (bytes: Uint8Array): number => new DataView(bytes.buffer).getFloat64(0, true);
  assert.equal(versionOf(exchange.snapshot()), 2);
  assert.deepEqual(versionsOf(Exchange.restore(exchange.snapshot())), versionsWith(1));
  const before = exchange.hash();
  exchange.apply(1, 0, raise(2));
  assert.notEqual(exchange.hash(), before);
  assert.equal(versionOf(exchange.snapshot()), 4);
  assert.deepEqual(versionsOf(Exchange.restore(exchange.snapshot())), versionsWith(2));
});

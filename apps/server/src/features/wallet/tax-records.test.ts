/**
 * Goal: what tax tools are told of any command of any product adds up to its postings. Method:
 * random commands of the core; the postings of each user and command as records and as rows of both
 * forms.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Exchange, FIRST_USER, type Posting } from '@glasshouse/core';
import fc from 'fast-check';
import { Player } from '../../../../../packages/core/sim/player.ts';
import { randomStep } from '../../../../../packages/core/sim/random-commands.ts';
import { SET_UP } from '../../../../../packages/core/sim/set-up.ts';
import { runs } from '../../../../../tools/nightly.ts';
import type { PostingsTable } from './tables.ts';
import { coinTrackingRows } from './tax-files.ts';
import { recordsOf, type Part } from './tax-records.ts';

/** Products that must have been met: all that change coins without an order. */
const FEATURES = [
  'finance',
  'flash-exchange',
  'fund',
  'funding',
  'mining',
  'seconds-contract',
  'spot',
  'subscription',
];

test('wallet I6 R3.7 the records of every command add up to its postings, in both forms, for every product', () => {
  const met = new Set<string>();
  const sequences = fc.sample(fc.array(randomStep, { minLength: 120, maxLength: 120, size: 'max' }), {
    seed: 20_261_201,
    numRuns: runs(60, 600),
  });
  for (const steps of sequences) {
    const exchange = new Exchange();
    const player = new Player();
    for (const step of [...SET_UP, ...steps]) {
      exchange.apply(exchange.seq + 1, player.timeMs, player.commandOf(step, exchange));
      const postings: Posting[] = [];
      exchange.drainEvents((event) => {
        if (event.type === 'posting' && event.owner >= FIRST_USER) postings.push(event);
      });
      for (const owner of new Set(postings.map((posting) => posting.owner)))
        checkCommand(
          postings.filter((posting) => posting.owner === owner),
          exchange.seq,
          met,
        );
    }
  }
  assert.deepEqual(
    FEATURES.filter((feature) => !met.has(feature)),
    [],
  );
});

function checkCommand(postings: readonly Posting[], seq: number, met: Set<string>): void {
  const rows = postings.map((posting, ordinal): PostingsTable => ({
    ...posting,
    seq,
    ordinal,
    time_ms: 0,
  }));
  const records = recordsOf(rows);
  for (const { feature } of records) met.add(feature);
  const due = new Map<number, bigint>();
  for (const { asset, available, frozen } of postings) add(due, { asset, units: BigInt(available + frozen) });
  const koinly = records.flatMap(({ received, sent, fee }) => [plus(received), minus(sent), minus(fee)]);
  const coinTracking = records
    .flatMap((record) => coinTrackingRows({ ...record, txid: '' }))
    .flatMap(({ received, sent }) => [plus(received), minus(sent)]);
  for (const told of [koinly, coinTracking]) {
    const sums = new Map<number, bigint>();
    for (const part of told) if (part !== null) add(sums, part);
    for (const [asset, units] of due) assert.equal(sums.get(asset) ?? 0n, units, `${seq} ${asset}`);
    for (const [asset, units] of sums) assert.equal(units, due.get(asset), `${seq} ${asset}`);
  }
  // No row tells nothing, and none tells less than nothing.
  for (const { received, sent, fee } of records) {
    const parts = [received, sent, fee].filter((part) => part !== null);
    assert.ok(parts.length > 0 && parts.every(({ units }) => units > 0n));
  }
}

const plus = (part: Part | null): Part | null => part;
const minus = (part: Part | null): Part | null =>
  part === null ? null : { asset: part.asset, units: -part.units };
const add = (sums: Map<number, bigint>, { asset, units }: Part): void => {
  sums.set(asset, (sums.get(asset) ?? 0n) + units);
};

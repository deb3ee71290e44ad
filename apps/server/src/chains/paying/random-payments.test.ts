/**
 * Goal: whatever comes, leaves, dies or is reorganised, the ledger equals the chain to the unit
 * after each block. Method: a short random run; `npx glasshouse reconcile-rig` makes a long one.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nightly } from '../../../../../tools/nightly.ts';
import { runRandomPayments } from '../../../test/random-payments.ts';

const STEPS = 20;

test(
  'funding I10 D0031 D0028 after random deposits, payments, deaths and reorganisations the ledger is the chain',
  nightly('paying.test.ts compares them after each block'),
  async () => {
    const counts = await runRandomPayments({ steps: STEPS, seed: 1, restartEvery: STEPS / 2 });
    for (const act of ['deposit', 'withdrawal', 'settled', 'death', 'restart', 'reorganisation'])
      assert.ok((counts[act] ?? 0) > 0, `${act}: ${JSON.stringify(counts)}`);
  },
);

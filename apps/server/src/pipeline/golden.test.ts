/**
 * Goal: a journal of any version replays for ever to the same answers and the same state. Method:
 * golden journals with their chained checksums, outcomes and final state; together they contain
 * every code of the journal.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeCommands, JOURNAL_CODES } from '@glasshouse/core';
import { goldenNames, readGolden, recordOf, replayGolden } from '../../test/golden-journal.ts';
import { FIRST_RECORD_VERSION } from '../db/first-release.ts';
import { RECORD_VERSION } from './record.ts';

for (const name of goldenNames())
  test(`R11.3 D0014 golden journal ${name} replays to the same answers and state`, () => replayGolden(name));

test('R11.3 D0008 every record version and every code of the binary journal has a golden journal', () => {
  const versions = new Set<number>();
  const codes = new Set<number>();
  for (const name of goldenNames())
    for (const record of readGolden(name).records) {
      versions.add(record.version);
      decodeCommands(recordOf(record).commands, codes);
    }
  assert.deepEqual(
    [...versions].sort((a, b) => a - b),
    Array.from({ length: RECORD_VERSION - FIRST_RECORD_VERSION + 1 }, (_, i) => FIRST_RECORD_VERSION + i),
  );
  assert.deepEqual(
    [...codes].sort((a, b) => a - b),
    JOURNAL_CODES,
  );
});

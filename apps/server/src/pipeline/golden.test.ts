/**
 * Goal: a journal of any version replays for ever to the same answers and the same state. Method:
 * golden journals with their chained checksums, outcomes and final state; together they contain
 * every code of the journal.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeCommands, JOURNAL_CODES } from '@glasshouse/core';
import { describeState, goldenNames, readGolden, recordOf, replayGolden } from '../../test/golden-journal.ts';
import { openPlace, testOnBoth } from '../../test/engines.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { exchangeFactory } from './exchange-factory.ts';
import { RECORD_VERSION } from './record.ts';
import { recover } from './recovery.ts';

for (const name of goldenNames())
  test(`R11.3 D0014 golden journal ${name} replays to the same answers and state`, () => replayGolden(name));

test('R11.3 D0008 every record version and every code of the binary journal has a golden journal', () => {
  const versions = new Set<number>();
  const codes = new Set<number>();
  for (const name of goldenNames())
    for (const record of readGolden(name).records) {
      versions.add(record.version);
      if (record.version > 1) decodeCommands(recordOf(record).commands, codes);
    }
  assert.deepEqual(
    [...versions].sort((a, b) => a - b),
    Array.from({ length: RECORD_VERSION }, (_, i) => i + 1),
  );
  assert.deepEqual(
    [...codes].sort((a, b) => a - b),
    JOURNAL_CODES,
  );
});

testOnBoth(
  'R12.4 D0008 a database from before the binary journal is brought up to date and replays',
  async (place, context) => {
    const old = await openDatabase({ ...place, onFatal: assert.fail, migrations: 'none' });
    await migrate(
      old,
      readMigrations().filter(({ name }) => name < '0005'),
    );
    const { records, state } = readGolden('1-json.json');
    for (const golden of records) {
      const record = { ...golden, commands: Buffer.from(golden.commands, 'base64').toString('utf8') };
      const places = Object.keys(record).map((_, i) => `$${i + 1}`);
      await old.query(
        `insert into journal (${Object.keys(record).join()}) values (${places.join()})`,
        Object.values(record),
      );
    }
    await old.close();
    const database = await openPlace(place, context);
    const recovered = await database.session((session) => recover(session, { factory: exchangeFactory }));
    assert.deepEqual(describeState(recovered.exchange), state);
    assert.equal(recovered.replayedCommands, records.at(-1)?.last_seq);
  },
  'none',
);

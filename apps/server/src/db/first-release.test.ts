/**
 * Goal: data from before the first release is refused before anything of it is changed. Method:
 * databases whose first record or snapshot has each version at the limit and below it.
 */
import assert from 'node:assert/strict';
import { openPlace, testOnBoth } from '../../test/engines.ts';
import { FIRST_RECORD_VERSION, FIRST_SNAPSHOT_VERSION, refuseEarlierData } from './first-release.ts';
import type { Database } from './database.ts';

const REFUSED = /^This data was written by a version before 0\.2\.0.*Start the version that wrote it/;

const addRecord = (database: Database, batch: number, version: number) =>
  database.query(
    `insert into journal (batch, first_seq, last_seq, time_ms, version, commands, outcomes_hash, checksum)
     values ($1, $1, $1, 1, $2, '', '', '')`,
    [batch, version],
  );
const addSnapshot = (database: Database, seq: number, version: number) =>
  database.query(
    `insert into snapshots (seq, batch, time_ms, version, state_hash, journal_checksum, checksum, body, parts)
     values ($1, $1, 1, $2, '', '', '', '', 1)`,
    [seq, version],
  );

testOnBoth('R12.4 a journal or a snapshot from before 0.2.0 is refused', async (place, context) => {
  const database = await openPlace(place, context);
  await refuseEarlierData(database);
  await addRecord(database, 7, FIRST_RECORD_VERSION);
  await addSnapshot(database, 7, FIRST_SNAPSHOT_VERSION);
  await refuseEarlierData(database);
  for (let version = 1; version < FIRST_RECORD_VERSION; version++) {
    await addRecord(database, 6, version);
    await assert.rejects(refuseEarlierData(database), { message: REFUSED });
    await database.query('delete from journal where batch = 6');
  }
  await database.query('delete from journal');
  await addSnapshot(database, 6, FIRST_SNAPSHOT_VERSION - 1);
  await assert.rejects(refuseEarlierData(database), { message: REFUSED });
});

/**
 * Goal: what was journalled in any version replays for ever to the same answers and the same state (DESIGN §3). Method: the golden
 * journals, each with its chain of checksums, its outcomes and where it led; between them they hold every code of the journal.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { decodeCommands, Exchange, JOURNAL_CODES } from '@glasshouse/core';
import { describeState, GOLDEN_FOLDER, recordOf, type GoldenJournal } from '../../test/golden-journal.ts';
import { openPlace, testOnBoth } from '../../test/engines.ts';
import { migrate, MIGRATIONS_FOLDER } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { exchangeFactory } from './exchange-factory.ts';
import { JOURNAL_START, RECORD_VERSION } from './record.ts';
import { recover, replayRecord } from './recovery.ts';

/** Where the journals of rules 1 led before there were versions of rules; a newer one carries its own. */
const FIRST_HASHES: Readonly<Record<string, string>> = {
  '1-json.json': '72de070f15700e3934de48d0fce114ea',
  '2-binary.json': '72de070f15700e3934de48d0fce114ea',
  '3-orders-that-wait.json': '2429ce9d7854d2f55fa84a639d246314',
};

const NAMES = fs.readdirSync(GOLDEN_FOLDER).sort();

function readGolden(name: string): GoldenJournal {
  return JSON.parse(fs.readFileSync(path.join(GOLDEN_FOLDER, name), 'utf8')) as GoldenJournal;
}

for (const name of NAMES) {
  test(`DESIGN §3 golden journal ${name} replays to the answers and the state it had`, () => {
    const { records, state, hash } = readGolden(name);
    const exchange = new Exchange();
    let position = JOURNAL_START;
    for (const record of records) position = replayRecord(exchange, position, recordOf(record));
    assert.ok(position.seq > 400);
    assert.deepEqual(describeState(exchange), state);
    assert.equal(exchange.hash(), hash ?? FIRST_HASHES[name]);
    assert.equal(Exchange.restore(exchange.snapshot()).hash(), exchange.hash());
    assert.deepEqual(
      exchange.audit().filter(({ ok }) => !ok),
      [],
    );
  });
}

test('DESIGN §3 every record version and every code of the binary journal has a golden journal', () => {
  const versions = new Set<number>();
  const codes = new Set<number>();
  for (const name of NAMES)
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
  'DESIGN §3 a database from before the binary journal is brought up to date and replays',
  async (place, context) => {
    const folder = path.join(place.dataDir, 'old-migrations');
    fs.mkdirSync(folder, { recursive: true });
    for (const name of fs.readdirSync(MIGRATIONS_FOLDER).filter((file) => file < '0005'))
      fs.copyFileSync(path.join(MIGRATIONS_FOLDER, name), path.join(folder, name));
    const old = await openDatabase({ ...place, onFatal: assert.fail, migrations: 'none' });
    await migrate(old, folder);
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
);

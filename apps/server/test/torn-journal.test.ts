/**
 * Goal: damage to the journal is reported, never taken for data. Method: on a real database, every
 * byte of the last records is flipped, and each record is truncated at every byte; a sample is
 * damaged in the tables themselves, and the server refuses to start.
 */
import assert from 'node:assert/strict';
import { runs } from '../../../tools/nightly.ts';
import { exchangeFactory } from '../src/pipeline/exchange-factory.ts';
import type { JournalTable } from '../src/db/tables/pipeline.ts';
import { findRecordFault, type JournalPosition, positionOf } from '../src/pipeline/record.ts';
import { recover, RecoveryError, replayRecord } from '../src/pipeline/recovery.ts';
import { startPipeline } from '../src/pipeline/start.ts';
import { openPlace, testOnBoth } from './engines.ts';
import { limitOrder, makeWorld, PRICE, WORLD_PROJECTIONS, tick, transfer, USERS } from './world.ts';

const RECORDS = runs(25, 100);
const SAMPLE_EVERY = 500;

testOnBoth(
  `R12.2 D0008 every byte of the last ${RECORDS} records, flipped or cut off, stops the replay`,
  async (place, context) => {
    const database = await openPlace(place, context);
    const { pipeline, stop } = await startPipeline({
      database,
      projections: WORLD_PROJECTIONS,
      mode: 'production',
      onFatal: assert.fail,
    });
    await makeWorld(pipeline);
    for (let n = 0; n < RECORDS + 10; n++) {
      const owner = USERS[n % USERS.length] ?? USERS[0];
      const order = limitOrder(owner, n & 1 ? 0 : 1, PRICE + (n % 7));
      await Promise.all([
        pipeline.submit({ ...order, clientOrderId: n % 3 === 0 ? `order ${n}` : null } as typeof order, {
          owner,
        }),
        pipeline.submit(transfer(owner, n + 1), { owner }),
      ]);
      if (n % 10 === 0) await tick(pipeline, PRICE + n);
    }
    await stop({ withoutSnapshot: true });
    const { rows } = await database.query<JournalTable>('select * from journal order by batch');
    const damaged = rows.slice(-RECORDS);
    assert.equal(damaged.length, RECORDS);
    let position = positionBefore(rows, damaged[0]!);
    const { exchange } = await recover(database, { factory: exchangeFactory, upTo: position.seq });
    const hash = exchange.hash();
    let tried = 0;
    let sampled = 0;
    for (const record of damaged) {
      for (const bad of damagesOf(record)) {
        assert.throws(() => replayRecord(exchange, position, bad), RecoveryError);
        tried++;
        if (tried % SAMPLE_EVERY > 0) continue;
        sampled++;
        await writeRecord(database, bad);
        await assert.rejects(recover(database, { factory: exchangeFactory }), RecoveryError);
        await writeRecord(database, record);
      }
      assert.equal(findRecordFault(position, record), null);
      position = positionOf(record);
      if (record === damaged[0]) assert.equal(exchange.hash(), hash, 'a refused record has changed nothing');
    }
    const { exchange: recovered } = await recover(database, { factory: exchangeFactory });
    assert.equal(recovered.hash(), pipeline.exchange.hash());
    context.diagnostic(
      `${tried} damages of ${RECORDS} records, ${sampled} of them in the tables: all refused`,
    );
    await database.close();
  },
);

function positionBefore(rows: readonly JournalTable[], record: JournalTable): JournalPosition {
  const before = rows.find(({ batch }) => batch === record.batch - 1);
  assert.ok(before !== undefined);
  return positionOf(before);
}

/**
 * Each byte of the commands with a bit flipped and with the rest removed; each other field changed.
 */
function* damagesOf(record: JournalTable): Generator<JournalTable> {
  const { commands, checksum, outcomes_hash: outcomes } = record;
  for (let at = 0; at < commands.length; at++) {
    yield { ...record, commands: commands.map((byte, i) => (i === at ? byte ^ (1 << (at & 7)) : byte)) };
    yield { ...record, commands: commands.slice(0, at) };
  }
  const changed = (text: string, at: number): string =>
    text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
  for (let at = 0; at < checksum.length; at++) {
    yield { ...record, checksum: changed(checksum, at) };
    yield { ...record, outcomes_hash: changed(outcomes, at) };
  }
  for (const field of ['batch', 'first_seq', 'last_seq', 'time_ms', 'version'] as const)
    yield { ...record, [field]: record[field] + 1 };
}

async function writeRecord(
  database: Parameters<typeof recover>[0],
  { batch, first_seq, last_seq, time_ms, version, commands, outcomes_hash, checksum }: JournalTable,
): Promise<void> {
  await database.query(
    `update journal set first_seq = $2, last_seq = $3, time_ms = $4, version = $5, commands = $6, outcomes_hash = $7, checksum = $8
     where batch = $1`,
    [batch, first_seq, last_seq, time_ms, version, commands, outcomes_hash, checksum],
  );
}

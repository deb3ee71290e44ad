/**
 * Recovery, audit, replay and rebuilding on both real databases. Goal: the same state comes back,
 * and damage is reported, never accepted. Method: make an exchange with some of everything, stop
 * it, damage its tables, start it again.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { IS_NIGHTLY } from '../../../../tools/nightly.ts';
import { type DatabasePlace, openPlace, testOnBoth } from '../../test/engines.ts';
import { start, stopAll, trade, runCommand } from '../../test/installation.ts';
import { createProjections } from '../../test/world.ts';
import { forgetBefore } from './retention.ts';

testOnBoth(
  'R12.6 R14.3 recovery from journal alone, and from snapshot and journal, gives the same state; audit and replay pass',
  async (place, context) => {
    const one = await start(place, context);
    await trade(one, 5);
    const live = one.exchange.hash();
    await one.pipeline.stop();
    await one.database.close();
    const two = await start(place, context);
    assert.equal(two.recovered.snapshotSeq, null);
    assert.equal(two.exchange.hash(), live);
    await two.snapshots.take();
    await trade(two, 5);
    // Refusals without a command, of which several follow the same one.
    for (const key of ['refused 1', 'refused 2'])
      await two.pipeline.remember({ error: 'wallet/amount-missing' }, { owner: 1000, key, requestHash: 'h' });
    const later = two.exchange.hash();
    await two.pipeline.stop();
    await two.database.close();
    const three = await start(place, context);
    assert.ok((three.recovered.snapshotSeq ?? 0) > 0 && three.recovered.replayedCommands > 0);
    assert.equal(three.exchange.hash(), later);
    await stopAll(three);
    const audit = runCommand('audit', place);
    assert.equal(audit.status, 0, audit.output);
    assert.doesNotMatch(audit.output, /BREACH/);
    const replay = runCommand('replay', place);
    assert.equal(replay.status, 0, replay.output);
  },
  { byDefault: 'embedded' },
);

testOnBoth(
  'R12.6 R14.3 a damaged snapshot is skipped for an older one, and the audit says so',
  async (place, context) => {
    const one = await start(place, context);
    await trade(one, 2);
    const older = await one.snapshots.take();
    await trade(one, 2);
    const hash = await stopAll(one);
    const damage = await openPlace(place, context);
    await damage.exec(
      `update snapshot_parts set body = set_byte(body, 40, (get_byte(body, 40) + 1) % 256) where seq > ${older.seq}`,
    );
    await damage.close();
    const audit = runCommand('audit', place);
    assert.equal(audit.status, 1, audit.output);
    assert.match(audit.output, /BREACH.*snapshot/);
    const two = await start(place, context);
    assert.equal(two.recovered.snapshotSeq, older.seq);
    assert.equal(two.exchange.hash(), hash);
    assert.match(two.notes.join(), /passed over/);
  },
  { byDefault: 'postgres' },
);

testOnBoth(
  'R12.6 data without a valid snapshot or a complete journal is refused, with the remedy',
  async (place, context) => {
    const one = await start(place, context);
    await trade(one, 2);
    await one.snapshots.take();
    await stopAll(one);
    const damage = await openPlace(place, context);
    await damage.exec("delete from journal where batch = 1; update snapshots set checksum = 'damaged'");
    await damage.close();
    await assert.rejects(start(place, context), /Put back a backup, or start the version that wrote/);
  },
);

interface Damage {
  readonly what: string;
  readonly sql: string;
  readonly undo: string;
  readonly message: RegExp;
}
const DAMAGES: readonly Damage[] = [
  {
    what: 'a missing batch',
    sql: 'create table kept as select * from journal where batch = 3; delete from journal where batch = 3',
    undo: 'insert into journal select * from kept; drop table kept',
    message: /batch 3 is missing/,
  },
  {
    what: 'a changed command',
    sql: 'update journal set commands = set_byte(commands, 1, get_byte(commands, 1) # 1) where batch > 2',
    undo: 'update journal set commands = set_byte(commands, 1, get_byte(commands, 1) # 1) where batch > 2',
    message: /does not match its checksum/,
  },
  {
    what: 'a changed time',
    sql: 'update journal set time_ms = time_ms + 1 where batch = 4',
    undo: 'update journal set time_ms = time_ms - 1 where batch = 4',
    message: /does not match its checksum/,
  },
];

testOnBoth(
  'R12.2 R12.6 R14.3 a damaged journal refuses to start, and audit and replay say why',
  async (place, context) => {
    const one = await start(place, context);
    await trade(one, 3);
    const hash = one.exchange.hash();
    // Without a snapshot, which would do without the journal before it.
    await one.pipeline.stop();
    await one.database.close();
    const change = async (sql: string) => {
      const database = await openPlace(place, context);
      await database.exec(sql);
      await database.close();
    };
    for (const { what, sql, undo, message } of DAMAGES) {
      await change(sql);
      await assert.rejects(start(place, context), message, what);
      // The commands read the journal as the start does: by default they show it once.
      const isShown = place.kind === 'postgres' && (IS_NIGHTLY || what === 'a missing batch');
      for (const name of isShown ? (['audit', 'replay'] as const) : []) {
        const result = runCommand(name, place);
        assert.equal(result.status, 1, result.output);
        assert.match(result.output, message, what);
      }
      await change(undo);
    }
    assert.equal((await start(place, context)).exchange.hash(), hash, 'nothing else was wrong');
  },
);

const BREACHES: readonly (readonly [string, string])[] = [
  ['what has a cost is what users hold', 'update cost_basis set units = units + 1 where owner = 1000'],
  [
    'postings sum to the balances',
    `update postings set available = available + 1 where (seq, ordinal) = (select seq, ordinal from postings where owner = 1000 limit 1)`,
  ],
  [
    'open orders in the table',
    'update spot_orders set status = 1 where order_id = (select min(order_id) from spot_orders where status = 0)',
  ],
  ['open positions in the table', 'update positions set stake = stake + 1 where status = 0'],
  ["users' orders are filled", 'delete from spot_fills where taker = 1001 or maker = 1001'],
  ['idempotency key', 'update idempotency set seq = seq + 100000'],
];
/** Drops the journal up to a snapshot, as a demo would. */
const CUT = `delete from journal where last_seq <= (select max(seq) from snapshots)`;

testOnBoth(
  'R14.3 after a change of a row in any table the audit fails and names it',
  async (place, context) => {
    const one = await start(place, context);
    await trade(one, 3);
    await stopAll(one);
    const damage = await openPlace(place, context);
    for (const [, sql] of BREACHES) await damage.exec(sql);
    await damage.close();
    const { status, output } = runCommand('audit', place);
    assert.equal(status, 1, output);
    for (const [name] of BREACHES) assert.match(output, new RegExp(`BREACH.*${name}`));
    assert.match(output, /holds.*the journal has no gap/);
    const cut = await openPlace(place, context);
    await cut.exec(CUT);
    await cut.close();
    assert.match(runCommand('audit', place).output, /BREACH.*the journal has no gap/);
  },
  { byDefault: 'postgres' },
);

/** Every row of the projections, in a defined order. */
async function projectedRows(place: DatabasePlace, context: TestContext, damage = ''): Promise<unknown[]> {
  const database = await openPlace(place, context);
  await database.exec(damage);
  const tables = createProjections().map(async ({ table: { name, key } }) => {
    const { rows } = await database.query(`select * from ${name} order by ${key.join(', ')}`);
    return rows;
  });
  const rows = await Promise.all(tables);
  await database.close();
  return rows;
}

testOnBoth(
  'R14.3 damaged projections are rebuilt from the journal, row for row; not beside a server, and not where the journal was dropped',
  async (place, context) => {
    const one = await start(place, context);
    await trade(one, 6);
    assert.equal(runCommand('rebuild', place).status, 2);
    await stopAll(one);
    const before = await projectedRows(place, context);
    const damage = BREACHES.filter(([name]) => name !== 'idempotency key').map(([, sql]) => sql);
    assert.notDeepEqual(await projectedRows(place, context, damage.join(';')), before);
    const rebuilt = runCommand('rebuild', place);
    assert.equal(rebuilt.status, 0, rebuilt.output);
    assert.deepEqual(await projectedRows(place, context), before);
    assert.equal(runCommand('audit', place).status, 0);
    const two = await start(place, context, { mode: 'demo' });
    await forgetBefore(two.database, two.recovered.position.seq, createProjections());
    await stopAll(two);
    const kept = await projectedRows(place, context);
    const refused = runCommand('rebuild', place);
    assert.equal(refused.status, 1, refused.output);
    assert.match(refused.output, /dropped, as a demo does/);
    assert.deepEqual(await projectedRows(place, context), kept);
  },
  { byDefault: 'postgres' },
);

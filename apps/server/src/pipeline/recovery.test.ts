/**
 * Recovery, retention, audit and replay on both real databases. Goal: the same state comes back,
 * and damage is reported, never accepted. Method: make an exchange with some of everything, stop
 * it, damage its tables, start it again.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type DatabasePlace, openPlace, testOnBoth } from '../../test/engines.ts';
import { start, stopAll, trade, runCommand, runBeside } from '../../test/installation.ts';
import { limitOrder, makeWorld, position, PRICE, WORLD_PROJECTIONS, transfer } from '../../test/world.ts';
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

const DAMAGES: readonly (readonly [string, string, RegExp])[] = [
  ['a missing batch', 'delete from journal where batch = 3', /batch 3 is missing/],
  [
    'a changed command',
    'update journal set commands = set_byte(commands, 1, get_byte(commands, 1) # 1) where batch > 2',
    /does not match its checksum/,
  ],
  [
    'a changed time',
    'update journal set time_ms = time_ms + 1 where batch = 4',
    /does not match its checksum/,
  ],
];

for (const [what, sql, message] of DAMAGES) {
  testOnBoth(
    `R12.2 R12.6 R14.3 a journal with ${what} refuses to start, and audit and replay say why`,
    async (place, context) => {
      const one = await start(place, context);
      await trade(one, 3);
      await one.pipeline.stop();
      await one.database.exec(sql);
      await one.database.close();
      await assert.rejects(start(place, context), message);
      for (const name of ['audit', 'replay'] as const) {
        if (place.kind === 'embedded') break;
        const result = runCommand(name, place);
        assert.equal(result.status, 1, result.output);
        assert.match(result.output, message);
      }
    },
  );
}

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
);

/** Every row of the projections, in a defined order. */
async function projectedRows(place: DatabasePlace, context: TestContext, damage = ''): Promise<unknown[]> {
  const database = await openPlace(place, context);
  await database.exec(damage);
  const tables = WORLD_PROJECTIONS.map(async ({ table: { name, key } }) => {
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
    await forgetBefore(two.database, two.recovered.position.seq, WORLD_PROJECTIONS);
    await stopAll(two);
    const kept = await projectedRows(place, context);
    const refused = runCommand('rebuild', place);
    assert.equal(refused.status, 1, refused.output);
    assert.match(refused.output, /dropped, as a demo does/);
    assert.deepEqual(await projectedRows(place, context), kept);
  },
);

testOnBoth(
  'R10.3 R14.3 a demo sums up old data of the platform, and the sums still hold',
  async (place, context) => {
    const one = await start(place, context, { mode: 'demo' });
    await trade(one, 6);
    const { seq } = await one.snapshots.take();
    await forgetBefore(one.database, seq, WORLD_PROJECTIONS);
    await forgetBefore(one.database, seq, WORLD_PROJECTIONS);
    const { rows } = await one.database.query<{ journal: number; users: number; platform: number }>(
      `select (select count(*) from journal) as journal, (select count(*) from postings where owner >= 1000) as users,
     (select count(*) from postings where owner < 1000 and reason <> 'brought-forward') as platform`,
    );
    assert.equal(rows[0]?.journal, 0);
    assert.equal(rows[0]?.platform, 0);
    assert.ok((rows[0]?.users ?? 0) > 20);
    await trade(one, 3);
    const hash = await stopAll(one);
    const two = await start(place, context);
    assert.equal(two.exchange.hash(), hash);
    await stopAll(two);
    const audit = runCommand('audit', place);
    assert.equal(audit.status, 0, audit.output);
    const replay = runCommand('replay', place);
    assert.equal(replay.status, 0, replay.output);
    assert.match(replay.output, /was dropped/);
  },
);

testOnBoth(
  'R14.3 a demo stopped after some snapshots passes its audit, even before it has dropped their journal',
  async (place, context) => {
    const one = await start(place, context, { mode: 'demo', snapshotEveryCommands: 20 });
    await trade(one, 20);
    for (let saved = 0; saved < 4; saved = one.notes.length) await trade(one, 3);
    await stopAll(one);
    const audit = runCommand('audit', place);
    assert.equal(audit.status, 0, audit.output);
    assert.match(audit.output, /where a demo dropped what was before/);
    const database = await openPlace(place, context);
    await database.exec('delete from snapshots where seq = (select min(seq) from snapshots)');
    await database.close();
    const again = runCommand('audit', place);
    assert.equal(again.status, 0, again.output);
  },
);

testOnBoth(
  'R12.6 snapshots are taken while commands go on, and only the last three are kept',
  async (place, context) => {
    const one = await start(place, context, { snapshotEveryCommands: 20 });
    await trade(one, 20);
    for (let saved = 0; saved < 5; saved = one.notes.length) await trade(one, 3);
    await one.snapshots.stop();
    const { rows } = await one.database.query<{ n: number }>('select count(*) as n from snapshots');
    assert.equal(rows[0]?.n, 3);
    assert.match(one.notes.join(), /beside the writer/);
    // The operator's commands beside the running server, over its socket or in their own view.
    const audit = await runBeside('audit', place);
    assert.equal(audit.status, 0, audit.output);
    assert.match(
      audit.output,
      place.kind === 'embedded' ? /the running server/ : /recovered from the database/,
    );
    for (const name of ['replay', 'snapshot'] as const) {
      const { status, output } = await runBeside(name, place);
      assert.equal(status, 0, output);
    }
  },
);

testOnBoth(
  'R14.3 state shows an account after any command, at rest and beside a server',
  async (place, context) => {
    const one = await start(place, context);
    await makeWorld(one.pipeline);
    const before = one.exchange.seq;
    await Promise.all([
      one.pipeline.submit(limitOrder(1000, 0, PRICE - 7), { owner: 1000 }),
      one.pipeline.submit(transfer(1000, 1e6), { owner: 1000 }),
      one.pipeline.submit(position(1000), { owner: 1000 }),
    ]);
    await one.snapshots.take();
    const show = async (at: number) => {
      const shown = await runBeside('state', place, ['--user', '1000', '--at', String(at)]);
      assert.equal(shown.status, 0, shown.output);
      return shown.output;
    };
    const fresh = await show(before);
    assert.match(fresh, /exchange USDT: 10000000\.000000 available, 0\.000000 frozen/);
    assert.match(fresh, /3 balances, 0 open orders, 0 open positions, 0 open/);
    // Within a batch: the order exists, the transfer does not yet.
    assert.match(await show(before + 1), /order .* buy BTC\/USDT at 59999\.93: 0\.00000 of 0\.00100 filled/);
    assert.match(await show(before + 1), /contract USDT: 10000000\.000000 available/);
    assert.match(await show(before + 2), /contract USDT: 10000001\.000000 available/);
    assert.match(await show(before + 3), /position .* up BTC\/USDT, 1 s: 10\.000000 USDT/);
    await stopAll(one);
    assert.match(await show(before + 3), /3 balances, 1 open orders, 1 open positions, 0 open/);
    const beyond = runCommand('state', place, ['--user', '1000', '--at', '999999']);
    assert.equal(beyond.status, 2);
    assert.match(beyond.output, /the journal ends at/);
    assert.equal(runCommand('state', place, ['--at', '1']).status, 2);
    const snapshot = runCommand('snapshot', place);
    assert.equal(snapshot.status, 0, snapshot.output);
  },
);

testOnBoth(
  'R12.6 a shadow that differs saves no snapshot and is replaced; commands continue',
  async (place, context) => {
    const errors: unknown[] = [];
    const one = await start(place, context, { onError: (error) => errors.push(error) });
    await trade(one, 1);
    // Makes the writer's memory differ from its journal, as a failing memory chip would.
    one.exchange.ledger.post(one.exchange.ledger.account(1000, 2, 0), -1e12, 0, 0, 0);
    const refused = await one.pipeline.submit(transfer(1000, 9_999_000e6), { owner: 1000 });
    assert.equal(refused.error, 'wallet/insufficient-balance');
    await assert.rejects(one.snapshots.take(), /answers differently/);
    assert.equal((await one.pipeline.submit(transfer(1001, 1e6), { owner: 1001 })).error, null);
    const { seq } = await one.snapshots.take();
    assert.equal(seq, one.exchange.seq);
    assert.match(String((errors[0] as Error).cause), /answers differently/);
  },
);

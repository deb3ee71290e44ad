/**
 * Recovery, retention, audit and replay on both real databases. Goal: the same state comes back, and damage is told, never taken for truth
 * (DESIGN §3, TRUST Faults). Method: make an exchange with some of everything, stop it, damage its tables, start it again.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Database } from '../db/database.ts';
import { type DatabasePlace, openPlace, testOnBoth } from '../../test/engines.ts';
import {
  limitOrder,
  MAKER,
  makeWorld,
  MARKET,
  position,
  PRICE,
  PROJECTIONS,
  TAKER,
  tick,
  transfer,
} from '../../test/world.ts';
import { type RunningPipeline, startPipeline, type StartOptions } from './start.ts';
import { takeSnapshot } from './snapshots.ts';
import { forgetBefore } from './retention.ts';

interface Started extends RunningPipeline {
  readonly database: Database;
  readonly notes: string[];
}

async function start(
  place: DatabasePlace,
  context: TestContext,
  options: Partial<StartOptions> = {},
): Promise<Started> {
  const notes: string[] = [];
  const database = await openPlace(place, context);
  const running = await startPipeline({
    database,
    projections: PROJECTIONS,
    mode: 'production',
    onFatal: (error) => assert.fail(error),
    onNote: (note) => notes.push(note),
    ...options,
  });
  return { ...running, database, notes };
}

/** Some trades, open orders, settled and open positions, quotes and transfers. */
async function trade(running: RunningPipeline, rounds: number): Promise<void> {
  const { pipeline } = running;
  await makeWorld(pipeline);
  for (let round = 0; round < rounds; round++) {
    const quotes = [PRICE - 10 - round, 300, PRICE - 30, 300];
    await Promise.all([
      pipeline.submit(
        { type: 'replace-quotes', owner: MAKER, market: MARKET, bids: quotes, asks: [PRICE + 40, 300] },
        { owner: MAKER },
      ),
      pipeline.submit(limitOrder(1000, 0, PRICE - round), {
        owner: 1000,
        key: `buy ${round}`,
        requestHash: 'h',
      }),
      pipeline.submit(limitOrder(1001, 1, PRICE - 10), { owner: 1001 }),
      pipeline.submit(limitOrder(TAKER, 1, PRICE - 30), { owner: TAKER }),
      pipeline.submit(limitOrder(1003, 1, PRICE + 50 + round), { owner: 1003 }),
      pipeline.submit(position(1002), { owner: 1002 }),
      pipeline.submit(transfer(1003, 1e6), { owner: 1003 }),
    ]);
    await tick(pipeline, PRICE + round);
  }
}

function runCommand(
  name: 'audit' | 'replay',
  place: DatabasePlace,
): { status: number | null; output: string } {
  const file = path.resolve(import.meta.dirname, `../commands/${name}.ts`);
  const env = {
    ...process.env,
    MODE: 'demo',
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? '',
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, output: stdout + stderr };
}

async function stopAll(running: Started): Promise<string> {
  const hash = running.exchange.hash();
  await running.stop();
  await running.database.close();
  return hash;
}

testOnBoth(
  'DESIGN §3 recovery from journal alone, and from snapshot and journal, gives the same state; audit and replay pass',
  async (place, context) => {
    const one = await start(place, context);
    await trade(one, 5);
    const live = one.exchange.hash();
    await one.pipeline.stop();
    await one.database.close();
    const two = await start(place, context);
    assert.equal(two.recovered.snapshotSeq, null);
    assert.equal(two.exchange.hash(), live);
    await takeSnapshot(two.pipeline, two.database);
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
  'DESIGN §3 a damaged snapshot is passed over for an older one, and the audit says so',
  async (place, context) => {
    const one = await start(place, context);
    await trade(one, 2);
    const older = await takeSnapshot(one.pipeline, one.database);
    await trade(one, 2);
    const hash = await stopAll(one);
    const damage = await openPlace(place, context);
    await damage.exec(
      `update snapshots set body = set_byte(body, 40, (get_byte(body, 40) + 1) % 256) where seq > ${older.seq}`,
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

const DAMAGES: readonly (readonly [string, string, RegExp])[] = [
  ['a missing batch', 'delete from journal where batch = 3', /batch 3 is missing/],
  [
    'a changed command',
    `update journal set commands = replace(commands, '"transfer"', '"Transfer"') where batch > 2`,
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
    `TRUST Faults: a journal with ${what} refuses to start, and audit and replay say why`,
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

testOnBoth(
  'DESIGN §4 a changed row in any table makes the audit fail and name it',
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
  },
);

testOnBoth(
  'DESIGN §6 in demo old data of the platform is summed up, and the sums still hold',
  async (place, context) => {
    const one = await start(place, context, { mode: 'demo' });
    await trade(one, 6);
    const { seq } = await takeSnapshot(one.pipeline, one.database);
    await forgetBefore(one.database, seq);
    await forgetBefore(one.database, seq);
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
  'DESIGN §3 snapshots are taken while commands go on, and only the last three are kept',
  async (place, context) => {
    const one = await start(place, context, { snapshotEveryCommands: 20 });
    await trade(one, 20);
    const { rows } = await one.database.query<{ n: number }>('select count(*) as n from snapshots');
    assert.ok((rows[0]?.n ?? 0) <= 3 && (rows[0]?.n ?? 0) >= 1);
    assert.match(one.notes.join(), /the writer paused/);
    // The audit of the running server: over its socket, or beside it.
    const file = path.resolve(import.meta.dirname, '../commands/audit.ts');
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, [file], {
      env: { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    const status = await new Promise((resolve) => child.once('exit', resolve));
    assert.equal(status, 0, output);
    assert.match(output, place.kind === 'embedded' ? /the running server/ : /recovered from the database/);
  },
);

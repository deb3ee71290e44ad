/**
 * Goal: the log of ticks is copied whole while the feed writes to it, whatever its size. Method:
 * another process appends to a log the whole time, as a feed does to one that takes long to copy.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { withCopy } from './backup.ts';

/** Of several steps of the copy. */
const ROWS = 20_000;
const WRITER = `
  const { DatabaseSync } = require('node:sqlite');
  const log = new DatabaseSync(process.argv[1], { timeout: 5000 });
  log.exec('pragma synchronous = off');
  const insert = log.prepare('insert into ticks (quotes) values (?)');
  setInterval(() => insert.run('x'.repeat(4000)), 1);
  console.log('writes');`;

test('R14.3 D0047 the copy of a log that grows comes to an end', { timeout: 30_000 }, async (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-copy-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'ticks.sqlite');
  const log = new DatabaseSync(file);
  log.exec(`pragma journal_mode = wal; create table ticks (tick integer primary key, quotes text);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
    insert into ticks (quotes) select hex(zeroblob(2000)) from n;`);
  log.close();
  const writer = spawn(process.execPath, ['--eval', WRITER, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  context.after(() => writer.kill('SIGKILL'));
  await once(writer.stdout, 'data');
  let copied = 0;
  let where = '';
  await withCopy(file, folder, async (copy) => {
    where = copy;
    const read = new DatabaseSync(copy, { readOnly: true });
    ({ copied } = read.prepare('select count(*) as copied from ticks').get() as { copied: number });
    read.close();
    await Promise.resolve();
  });
  assert.ok(copied >= ROWS, `${copied} rows`);
  assert.ok(!existsSync(where), 'nothing stays in the clear');
});

/**
 * Goal: a log of ticks that is damaged, or on a full disk, says so, and the feed ends for its
 * supervisor. Method: another connection spoils the file; a trigger ends the transaction as a full
 * disk does; the feed as a process.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { TickLog, type SourceTick } from './tick-log.ts';

const FEED = path.resolve(import.meta.dirname, '../../../commands/feed.ts');
const CANNOT_LOOK = 2;
const TICK: SourceTick = { tick: 1, tickMs: 1000, prices: { BTC: 1 }, wildness: 1, quoted: null, stale: [] };

function folderWithTick(context: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-ticks-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const log = new TickLog(folder);
  log.append([TICK]);
  log.close();
  return folder;
}

function spoil(folder: string, sql: string): void {
  const database = new DatabaseSync(path.join(folder, 'ticks.sqlite'));
  database.exec(sql);
  database.close();
}

test('R12.5 D0043 a damaged log of ticks says what to do', (context) => {
  const folder = folderWithTick(context);
  spoil(folder, `update ticks set prices = 'oops'`);
  assert.throws(() => new TickLog(folder), /ticks\.sqlite cannot be used .*move it away/);
});

test('R12.5 D0043 a full disk is told as such', (context) => {
  const folder = folderWithTick(context);
  spoil(
    folder,
    `create trigger full before insert on ticks begin select raise(rollback, 'disk is full'); end`,
  );
  const log = new TickLog(folder);
  context.after(() => log.close());
  assert.throws(() => log.append([{ ...TICK, tick: 2 }]), /disk is full/);
});

test('R12.5 D0043 a feed that cannot open its socket ends', { timeout: 30_000 }, async (context) => {
  const folder = folderWithTick(context);
  mkdirSync(path.join(folder, 'feed.sock'));
  const recording = path.join(folder, 'recording');
  writeFileSync(recording, `${JSON.stringify({ one: { silentMs: 1, coins: { BTC: [1, 2, 3, 4] } } })}\n`);
  const feed = spawn(process.execPath, [FEED], {
    stdio: 'ignore',
    env: { ...process.env, MARKET_SOURCE: `recorded:${recording}`, FEED_DIR: folder },
  });
  context.after(() => feed.kill('SIGKILL'));
  const [code] = (await once(feed, 'exit')) as [number | null];
  assert.equal(code, CANNOT_LOOK);
});

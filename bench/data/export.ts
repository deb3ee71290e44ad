/**
 * `npx glasshouse bench-export`: a file of 1,000,000 postings (ROWS) of one user from a server on
 * PostgreSQL. Tells rows a second, how much memory the server took for it, and the longest time
 * that another user's call took. Exits non-zero beyond the bar.
 */
import { fork, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Session } from '../../apps/server/src/db/database.ts';
import { openPostgresDatabase } from '../../apps/server/src/db/postgres.ts';
import { startPostgres } from '../../apps/server/test/postgres.ts';
import type { Ready } from '../api/server.ts';

const ROWS = Number(process.env['ROWS'] ?? 1_000_000);
/**
 * Garbage of some pages, whatever their number. Rows that are kept would be ten times as much. The
 * memory at each eighth shows whether it comes back.
 */
const BARS = { grownMb: 256 };
const PARTS = 8;
const FIRST_SEQ = 1_000_000_000;
const PATH = '/bb/app/wallet/exportLedger';

const postgres = await startPostgres();
let child: ChildProcess | null = null;
try {
  const url = await postgres.createDatabase();
  child = fork(path.join(import.meta.dirname, '../api/server.ts'), ['postgres'], {
    env: { ...process.env, DATABASE_URL: url },
  });
  const ready = await readyOf(child);
  await fill(url);
  await measure(ready, child.pid ?? 0);
} finally {
  if (child !== null) {
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    if (child.kill()) await ended;
  }
  await postgres.stop();
}

function readyOf(server: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    server.once('message', (ready) => resolve(ready as Ready));
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

async function fill(url: string): Promise<void> {
  const database = await openPostgresDatabase({
    url,
    onFatal: (error) => {
      throw error;
    },
  });
  await database.session(async (session: Session) => {
    await session.query(
      `insert into postings (seq, ordinal, time_ms, owner, wallet, asset, available, frozen, reason, reference)
       select ${FIRST_SEQ} + i, 0, 1700000000000 + i * 1000, user_id, 2, i % 2, 5 - i % 10, 0, 'trade', i
       from users cross join generate_series(1::bigint, ${ROWS}) as i where email = 'bench0@example.com'`,
    );
    await session.query('vacuum analyze postings');
  });
  await database.close();
}

function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

async function measure({ port, tokens }: Ready, pid: number): Promise<void> {
  const ask = (at: string, token = ''): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${at}`, { method: 'POST', headers: { 'X-Access-Token': token } });
  const before = residentMb(pid);
  const beganMs = performance.now();
  const response = await ask(PATH, tokens[0]);
  const seen = { lines: 0, bytes: 0, peak: before, parts: [] as number[], waitedMs: 0, isOver: false };
  const others = (async () => {
    while (!seen.isOver) {
      const askedMs = performance.now();
      await (await ask('/bb/app/wallet/getAssets', tokens[1])).text();
      seen.waitedMs = Math.max(seen.waitedMs, performance.now() - askedMs);
      seen.peak = Math.max(seen.peak, residentMb(pid));
    }
  })();
  for await (const chunk of response.body ?? []) {
    seen.bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) seen.lines++;
    if (seen.lines > ((seen.parts.length + 1) * ROWS) / PARTS) seen.parts.push(Math.round(residentMb(pid)));
  }
  seen.isOver = true;
  await others;
  const seconds = (performance.now() - beganMs) / 1000;
  const grown = seen.peak - before;
  console.log(
    `${seen.lines} lines, ${(seen.bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s: ${Math.round(seen.lines / seconds)} a second. ` +
      `The server had ${before.toFixed(0)} MB and grew by at most ${grown.toFixed(0)} (bar ${BARS.grownMb}); ` +
      `at each eighth it had ${seen.parts.join(', ')}. ` +
      `Another user's call took at most ${seen.waitedMs.toFixed(0)} ms.`,
  );
  if (seen.lines <= ROWS || grown > BARS.grownMb) process.exitCode = 1;
}

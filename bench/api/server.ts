/**
 * The server under load, in its own process. Argument: 'embedded', 'postgres' (with DATABASE_URL),
 * 'none' (the same server with immediate commits) or 'echo' (a bare node:http server). Sends Ready
 * when it is ready. 'reset' starts a measurement and 'figures' ends it: the
 * event loop's delay, and the CPU time of the main thread, the other threads and the database.
 */
import '../../apps/server/src/process/tune-v8.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { WALLET, type Command } from '@glasshouse/core';
import { readConfig } from '../../apps/server/src/config.ts';
import type { Database, WriterSession } from '../../apps/server/src/db/database.ts';
import { EmbeddedConnection } from '../../apps/server/src/db/embedded/connection.ts';
import { createLog } from '../../apps/server/src/process/log.ts';
import { startServer, type RunningServer } from '../../apps/server/src/server.ts';
import { stillMarket } from '../../apps/server/src/testing/still-market.ts';

export interface Ready {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly commitsPerSecond: number;
  /** From the call to the first request that is served. */
  readonly startMs: number;
  /** Of the whole process, after the start. */
  readonly residentMb: number;
  /** Of the server; empty for the echo. */
  readonly dataDir: string;
}

export interface Figures {
  readonly delayP99Ms: number;
  /** The delay in CPU time of the main thread: its own work, without waiting for a busy machine. */
  readonly ownDelayP99Ms: number;
  /**
   * CPU time in milliseconds. `threads` is all threads but the main one, including the embedded
   * database.
   */
  readonly cpuMs: { readonly main: number; readonly threads: number; readonly postgres: number };
}

const USERS = 64;
const COMMIT_TRIAL_MS = 2000;
const BARE_COMMIT = {
  name: 'bench_bare',
  text: 'with t as (insert into bench_bare values ($1, $2) returning 1) select count(*) as n0 from t',
};
const kind = process.argv[2] ?? 'echo';
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const ownDelay = createHistogram();
let mainUsAtTimer = mainUs();
setInterval(() => {
  const now = mainUs();
  ownDelay.record(Math.max(1, now - mainUsAtTimer));
  mainUsAtTimer = now;
}, 1);

/** The process of the writer's connection, if any. */
let writerPid: number | null = null;
let cpuBefore = cpuMs();

process.on('SIGTERM', () => process.exit());
process.on('message', (message) => {
  if (message === 'reset') {
    delay.reset();
    ownDelay.reset();
    cpuBefore = cpuMs();
  }
  if (message === 'figures') process.send?.(figures());
});

const ready = kind === 'echo' ? await startEcho() : await startExchange();
process.send?.(ready);

function figures(): Figures {
  const now = cpuMs();
  const { main, threads, postgres } = cpuBefore;
  return {
    delayP99Ms: delay.percentile(99) / 1e6,
    ownDelayP99Ms: ownDelay.percentile(99) / 1e3,
    cpuMs: { main: now.main - main, threads: now.threads - threads, postgres: now.postgres - postgres },
  };
}

function mainUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

function cpuMs(): Figures['cpuMs'] {
  const { user, system } = process.cpuUsage();
  const main = mainUs() / 1000;
  return { main, threads: (user + system) / 1000 - main, postgres: writerCpuMs() };
}

/**
 * /proc counts hundredths of a second. The 12th and 13th fields after the name are user and system
 * time.
 */
function writerCpuMs(): number {
  if (writerPid === null) return 0;
  const fields = readFileSync(`/proc/${writerPid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function startEcho(): Promise<Ready> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      const text = JSON.stringify({
        code: 1,
        msg: 'success',
        data: { id: body['price'], status: 1, filledAmount: body['amount'], averagePrice: body['price'] },
      });
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    tokens: Array.from({ length: USERS }, () => 'echo'),
    commitsPerSecond: 0,
    startMs: 0,
    residentMb: 0,
    dataDir: '',
  };
}

async function startExchange(): Promise<Ready> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-bench-'));
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TRUST_PROXY: process.env['TRUST_PROXY'],
    ...(kind === 'postgres' ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}),
  });
  const beginMs = performance.now();
  const server = await startServer({
    config,
    log: createLog('error'),
    market: { projections: [], start: stillMarket().factory },
    onProgress: () => {},
    onFatal: (error) => {
      throw error;
    },
  });
  const started = {
    startMs: performance.now() - beginMs,
    residentMb: process.memoryUsage.rss() / 2 ** 20,
  };
  if (kind === 'postgres') writerPid = await findWriter(server.database);
  const tokens = await makeUsers(server);
  const commitsPerSecond = kind === 'none' ? 0 : await bareCommitRate(server.database);
  if (kind === 'none') {
    (server.database as { writer: WriterSession }).writer.commit = async () => {};
    EmbeddedConnection.prototype.write = async () => {};
  }
  return { port: server.port, tokens, commitsPerSecond, dataDir, ...started };
}

/** Only a PostgreSQL on this machine shows its CPU time. */
async function findWriter(database: Database): Promise<number | null> {
  const { rows } = await database.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'glasshouse writer'",
  );
  return rows[0]?.pid ?? null;
}

/** Users with money and a new session, without the cost of passwords. */
async function makeUsers(server: RunningServer): Promise<string[]> {
  const tokens: string[] = [];
  for (let i = 0; i < USERS; i++) {
    const { rows } = await server.database.query<{ user_id: number }>(
      'insert into users (email, password_hash, invitation_code, created_ms, password_changed_ms, accounts_ready_ms) values ($1, $2, $3, 0, 0, 0) on conflict (email) do update set email = excluded.email returning user_id',
      [`bench${i}@example.com`, 'none', `BENCH${i}`],
    );
    const owner = rows[0]?.user_id ?? 0;
    const commands: Command[] = [
      { type: 'open-account', owner },
      { type: 'issue', owner, wallet: WALLET.exchange, asset: 0, amount: 10 ** 13, reason: 'play-money' },
      { type: 'issue', owner, wallet: WALLET.exchange, asset: 1, amount: 10 ** 11, reason: 'play-money' },
    ];
    for (const command of commands) await server.running.pipeline.submit(command, { owner });
    const session = { userId: owner, credentialVersion: 0, ip: '127.0.0.1', userAgent: 'bench' };
    tokens.push((await server.features.open.identity.own.sessions.open(session)) ?? '');
  }
  return tokens;
}

/** Commits one small row after the other, to measure the database alone. */
async function bareCommitRate(database: Database): Promise<number> {
  await database.exec(
    'drop table if exists bench_bare; create table bench_bare (n bigint primary key, text text not null)',
  );
  const untilMs = performance.now() + COMMIT_TRIAL_MS;
  let count = 0;
  while (performance.now() < untilMs)
    await database.writer.commit({
      statement: BARE_COMMIT,
      params: [count++, 'x'.repeat(200)],
      counts: [1],
    });
  return count / (COMMIT_TRIAL_MS / 1000);
}

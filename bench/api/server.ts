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
import { WebSocketServer } from 'ws';
import { readConfig } from '../../apps/server/src/config.ts';
import type { Database, WriterSession } from '../../apps/server/src/db/database.ts';
import { EmbeddedConnection } from '../../apps/server/src/db/embedded/connection.ts';
import { newKey } from '../../apps/server/src/features/api-keys/create-key.ts';
import { createLog } from '../../apps/server/src/process/log.ts';
import { createSecrets, loadMasterKey, type Secrets } from '../../apps/server/src/process/secrets.ts';
import { startServer, type RunningServer } from '../../apps/server/src/server.ts';
import { stillMarket } from '../../apps/server/src/testing/still-market.ts';

export interface Ready {
  readonly port: number;
  readonly tokens: readonly string[];
  /** HMAC keys of the same users that may trade; empty for the echo. */
  readonly keys: readonly { readonly apiKey: string; readonly secret: string }[];
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
      const sent = Buffer.concat(chunks).toString();
      const isForm = request.headers['content-type'] !== 'application/json';
      const text = JSON.stringify(isForm ? formEcho(sent) : jsonEcho(sent));
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    });
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => socket.send(echoOf(data.toString())));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    tokens: Array.from({ length: USERS }, () => 'echo'),
    keys: [],
    commitsPerSecond: 0,
    startMs: 0,
    residentMb: 0,
    dataDir: '',
  };
}

function jsonEcho(text: string): object {
  const { price, amount } = JSON.parse(text) as Record<string, unknown>;
  return {
    code: 1,
    msg: 'success',
    data: { id: price, status: 1, filledAmount: amount, averagePrice: price },
  };
}

function formEcho(text: string): object {
  const { symbol, ...rest } = Object.fromEntries(new URLSearchParams(text));
  return { symbol, ...rest };
}

/** An answer of the size of that to an order, for each order of a batch. */
function echoOf(text: string): string {
  const { id, params } = JSON.parse(text) as { id: number; params: { requests?: unknown[] } };
  const one = { status: 200, result: { ...params, requests: undefined, fills: [], more: 'x'.repeat(300) } };
  const count = params.requests?.length;
  return JSON.stringify(
    count === undefined
      ? { id, ...one }
      : { id, status: 200, result: Array.from({ length: count }, () => one) },
  );
}

async function startExchange(): Promise<Ready> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-bench-'));
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const settings = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TRUST_PROXY: process.env['TRUST_PROXY'],
    ...(kind === 'postgres' ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}),
  });
  // Programs of a bench reach no limit; those of our own calls stay as they are.
  const isUnlimited = process.env['UNLIMITED'] === '1';
  const config = isUnlimited ? { ...settings, rateLimitFactor: 1_000_000 } : settings;
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
  const { tokens, userIds } = await makeUsers(server);
  const keys = await makeKeys(server, createSecrets(loadMasterKey(config)), userIds);
  const commitsPerSecond = kind === 'none' ? 0 : await bareCommitRate(server.database);
  if (kind === 'none') {
    (server.database as { writer: WriterSession }).writer.commit = async () => {};
    EmbeddedConnection.prototype.write = async () => {};
  }
  return { port: server.port, tokens, keys, commitsPerSecond, dataDir, ...started };
}

/** Only a PostgreSQL on this machine shows its CPU time. */
async function findWriter(database: Database): Promise<number | null> {
  const { rows } = await database.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'glasshouse writer'",
  );
  return rows[0]?.pid ?? null;
}

/** Users with money and a new session, without the cost of passwords. */
async function makeUsers(server: RunningServer): Promise<{ tokens: string[]; userIds: number[] }> {
  const tokens: string[] = [];
  const userIds: number[] = [];
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
    userIds.push(owner);
  }
  return { tokens, userIds };
}

/** Keys without the proof of their owners. */
async function makeKeys(
  server: RunningServer,
  secrets: Secrets,
  userIds: readonly number[],
): Promise<Ready['keys']> {
  const terms = { permissions: 'read trade', networks: '', withdraws_from_ms: null, expires_ms: null };
  const made = userIds.map((userId) =>
    newKey(secrets, { userId, name: 'bench', kind: 'hmac', publicKey: null, terms, nowMs: Date.now() }),
  );
  for (const { row } of made) await server.database.kysely.insertInto('api_keys').values(row).execute();
  for (const userId of userIds) await server.features.open['api-keys'].gives.userKeys.settle(userId);
  return made.map(({ apiKey, secret }) => ({ apiKey, secret: secret ?? '' }));
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

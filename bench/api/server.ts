/**
 * The server under load, in a process of its own: argument 'embedded', 'postgres' (with DATABASE_URL), 'none' (the same server whose commits
 * answer at once) or 'echo' (a bare node:http server). Sends {port, tokens, commitsPerSecond} when ready; answers 'reset' and 'delay'.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { WALLET, type Command } from '@glasshouse/core';
import { readConfig } from '../../apps/server/src/config.ts';
import type { Database, WriterSession } from '../../apps/server/src/db/database.ts';
import { createLog } from '../../apps/server/src/log.ts';
import { startServer, type RunningServer } from '../../apps/server/src/server.ts';
import { stillMarket } from '../../apps/server/src/testing/still-market.ts';

export interface Ready {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly commitsPerSecond: number;
}

const USERS = 64;
const COMMIT_TRIAL_MS = 2000;
const kind = process.argv[2] ?? 'echo';
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', (message) => {
  if (message === 'reset') delay.reset();
  if (message === 'delay') process.send?.({ delayP99Ms: delay.percentile(99) / 1e6 });
});

const ready = kind === 'echo' ? await startEcho() : await startExchange();
process.send?.(ready);

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
  };
}

async function startExchange(): Promise<Ready> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-bench-'));
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ...(kind === 'postgres' ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}),
  });
  const server = await startServer({
    config,
    log: createLog('error'),
    market: { projections: [], start: stillMarket().factory },
    onProgress: () => {},
    onFatal: (error) => {
      throw error;
    },
  });
  const tokens = await makeUsers(server);
  const commitsPerSecond = kind === 'none' ? 0 : await bareCommitRate(server.database);
  if (kind === 'none') (server.database as { writer: WriterSession }).writer.commit = answerAtOnce;
  return { port: server.port, tokens, commitsPerSecond };
}

/** Users with money and a session, without the cost of passwords. */
async function makeUsers(server: RunningServer): Promise<string[]> {
  const tokens: string[] = [];
  for (let i = 0; i < USERS; i++) {
    const { rows } = await server.database.query<{ user_id: number }>(
      'insert into users (email, password_hash, invitation_code, created_ms, password_changed_ms, accounts_ready_ms) values ($1, $2, $3, 0, 0, 0) returning user_id',
      [`bench${i}@example.com`, 'none', `BENCH${i}`],
    );
    const owner = rows[0]?.user_id ?? 0;
    const commands: Command[] = [
      { type: 'open-account', owner },
      { type: 'issue', owner, wallet: WALLET.exchange, asset: 0, amount: 10 ** 13, reason: 'play-money' },
      { type: 'issue', owner, wallet: WALLET.exchange, asset: 1, amount: 10 ** 11, reason: 'play-money' },
    ];
    for (const command of commands) await server.running.pipeline.submit(command, { owner });
    tokens.push(await server.features.sessions.open({ userId: owner, ip: '127.0.0.1', userAgent: 'bench' }));
  }
  return tokens;
}

/** Commits of one small row, one after the other: what the database itself can do. */
async function bareCommitRate(database: Database): Promise<number> {
  await database.exec('create table bench_bare (n bigint primary key, text text not null)');
  const untilMs = performance.now() + COMMIT_TRIAL_MS;
  let count = 0;
  while (performance.now() < untilMs)
    await database.writer.commit({ name: 'bench_bare', text: 'insert into bench_bare values ($1, $2)' }, [
      count++,
      'x'.repeat(200),
    ]);
  return count / (COMMIT_TRIAL_MS / 1000);
}

/** Counts the rows it is given, as the statement would, and keeps none. Rows are flat objects: each has one opening brace. */
async function answerAtOnce(
  _statement: unknown,
  params: readonly unknown[],
): Promise<{ rows: readonly never[]; rowCount: number }> {
  const counts: Record<string, number> = { n0: 1 };
  const journalColumns = 8;
  params
    .slice(journalColumns)
    .forEach((text, i) => (counts[`n${i + 1}`] = String(text).split('{').length - 1));
  return { rows: [counts as never], rowCount: 1 };
}

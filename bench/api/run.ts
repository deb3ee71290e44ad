/**
 * `npx glasshouse bench-api`: durable spot orders per second and their latency over HTTP, at 64 and
 * 256 connections, on the embedded database and on PostgreSQL. The same run measures the server
 * without a database, a bare node:http echo, and the database's own commit rate. Every order is
 * journalled with its rows, fills and postings before its reply. Exits non-zero below the bars.
 */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { startPostgres } from '../../apps/server/test/postgres.ts';
import { median, table } from '../report.ts';
import { load, type LoadResult } from './load.ts';
import { order } from './order.ts';
import type { Figures, Ready } from './server.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SECONDS = Number(process.env['SECONDS'] ?? 6);
const WARM_UP_SECONDS = 3;
const CONNECTIONS = [64, 256];
type Kind = 'echo' | 'none' | 'postgres' | 'embedded';
const KINDS = ['echo', 'none', 'postgres', 'embedded'] as const;
/**
 * Share of the same server without a database, at 64 connections; event-loop delay by the clock at
 * both, on an otherwise idle machine.
 */
const BARS = { postgres: 0.26, embedded: 0.15, delayP99Ms: 10 };
interface Measured extends LoadResult {
  readonly delayP99Ms: number;
  /** In CPU time of the main thread. */
  readonly ownDelayP99Ms: number;
  /** CPU time per request, in microseconds. */
  readonly mainUs: number;
  readonly threadsUs: number;
  readonly postgresUs: number;
  readonly commitsPerSecond: number;
}

async function measure(kind: Kind, connections: number, env: NodeJS.ProcessEnv): Promise<Measured> {
  const child = fork(path.join(import.meta.dirname, 'server.ts'), [kind], {
    env: { ...process.env, ...env },
  });
  try {
    const ready = await message<Ready>(child);
    const request = (connection: number, n: number): Buffer =>
      order(
        ready.tokens[connection % ready.tokens.length] ?? '',
        (connection + n) % 2 === 0 ? 'buy' : 'sell',
      );
    await load({ port: ready.port, connections, seconds: WARM_UP_SECONDS, request });
    child.send('reset');
    const result = await load({ port: ready.port, connections, seconds: SECONDS, request });
    child.send('figures');
    const { delayP99Ms, ownDelayP99Ms, cpuMs } = await message<Figures>(child);
    const perRequest = (ms: number): number => (ms * 1000) / (result.requestsPerSecond * SECONDS);
    return {
      ...result,
      delayP99Ms,
      ownDelayP99Ms,
      mainUs: perRequest(cpuMs.main),
      threadsUs: perRequest(cpuMs.threads),
      postgresUs: perRequest(cpuMs.postgres),
      commitsPerSecond: ready.commitsPerSecond,
    };
  } finally {
    await ended(child);
  }
}

/** Sends SIGTERM, so that the server removes its folder. */
function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.removeAllListeners('exit').once('exit', () => resolve());
    child.kill();
  });
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (value) => resolve(value as T));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

const found = new Map<string, Measured[]>();
for (let round = 0; round < ROUNDS; round++) {
  for (const kind of KINDS) {
    for (const connections of CONNECTIONS) {
      const postgres = kind === 'postgres' ? await startPostgres() : null;
      try {
        const measured = await measure(
          kind,
          connections,
          postgres === null ? {} : { DATABASE_URL: await postgres.createDatabase() },
        );
        if (measured.refused > 0) throw new Error(`${kind}: ${measured.refused} orders were refused`);
        found.set(`${kind}/${connections}`, [...(found.get(`${kind}/${connections}`) ?? []), measured]);
      } finally {
        await postgres?.stop();
      }
    }
  }
}

const of = (kind: Kind, connections: number, field: keyof Measured): number =>
  median((found.get(`${kind}/${connections}`) ?? []).map((measured) => measured[field]));
const share = (kind: Kind, connections: number): number =>
  of(kind, connections, 'requestsPerSecond') / of('none', connections, 'requestsPerSecond');
table(
  `durable spot orders over HTTP, median of ${ROUNDS} rounds of ${SECONDS} s`,
  KINDS.flatMap((kind) =>
    CONNECTIONS.map((connections) => ({
      server: kind,
      connections,
      'requests/s': Math.round(of(kind, connections, 'requestsPerSecond')),
      'of no database': share(kind, connections).toFixed(2),
      'p50 ms': of(kind, connections, 'p50Ms').toFixed(1),
      'p99 ms': of(kind, connections, 'p99Ms').toFixed(1),
      'loop delay p99 ms': of(kind, connections, 'delayP99Ms').toFixed(1),
      'own delay p99 ms': of(kind, connections, 'ownDelayP99Ms').toFixed(1),
      'main us': of(kind, connections, 'mainUs').toFixed(0),
      'threads us': of(kind, connections, 'threadsUs').toFixed(0),
      'postgres us': of(kind, connections, 'postgresUs').toFixed(0),
      'bare commits/s': Math.round(of(kind, connections, 'commitsPerSecond')),
    })),
  ),
);
const broken: string[] = [];
for (const kind of ['postgres', 'embedded'] as const) {
  if (share(kind, 64) < BARS[kind])
    broken.push(`${kind}: ${share(kind, 64).toFixed(2)} of the server without a database, bar ${BARS[kind]}`);
  for (const connections of CONNECTIONS) {
    const delayMs = of(kind, connections, 'delayP99Ms');
    if (delayMs > BARS.delayP99Ms)
      broken.push(
        `${kind} at ${connections}: event-loop delay p99 ${delayMs.toFixed(1)} ms, bar ${BARS.delayP99Ms}; the bare echo's ${of('echo', connections, 'delayP99Ms').toFixed(1)}`,
      );
  }
}
console.log(broken.length === 0 ? 'All bars are met.' : broken.join('\n'));
process.exit(broken.length === 0 ? 0 : 1);

/**
 * `npx glasshouse bench-api [TREE]`: durable spot orders per second and their latency over HTTP, at
 * 64 and 256 connections, on the embedded database and on PostgreSQL. The same run measures the
 * server without a database, a bare node:http echo, and the database's own commit rate. Every order
 * is journalled with its rows, fills and postings before its reply. With TREE, another checkout
 * whose packages are installed, its server takes the same load in turns with this one's.
 *
 * Exits non-zero below the bars: of the echo's rate, and, with TREE, of the other checkout's CPU
 * time an order.
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
const KINDS = ['echo', 'none', 'postgres', 'embedded'] as const;
type Kind = (typeof KINDS)[number];
/**
 * Share of the bare echo's rate at 64 connections; event-loop delay at both, on an otherwise idle
 * machine.
 */
const BARS = { none: 0.13, postgres: 0.05, embedded: 0.04, delayP99Ms: 10 };
/** Of what an order costs the other checkout, in CPU time of all processes. */
const COST_MAX = 1.15;

const HERE = path.join(import.meta.dirname, '../..');
const named = process.argv[2];
// As in the folder in which npm was called.
const other = named === undefined ? undefined : path.resolve(process.env['INIT_CWD'] ?? '', named);

/** A server under load. The echo is the same in each checkout. */
interface Player {
  readonly kind: Kind;
  readonly tree: string;
}
const PLAYERS: readonly Player[] = KINDS.flatMap((kind) =>
  [HERE, ...(other === undefined || kind === 'echo' ? [] : [other])].map((tree) => ({ kind, tree })),
);

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

async function measure(
  { kind, tree }: Player,
  connections: number,
  env: NodeJS.ProcessEnv,
): Promise<Measured> {
  const child = fork(path.join(tree, 'bench/api/server.ts'), [kind], {
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

const keyOf = ({ kind, tree }: Player, connections: number): string => `${tree} ${kind} ${connections}`;
const found = new Map<string, Measured[]>();
for (let round = 0; round < ROUNDS; round++) {
  // Every other round goes the other way round: none plays after the same one each time.
  for (const player of round % 2 === 0 ? PLAYERS : PLAYERS.toReversed()) {
    for (const connections of CONNECTIONS) {
      const postgres = player.kind === 'postgres' ? await startPostgres() : null;
      try {
        const env = postgres === null ? {} : { DATABASE_URL: await postgres.createDatabase() };
        const measured = await measure(player, connections, env);
        const key = keyOf(player, connections);
        if (measured.refused > 0) throw new Error(`${key}: ${measured.refused} orders were refused`);
        found.set(key, [...(found.get(key) ?? []), measured]);
      } finally {
        await postgres?.stop();
      }
    }
  }
}

const of = (player: Player, connections: number, field: keyof Measured): number =>
  median((found.get(keyOf(player, connections)) ?? []).map((measured) => measured[field]));
const ECHO: Player = { kind: 'echo', tree: HERE };
const share = (player: Player, connections: number): number =>
  of(player, connections, 'requestsPerSecond') / of(ECHO, connections, 'requestsPerSecond');
/** CPU time an order of the server's process and the database's, in microseconds. */
const costUs = (player: Player, connections: number): number =>
  (['mainUs', 'threadsUs', 'postgresUs'] as const).reduce(
    (sum, field) => sum + of(player, connections, field),
    0,
  );

table(
  `durable spot orders over HTTP, median of ${ROUNDS} rounds of ${SECONDS} s`,
  PLAYERS.flatMap((player) =>
    CONNECTIONS.map((connections) => ({
      server: player.kind,
      ...(other === undefined ? {} : { checkout: player.tree === HERE ? 'this' : 'other' }),
      connections,
      'requests/s': Math.round(of(player, connections, 'requestsPerSecond')),
      'of the echo': share(player, connections).toFixed(3),
      'p50 ms': of(player, connections, 'p50Ms').toFixed(1),
      'p99 ms': of(player, connections, 'p99Ms').toFixed(1),
      'loop delay p99 ms': of(player, connections, 'delayP99Ms').toFixed(1),
      'own delay p99 ms': of(player, connections, 'ownDelayP99Ms').toFixed(1),
      'main us': of(player, connections, 'mainUs').toFixed(0),
      'threads us': of(player, connections, 'threadsUs').toFixed(0),
      'postgres us': of(player, connections, 'postgresUs').toFixed(0),
      "in echo's": (costUs(player, connections) / costUs(ECHO, connections)).toFixed(1),
      'bare commits/s': Math.round(of(player, connections, 'commitsPerSecond')),
    })),
  ),
);

const broken: string[] = [];
for (const kind of ['none', 'postgres', 'embedded'] as const) {
  const player = { kind, tree: HERE };
  if (share(player, 64) < BARS[kind])
    broken.push(`${kind}: ${share(player, 64).toFixed(3)} of the echo's rate, bar ${BARS[kind]}`);
  if (other !== undefined) {
    const ratio = costUs(player, 64) / costUs({ kind, tree: other }, 64);
    console.log(`${kind}: an order costs ${ratio.toFixed(2)} of what it costs the other checkout`);
    if (ratio > COST_MAX) broken.push(`${kind}: ${ratio.toFixed(2)} of the other's cost, bar ${COST_MAX}`);
  }
  if (kind === 'none') continue;
  for (const connections of CONNECTIONS) {
    const delayMs = of(player, connections, 'delayP99Ms');
    if (delayMs > BARS.delayP99Ms)
      broken.push(
        `${kind} at ${connections}: event-loop delay p99 ${delayMs.toFixed(1)} ms, bar ${BARS.delayP99Ms}; the bare echo's ${of(ECHO, connections, 'delayP99Ms').toFixed(1)}`,
      );
  }
}
console.log(broken.length === 0 ? 'All bars are met.' : broken.join('\n'));
process.exit(broken.length === 0 ? 0 : 1);

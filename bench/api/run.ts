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
import path from 'node:path';
import { median, table } from '../report.ts';
import { KINDS, measure, type Measured, type Player } from './measure.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SECONDS = Number(process.env['SECONDS'] ?? 6);
const CONNECTIONS = [64, 256];
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

/** The echo is the same in each checkout. */
const PLAYERS: readonly Player[] = KINDS.flatMap((kind) =>
  [HERE, ...(other === undefined || kind === 'echo' ? [] : [other])].map((tree) => ({ kind, tree })),
);

/** What a measurement has as a number. */
type Figure = Exclude<keyof Measured, 'refusal'>;

const keyOf = ({ kind, tree }: Player, connections: number): string => `${tree} ${kind} ${connections}`;
const found = new Map<string, Measured[]>();
for (let round = 0; round < ROUNDS; round++) {
  // Every other round goes the other way round: none plays after the same one each time.
  for (const player of round % 2 === 0 ? PLAYERS : PLAYERS.toReversed()) {
    for (const connections of CONNECTIONS) {
      const key = keyOf(player, connections);
      const measured = await measure(player, { connections, seconds: SECONDS });
      found.set(key, [...(found.get(key) ?? []), measured]);
    }
  }
}

const of = (player: Player, connections: number, field: Figure): number =>
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

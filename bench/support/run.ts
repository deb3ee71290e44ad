/**
 * `npx glasshouse bench-support`: 1,000 visitors of the support chat at once on one server. Each
 * has a stream, writes once in twenty seconds and is answered. Measures how long words take in both
 * directions, and the acknowledgement of spot orders with the chats and without them, in turns, on
 * PostgreSQL and on the embedded database, or on the one that DATABASE names. Exits non-zero beyond
 * the bars.
 */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { RestingCommands } from '../../apps/server/src/composition/operating-commands.ts';
import { connectToServer } from '../../apps/server/src/operating/socket.ts';
import { startPostgres } from '../../apps/server/test/postgres.ts';
import type { Ready } from '../api/server.ts';
import { load } from '../api/load.ts';
import { order } from '../api/order.ts';
import { median, table } from '../report.ts';
import { Crowd, type Arrivals } from './visitors.ts';

const VISITORS = Number(process.env['VISITORS'] ?? 1_000);
/** A 99th percentile of one round is noisy by a third. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const DATABASES = (['postgres', 'embedded'] as const).filter(
  (kind) => (process.env['DATABASE'] ?? kind) === kind,
);
const SECONDS = 20;
const EVERY_MS = 20_000;
/** 160 orders a second: more would measure how a full server shares itself. */
const CONNECTIONS = 16;
const ORDER_EVERY_MS = 100;
const BARS = { arrivalP99Ms: 1_000, ordersP99: 1.2 };

interface Found {
  readonly alone: number[];
  readonly beside: number[];
  readonly arrivals: Arrivals[];
}

async function measure(kind: 'postgres' | 'embedded', env: NodeJS.ProcessEnv): Promise<Found> {
  const child = fork(path.join(import.meta.dirname, '../api/server.ts'), [kind], {
    env: { ...process.env, ...env, TRUST_PROXY: 'loopback' },
  });
  try {
    const ready = await message<Ready>(child);
    const url = `http://127.0.0.1:${ready.port}`;
    const crowd = await Crowd.open({
      url,
      visitors: VISITORS,
      everyMs: EVERY_MS,
      cookie: await logIn(url, ready.dataDir),
    });
    const found: Found = { alone: [], beside: [], arrivals: [] };
    await orders(ready);
    for (let round = 0; round < ROUNDS; round++) {
      found.alone.push(await orders(ready));
      const [besideMs, arrivals] = await Promise.all([orders(ready), crowd.talk(SECONDS)]);
      found.beside.push(besideMs);
      found.arrivals.push(arrivals);
    }
    crowd.close();
    return found;
  } finally {
    child.removeAllListeners('exit');
    // Its database is stopped next.
    if (child.kill()) await new Promise((resolve) => child.once('exit', resolve));
  }
}

/** The 99th percentile of an order's acknowledgement, in milliseconds. */
async function orders({ port, tokens }: Ready): Promise<number> {
  const request = (connection: number, n: number): Buffer =>
    order(tokens[connection % tokens.length] ?? '', (connection + n) % 2 === 0 ? 'buy' : 'sell');
  return (
    await load({
      port,
      connections: CONNECTIONS,
      seconds: SECONDS,
      everyMs: ORDER_EVERY_MS,
      request,
    })
  ).p99Ms;
}

/** The session's cookie of the operator of a demo. */
async function logIn(url: string, dataDir: string): Promise<string> {
  const socket = await connectToServer<RestingCommands>(dataDir);
  if (socket === null) throw new Error('the server has no operating socket');
  const name = 'demo-operator';
  const code = await socket.ask('operators/code', { name });
  socket.close();
  const response = await fetch(`${url}/operator/app/operators/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, password: 'Glasshouse2026-desk', code }),
  });
  const [line = ''] = response.headers.getSetCookie();
  return line.slice(0, line.indexOf(';'));
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (value) => resolve(value as T));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

const postgres = await startPostgres();
let isMet = true;
try {
  for (const kind of DATABASES) {
    const { alone, beside, arrivals } = await measure(kind, {
      DATABASE_URL: await postgres.createDatabase(),
    });
    const toOperator = median(arrivals.map(({ toOperatorMs }) => p99(toOperatorMs)));
    const toVisitor = median(arrivals.map(({ toVisitorMs }) => p99(toVisitorMs)));
    const faults = arrivals.reduce((sum, each) => sum + each.faults, 0);
    const words = arrivals.reduce((sum, each) => sum + each.toOperatorMs.length + each.toVisitorMs.length, 0);
    const ratio = median(beside) / median(alone);
    table(`${VISITORS} visitors, ${kind}: ${words} messages in ${ROUNDS} rounds, ${faults} faults`, [
      { what: 'words reach the operator, p99 ms', value: toOperator.toFixed(0), bar: BARS.arrivalP99Ms },
      { what: 'an answer reaches the visitor, p99 ms', value: toVisitor.toFixed(0), bar: BARS.arrivalP99Ms },
      { what: 'orders alone, p99 ms', value: median(alone).toFixed(2), bar: '' },
      { what: 'orders beside the chats, p99 ms', value: median(beside).toFixed(2), bar: '' },
      { what: 'beside / alone', value: ratio.toFixed(2), bar: BARS.ordersP99 },
    ]);
    const isWithin = Math.max(toOperator, toVisitor) <= BARS.arrivalP99Ms && ratio <= BARS.ordersP99;
    isMet = isMet && isWithin && faults === 0;
  }
} finally {
  await postgres.stop();
}
console.log(isMet ? 'All bars are met.' : 'A bar is missed.');
process.exit(isMet ? 0 : 1);

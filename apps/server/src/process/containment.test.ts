/**
 * Goal: a failure in what belongs to one connection, or to a job that runs again, ends no more than
 * that. Method: throws are injected into a running server; an uncaught one would end this test's
 * process as it would the server's. A table names every place of the source that Node calls.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { WebSocket } from 'ws';
import { startTestServer } from '../testing/harness.ts';
import type { StreamClient } from '../ws/client.ts';
import { containment } from './containment.ts';

test('R14.8 what throws or rejects is logged and ended, with its own arguments', async () => {
  const lines: unknown[] = [];
  const ended: string[] = [];
  const contain = containment({ error: (fields: unknown) => void lines.push(fields) });
  const end = (name: string): void => void ended.push(name);
  contain('good', (name: string) => name, end)('good');
  contain('thrown', (name: string) => assert.fail(name), end)('thrown');
  contain('rejected', (name: string) => Promise.reject(new Error(name)), end)('rejected');
  contain('job', () => assert.fail('again'))();
  await new Promise(setImmediate);
  assert.deepEqual(ended, ['thrown', 'rejected']);
  const told = lines.map((line) => (line as { what: string; error: string }).what);
  assert.deepEqual(told, ['thrown', 'job', 'rejected']);
});

function failing(): never {
  throw new Error('injected');
}

/** Replaces a method until it is called. Returns the function that waits until it was. */
function inject<Name extends string>(target: { [N in Name]: unknown }, name: Name): () => Promise<void> {
  const own = target[name];
  const had = Object.hasOwn(target, name);
  const hit = new Promise<void>((resolve) => {
    Object.assign(target, {
      [name]: () => {
        if (had) Object.assign(target, { [name]: own });
        else delete target[name];
        resolve();
        failing();
      },
    });
  });
  return () => hit;
}

const SUBSCRIBE = JSON.stringify({ op: 'subscribe', channels: ['tickers'] });

test('R14.8 R13.6 a throw in a stream ends that stream alone', async (context) => {
  const server = await startTestServer();
  context.after(() => server.close());
  const { hub, url } = server.server;
  const open = async (isAwaited = true): Promise<WebSocket> => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    context.after(() => socket.terminate());
    socket.on('error', () => undefined);
    if (isAwaited) await once(socket, 'message');
    return socket;
  };
  const witness = await open();

  const entered = inject(hub, 'add');
  await once(await open(false), 'close');
  await entered();

  const asking = await open();
  const subscribed = inject(hub, 'subscribe');
  asking.send(SUBSCRIBE);
  await once(asking, 'close');
  await subscribed();

  const before = new Set(hub.clients);
  const listening = await open();
  const client = [...hub.clients].find((one) => !before.has(one)) as StreamClient;
  const written = inject(client, 'write');
  hub.send(client, { type: 'pong', timeMs: 0 });
  await once(listening, 'close');
  await written();

  const leaving = await open();
  const removed = inject(hub, 'remove');
  leaving.close();
  await once(leaving, 'close');
  await removed();

  witness.send(SUBSCRIBE);
  const [frame] = (await once(witness, 'message')) as [Buffer];
  assert.match(frame.toString(), /tickers/);
});

const NET = 'under the net, but for closing and counting, which cannot throw';
const PLAIN = 'closes, counts, aborts or resolves, which cannot throw';
const CATCHES = 'catches and logs by itself';
const EXCHANGE = 'touches the exchange or its database: ends the process, which recovers';
const ALONE = 'of a process or a thread of its own, whose end the server notices';

/** How often each file has itself called by Node, and what becomes of a throw there. */
const PLACES: Readonly<Record<string, readonly [count: number, fate: string]>> = {
  'chains/runtime.ts': [2, NET],
  'composition/doors.ts': [1, NET],
  'db/embedded/commit-log-worker.ts': [1, ALONE],
  'db/embedded/commit-log.ts': [4, EXCHANGE],
  'db/embedded/connection.ts': [4, EXCHANGE],
  'db/embedded/kysely-dialect.ts': [1, CATCHES],
  'db/embedded/projector-session.ts': [2, EXCHANGE],
  'db/embedded/upkeep.ts': [2, CATCHES],
  'db/embedded/worker.ts': [1, ALONE],
  'db/postgres.ts': [8, EXCHANGE],
  'features/market/channels.ts': [2, NET],
  'features/market/live-market.ts': [3, NET],
  'features/market/streams/market-streams.ts': [1, NET],
  'features/market/tick-feed/ccxt-source.ts': [2, ALONE],
  'features/market/tick-feed/feed-process.ts': [4, ALONE],
  'features/market/tick-feed/process-feed.ts': [1, CATCHES],
  'features/market/tick-feed/stray-errors.ts': [1, ALONE],
  'features/market/tick-feed/tick-feed.ts': [4, EXCHANGE],
  'features/market/tick-feed/worker.ts': [3, ALONE],
  'features/notices/notifier.ts': [1, CATCHES],
  'features/watch/watch.ts': [1, CATCHES],
  'http/admission.ts': [1, NET],
  'http/connections.ts': [7, NET],
  'http/direct-calls.ts': [2, NET],
  'http/downloads.ts': [3, PLAIN],
  'http/fair-queue.ts': [1, NET],
  'http/listener.ts': [5, NET],
  'http/raw-answer.ts': [2, PLAIN],
  'http/running-calls.ts': [1, PLAIN],
  'http/uploads.ts': [3, PLAIN],
  'mail/mail.ts': [1, CATCHES],
  'main.ts': [5, PLAIN],
  'operating/disk-room.ts': [1, NET],
  'operating/socket.ts': [7, CATCHES],
  'photos/photo-decoder.ts': [1, ALONE],
  'photos/photos.ts': [6, PLAIN],
  'pipeline/pipeline.ts': [2, EXCHANGE],
  'pipeline/projector/projector-thread.ts': [4, EXCHANGE],
  'pipeline/projector/worker.ts': [2, ALONE],
  'process/every-minute.ts': [1, CATCHES],
  'process/log.ts': [1, PLAIN],
  'process/loop-delay.ts': [1, PLAIN],
  'process/pace.ts': [2, PLAIN],
  'programs/rest.ts': [2, NET],
  'programs/sockets/program-sockets.ts': [7, NET],
  'ws/hub.ts': [1, NET],
  'ws/server.ts': [8, NET],
  'ws/upgrades.ts': [1, NET],
};
const CALLED_BY_NODE =
  /\.(?:on|once|prependListener)\(\s*'|\bset(?:Interval|Timeout|Immediate)\(|\bspawn\(|new Worker\(/g;

test('R14.8 every listener, timer, thread and child has its fate', (context: TestContext) => {
  const root = path.join(import.meta.dirname, '..');
  const found: Record<string, number> = {};
  for (const file of globSync('**/*.ts', { cwd: root }).toSorted()) {
    if (/\.test\.ts$|^(testing|commands|setup)\//.test(file)) continue;
    const count = [...readFileSync(path.join(root, file), 'utf8').matchAll(CALLED_BY_NODE)].length;
    if (count > 0) found[file] = count;
  }
  for (const [file, [count, fate]] of Object.entries(PLACES))
    context.diagnostic(`${file} (${count}): ${fate}`);
  const listed = Object.entries(PLACES).map(([file, [count]]) => [file, count]);
  assert.deepEqual(found, Object.fromEntries(listed));
});

/**
 * Goal: a feed that stands still keeps no server from starting. Method: a socket that takes
 * questions and answers none, and timers of the test.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net, { type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { ProcessFeed } from './process-feed.ts';

const LONG_MS = 60_000;

test(
  'R12.5 D0043 candles of a feed that does not answer are given up',
  { timeout: 20_000 },
  async (context) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-frozen-feed-'));
    const socket = path.join(folder, 'feed.sock');
    const server = net.createServer().listen(socket);
    await once(server, 'listening');
    context.after(() => {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const committed = { tick: 0, tickMs: 0, prices: {} };
    const feed = new ProcessFeed({ socket, committed, coins: [], onThere: () => {} });
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const asked = once(server, 'connection') as Promise<[Socket]>;
    const range = { base: 'BTC', quote: 'USDT', timer: '1min', fromMs: 0, untilMs: LONG_MS } as const;
    const refused = assert.rejects(feed.candles(range));
    const [client] = await asked;
    context.after(() => client.destroy());
    await once(client, 'data');
    context.mock.timers.tick(LONG_MS);
    await refused;
  },
);

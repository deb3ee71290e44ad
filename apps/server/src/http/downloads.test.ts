/**
 * Goal: a file is read as fast as its client takes it, no further than its client stays, and one
 * at a time. Method: real HTTP to an application whose file has no end; the test's client stops
 * reading, and goes.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify from 'fastify';
import { DOWNLOAD_RATE, DownloadSlots, sendDownload } from './downloads.ts';
import { Download } from './handler.ts';

const CHUNK = 'x'.repeat(64 * 1024);
/** More than the kernel takes for a client that does not read. */
const ENDLESS_CHUNKS = 4096;
/** Turns of the event loop in which nothing may be read any more. */
const STILL_TURNS = 2000;

interface Progress {
  read: number;
  isOver: boolean;
}

function endlessFile(progress: Progress): Download {
  async function* chunks() {
    try {
      while (progress.read < ENDLESS_CHUNKS) {
        progress.read++;
        // As a page comes from the database.
        await turn();
        yield CHUNK;
      }
    } finally {
      progress.isOver = true;
    }
  }
  return new Download('endless.csv', chunks());
}

interface Served {
  readonly progress: Progress;
  /** Settles when the server has done with the file. */
  readonly sent: Promise<void>;
  readonly response: IncomingMessage;
}

/** A file to a client that does not read, as long as `use` takes. */
async function withUnread(
  stallMs: number | undefined,
  use: (served: Served) => Promise<void>,
): Promise<void> {
  const progress: Progress = { read: 0, isOver: false };
  let sent = Promise.resolve();
  const server = createServer();
  const app = Fastify({
    serverFactory: (handler) => server.on('request', handler),
  });
  app.get('/file', async (_request, reply) => {
    sent = sendDownload(reply, endlessFile(progress), stallMs);
    await sent;
    return reply;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.address() as AddressInfo;
  const asked = request({ port, host: '127.0.0.1', path: '/file', agent: false }).end();
  asked.on('error', () => undefined);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.on('error', () => undefined).pause();
  await use({ progress, sent, response });
  await app.close();
}

test('R13.6 a client that stops reading stops the file, and one that goes ends it', () =>
  withUnread(undefined, async ({ progress, sent, response }) => {
    assert.equal(response.headers['content-disposition'], 'attachment; filename="endless.csv"');
    for (let still = 0, before = -1; still < STILL_TURNS; still++) {
      await turn();
      if (progress.read === ENDLESS_CHUNKS) assert.fail('it was read on although nobody took it');
      if (progress.read !== before) still = 0;
      before = progress.read;
    }
    assert.ok(progress.read > 0 && !progress.isOver);
    response.destroy();
    await sent;
    assert.ok(progress.isOver && progress.read < ENDLESS_CHUNKS);
  }));

test('R13.6 a client that stays and takes nothing loses its file, and others get its slot', () =>
  withUnread(200, async ({ progress, sent }) => {
    await sent;
    assert.ok(progress.isOver && progress.read < ENDLESS_CHUNKS);
  }));

test('R7.6 one file of a user at a time, and so many an hour', () => {
  const slots = new DownloadSlots();
  const first = slots.take(1000);
  assert.equal(typeof first, 'function');
  assert.deepEqual(slots.take(1000), { error: 'request/too-many', retryAfterS: 5 });
  assert.equal(typeof slots.take(1001), 'function');
  for (let user = 1002; user < 1008; user++) assert.equal(typeof slots.take(user), 'function');
  assert.equal((slots.take(1008) as { error: string }).error, 'request/busy');
  (first as () => void)();
  let taken = 1;
  for (let slot = slots.take(1000); typeof slot === 'function'; slot = slots.take(1000)) {
    slot();
    taken++;
  }
  assert.equal(taken, DOWNLOAD_RATE.burst);
});

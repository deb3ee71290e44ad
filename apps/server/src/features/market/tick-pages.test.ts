/**
 * Goal: public replies are made once, and requests for old ticks never overload the database
 * (D0016). Method: pages over a chain that counts its reads.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { TICKS_PAGE_MAX, type PublicTick } from '@glasshouse/protocol/market';
import { Serialised } from '../../http/handler.ts';
import type { Session } from '../../db/database.ts';
import { KeptReplies } from './kept-replies.ts';
import { OLD_READS_MAX, ReadPlaces } from './old-reads.ts';
import { TickPages } from './tick-pages.ts';

const LAST = 10_000;
const tickAt = (tick: number): PublicTick => ({
  tick,
  timeMs: tick * 1000,
  prices: { btcusdt: '1.00' },
  previousHash: '0'.repeat(64),
  hash: 'f'.repeat(64),
});

/** Reads of old pages complete when `release` is called. */
function newPages() {
  const reads: number[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const chain = {
    last: tickAt(LAST),
    read: async (
      _database: unknown,
      { from = LAST - 59, size }: { from?: number | undefined; size: number },
    ) => {
      reads.push(from);
      if (from < LAST - 1000) await gate;
      return Array.from({ length: Math.min(size, LAST - from + 1) }, (_, i) => tickAt(from + i));
    },
  };
  const published = { version: 1 };
  const kept = new KeptReplies(published);
  const pages = new TickPages({ chain, database: {} as Session, kept, places: new ReadPlaces() });
  return { pages, reads, published, release };
}

const numbers = (reply: unknown): number[] => {
  assert.ok(reply instanceof Serialised);
  return (JSON.parse(reply.json) as PublicTick[]).map(({ tick }) => tick);
};

test('D0016 the newest ticks are one shared reply until the next publication', async () => {
  const { pages, published } = newPages();
  const [one, two] = await Promise.all([pages.read({ size: 60 }), pages.read({ size: 60 })]);
  assert.equal(one, two);
  published.version++;
  assert.notEqual(await pages.read({ size: 60 }), one);
});

test('R13.6 old ticks can start at any number and span pages, and each page is read once', async () => {
  const { pages, reads, release } = newPages();
  release();
  const from = TICKS_PAGE_MAX - 10;
  const expected = Array.from({ length: 50 }, (_, i) => from + i);
  assert.deepEqual(numbers(await pages.read({ from, size: 50 })), expected);
  assert.deepEqual(numbers(await pages.read({ from, size: 50 })), expected);
  assert.deepEqual(reads, [1, TICKS_PAGE_MAX + 1]);
});

test('R13.6 few reads of old ticks run at once, and one too many is refused', async () => {
  const { pages, reads, release } = newPages();
  const asked = Array.from({ length: OLD_READS_MAX + 5 }, (_, i) =>
    pages.read({ from: i * TICKS_PAGE_MAX + 1, size: 1 }),
  );
  assert.equal(reads.length, OLD_READS_MAX);
  release();
  const refused = (await Promise.all(asked)).filter((reply) => 'error' in reply);
  assert.deepEqual(
    refused,
    Array.from({ length: 5 }, () => ({ error: 'request/busy' })),
  );
});

test('D0016 a reply that is requested again is compressed once, and its bytes are shared', async () => {
  const { pages } = newPages();
  const reply = await pages.read({ size: 60 });
  assert.ok(reply instanceof Serialised);
  const body = reply.body((json) => `{"data":${json}}`);
  assert.equal(
    reply.body(() => 'another'),
    body,
  );
  const ask = () => body.forClient('br;q=0, gzip');
  while (ask().encoding === null) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(ask().bytes, ask().bytes);
  assert.deepEqual(gunzipSync(ask().bytes), body.plain);
  assert.deepEqual(body.forClient(undefined), { bytes: body.plain, encoding: null });
});

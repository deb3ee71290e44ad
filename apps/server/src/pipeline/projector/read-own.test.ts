/**
 * Goal: no list, count, statement or file is older than what its reader was told, however far the
 * rows are behind. Method: the projector hears late, and users do and read at random over HTTP at
 * once, each compared with what it was answered.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { IS_NIGHTLY, runs } from '../../../../../tools/nightly.ts';
import { WALLET } from '@glasshouse/core';
import { EDGE_LIMITS } from '../../http/edge-limits.ts';
import { ProjectorThread } from './projector-thread.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';

/** How much later the projector hears of each record. */
const SLOWED_MS = IS_NIGHTLY ? 2_000 : 150;
const SEQUENCES = runs(120, 10_000);
const USERS = runs(12, 64);
const PAIR = { baseCoin: 'BTC', quoteCoin: 'USDT' };

interface Listed<Row> {
  readonly list: readonly Row[];
  readonly totalRow: number;
}

/** A user, and what it was told. */
interface Reader {
  readonly user: TestUser;
  readonly open: string[];
  orders: number;
  cancelled: number;
  transfers: number;
  fills: number;
}

let server: TestServer;
const readers: Reader[] = [];
const { follow: plainFollow } = Object.getOwnPropertyDescriptors(ProjectorThread.prototype);
before(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: '1000' } });
  for (let i = 0; i < USERS; i++) {
    const user = await server.register(`reader-${i}`);
    readers.push({ user, open: [], orders: 0, cancelled: 0, transfers: 0, fills: 0 });
  }
  await server.market.tick();
  ProjectorThread.prototype.follow = function late(this: ProjectorThread, record) {
    this.backlog.add(record);
    setTimeout(() => plainFollow.value?.call(this, record), SLOWED_MS);
  };
});
after(async () => {
  Object.defineProperty(ProjectorThread.prototype, 'follow', plainFollow);
  await server.close();
});

async function ask<T>({ user }: Reader, path: string, body: object = {}): Promise<T> {
  const reply = await server.post<T>(path, body, { token: user.token });
  assert.equal(reply.code, 1, `${path}: ${JSON.stringify(reply)}`);
  return reply.data;
}

async function place(reader: Reader, side: 'buy' | 'sell', price: string): Promise<string> {
  const order = { ...PAIR, side, type: 'limit', price, amount: '0.001' };
  const { id, filledAmount } = await ask<{ id: string; filledAmount: string }>(
    reader,
    '/bb/app/spot/placeOrder',
    order,
  );
  reader.orders++;
  if (Number(filledAmount) > 0) reader.fills++;
  return id;
}

const ACTS: readonly ((reader: Reader, other: Reader) => Promise<void>)[] = [
  async (reader) => void reader.open.push(await place(reader, 'buy', '40000')),
  async (reader) => {
    const id = reader.open.pop() ?? (await place(reader, 'buy', '40000'));
    await ask(reader, '/bb/app/spot/cancelOrder', { id });
    reader.cancelled++;
  },
  async (reader) => {
    await ask(reader, '/contract/app/contract/transfer', { currency: 'USDT', type: 1, amount: '1' });
    reader.transfers++;
  },
  async (reader, other) => {
    await place(other, 'sell', '60000');
    await place(reader, 'buy', '60000');
  },
];

const READS: readonly ((reader: Reader) => Promise<void>)[] = [
  async (reader) => {
    const { orders } = reader;
    const { totalRow } = await ask<Listed<object>>(reader, '/bb/app/spot/getOrders');
    assert.ok(totalRow >= orders, `${totalRow} of ${orders} orders`);
  },
  async (reader) => {
    const { cancelled } = reader;
    const { totalRow } = await ask<Listed<object>>(reader, '/bb/app/spot/getOrders', { status: 2 });
    assert.ok(totalRow >= cancelled, `${totalRow} of ${cancelled} cancelled orders`);
  },
  async (reader) => {
    const { fills } = reader;
    const { totalRow } = await ask<Listed<object>>(reader, '/bb/app/spot/getFills');
    assert.ok(totalRow >= fills, `${totalRow} of ${fills} fills`);
  },
  async (reader) => {
    const { transfers } = reader;
    const of = { account: WALLET.contract, pageSize: 100 };
    const { totalRow } = await ask<Listed<object>>(reader, '/bb/app/wallet/getPostings', of);
    assert.ok(totalRow >= transfers, `${totalRow} of ${transfers} transfers`);
  },
];

test(`R10.5 R11.1 D0042 ${SEQUENCES} times users read what they were told while rows are ${SLOWED_MS} ms late`, async (context) => {
  let left = SEQUENCES;
  let longestMs = 0;
  const { backlog } = server.server.running;
  let lateReads = 0;
  const play = async (reader: Reader): Promise<void> => {
    while (left-- > 0) {
      const act = ACTS[Math.floor(Math.random() * ACTS.length)]!;
      const other = readers[(readers.indexOf(reader) + 1 + Math.floor(Math.random() * (USERS - 1))) % USERS]!;
      await act(reader, other);
      const read = READS[Math.floor(Math.random() * READS.length)]!;
      if (backlog.commands > 0) lateReads++;
      const startMs = performance.now();
      await read(Math.random() < 0.2 ? other : reader);
      longestMs = Math.max(longestMs, performance.now() - startMs);
    }
  };
  await Promise.all(readers.map(play));
  const [reader] = readers as [Reader];
  await place(reader, 'buy', '40000');
  const file = await ask<string>(reader, '/bb/app/spot/exportOrders');
  assert.equal(file.trim().split('\n').length - 1, reader.orders, 'the file has all orders');
  context.diagnostic(
    `${lateReads} reads while rows were missing; the longest took ${Math.round(longestMs)} ms`,
  );
  assert.ok(lateReads > SEQUENCES / 2, `only ${lateReads} reads came while rows were missing`);
});

test('R11.8 D0042 who reads from memory waits for nobody who waits for rows', async () => {
  const { follow: lateFollow } = Object.getOwnPropertyDescriptors(ProjectorThread.prototype);
  const withheld: (() => void)[] = [];
  ProjectorThread.prototype.follow = function never(this: ProjectorThread, record) {
    this.backlog.add(record);
    withheld.push(() => plainFollow.value?.call(this, record));
  };
  try {
    const [waiting, other] = readers as [Reader, Reader];
    await place(waiting, 'buy', '40000');
    let isAnswered = false;
    const lists = Array.from({ length: EDGE_LIMITS.runningReads + 1 }, () =>
      ask(waiting, '/bb/app/spot/getOrders').then(() => (isAnswered = true)),
    );
    await ask(other, '/bb/app/wallet/getAssets', { account: WALLET.exchange });
    assert.ok(!isAnswered, 'lists wait for their rows');
    Object.defineProperty(ProjectorThread.prototype, 'follow', lateFollow);
    for (const send of withheld) send();
    await Promise.all(lists);
  } finally {
    Object.defineProperty(ProjectorThread.prototype, 'follow', lateFollow);
  }
});

test('R10.5 D0042 a transaction cannot wait for rows while it holds its connection', async () => {
  const { kysely } = server.server.database;
  const reading = kysely
    .transaction()
    .execute((transaction) => transaction.selectFrom('spot_orders').selectAll().execute());
  await assert.rejects(reading, /a transaction holds its connection/);
});

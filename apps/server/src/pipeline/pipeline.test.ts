/**
 * The pipeline on both real databases. Goal: acknowledged means committed, in one order, once.
 * Method: submit real commands and inspect memory, disk and answers from outside.
 */
import assert from 'node:assert/strict';
import type { Command } from '@glasshouse/core';
import type { Database } from '../db/database.ts';
import { openPlace, testOnBoth } from '../../test/engines.ts';
import { startWorld as start } from '../../test/start-world.ts';
import { limitOrder, MAKER, MARKET, position, PRICE, tick, transfer, USDT } from '../../test/world.ts';
import { BATCH_EVENTS_MAX, type CommittedBatch } from './batch.ts';
import { dueDone } from '../testing/due-done.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { Pipeline, PipelineStoppedError } from './pipeline.ts';
import { exchangeFactory } from './exchange-factory.ts';

async function count(database: Database, table: string): Promise<number> {
  const { rows } = await database.query<{ n: number }>(`select count(*) as n from ${table}`);
  return rows[0]?.n ?? -1;
}

testOnBoth('R12.1 concurrent commands share one commit, in their order', async (place, context) => {
  const { pipeline, database } = await start(place, context);
  const before = await count(database, 'journal');
  const committed: CommittedBatch[] = [];
  pipeline.onCommitted((batch) => committed.push(batch));
  const outcomes = await Promise.all(
    [1, 2, 3, 4].map((n) => pipeline.submit(transfer(1000, n * 1e6), { owner: 1000 })),
  );
  assert.deepEqual(
    outcomes.map(({ error }) => error),
    [null, null, null, null],
  );
  assert.equal(await count(database, 'journal'), before + 1);
  assert.equal(committed.length, 1);
  assert.deepEqual(
    committed[0]?.commands.map((command) => (command as { amount: number }).amount),
    [1e6, 2e6, 3e6, 4e6],
  );
  assert.equal(committed[0]?.events.length, 8);
});

testOnBoth('R10.5 reads see committed data: a read waits for the batch in flight', async (place, context) => {
  const { pipeline, exchange } = await start(place, context);
  let committed = pipeline.position.seq;
  pipeline.onCommitted(({ lastSeq }) => (committed = lastSeq));
  const submitted = Array.from({ length: 600 }, () => pipeline.submit(transfer(1000, 1), { owner: 1000 }));
  const reads: Promise<[memory: number, disk: number]>[] = [];
  let ahead = 0;
  while (committed < exchange.seq || reads.length === 0) {
    if (exchange.seq > committed) ahead++;
    reads.push(pipeline.read(() => [exchange.seq, committed]));
    await new Promise(setImmediate);
  }
  for (const [memory, disk] of await Promise.all(reads)) assert.equal(memory, disk);
  assert.ok(ahead > 0, 'memory was never ahead');
  await Promise.all(submitted);
});

testOnBoth(
  "R11.7 D0013 due items run in portions between clients' commands, and wait while paused",
  async (place, context) => {
    const { pipeline, exchange } = await start(place, context);
    const opened = await Promise.all(
      Array.from({ length: 3000 }, () => pipeline.submit(position(1000), { owner: 1000 })),
    );
    // A machine that is very slow gets past the time for which a price is fresh.
    const count = opened.filter(({ error }) => error === null).length;
    assert.ok(count > 600, `${count} accepted`);
    const sizes: number[] = [];
    pipeline.onCommitted(({ events }) => sizes.push(events.length));
    const release = pipeline.holdDue();
    const { tick: last, tickMs } = exchange.lastTick;
    const next = { tick: last + 1, tickMs: Math.max(pipeline.nowMs(), tickMs) };
    next.tickMs = Math.floor(next.tickMs / 1000) * 1000 + 1000;
    await pipeline.submit({ type: 'tick', ...next, prices: [PRICE] }, { owner: 1, isUrgent: true });
    await pipeline.submit(transfer(1000, 1), { owner: 1000 });
    assert.equal(exchange.dueCount, count, 'held');
    release();
    const waiting: number[] = [];
    for (let n = 0; n < 5; n++) {
      await pipeline.submit(transfer(1000, 1), { owner: 1000 });
      waiting.push(exchange.dueCount);
    }
    assert.ok(waiting[0]! < count, `left after each of five answers: ${waiting.join()}`);
    assert.ok(waiting.every((left, i) => i === 0 || left === 0 || left < waiting[i - 1]!));
    assert.ok(waiting[4]! > 0 || count < 3000, 'in portions');
    await dueDone({ pipeline });
    assert.equal(
      exchange.features['seconds-contract']
        .openPositions(1000)
        .filter(({ openTick }) => openTick === next.tick).length,
      count,
    );
    assert.ok(Math.max(...sizes) <= 2 * BATCH_EVENTS_MAX);
  },
  { byDefault: 'postgres' },
);

testOnBoth(
  'R11.7 a batch ends at the limit of events, and the rest is the next batch',
  async (place, context) => {
    const { pipeline } = await start(place, context);
    const batches: CommittedBatch[] = [];
    pipeline.onCommitted((batch) => batches.push(batch));
    // Each of the 200 sells fills 80 resting orders: about ten times the events that a batch may
    // hold.
    const RESTING = 80;
    for (let n = 0; n < 40; n++)
      await Promise.all(
        Array.from({ length: 200 * 2 }, () => pipeline.submit(limitOrder(1000, 0), { owner: 1000 })),
      );
    batches.length = 0;
    const sell = { ...limitOrder(1001, 1), lots: 100 * RESTING } as Command;
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () => pipeline.submit(sell, { owner: 1001 })),
    );
    assert.ok(outcomes.every(({ error }) => error === null));
    assert.ok(batches.length > 5, `${batches.length} batches`);
    for (const { events, commands } of batches) {
      assert.ok(commands.length > 0);
      assert.ok(events.length < 2 * BATCH_EVENTS_MAX, `${events.length} events`);
    }
    assert.equal(
      batches.reduce((sum, { commands }) => sum + commands.length, 0),
      200,
    );
  },
  { byDefault: 'postgres' },
);

testOnBoth(
  "R11.5 R11.8 the market's commands go before clients', also at the limit of the queue",
  async (place, context) => {
    const { pipeline } = await start(place, context, { queueCommandsMax: 60, batchCommandsMax: 5 });
    const order: string[] = [];
    pipeline.onCommitted(({ commands }) => order.push(...commands.map(({ type }) => type)));
    const clients = Array.from({ length: 60 }, () => pipeline.submit(transfer(1000, 1), { owner: 1000 }));
    const urgent = pipeline.submit(limitOrder(1001, 0), { owner: 1001, isUrgent: true });
    assert.equal((await urgent).error, null);
    await Promise.all(clients);
    assert.ok(order.indexOf('place-order') < 5);
  },
  { byDefault: 'postgres' },
);

testOnBoth(
  'R11.8 a batch has at most the limit of commands',
  async (place, context) => {
    const { pipeline, database } = await start(place, context, { batchCommandsMax: 10 });
    const before = await count(database, 'journal');
    await Promise.all(Array.from({ length: 35 }, () => pipeline.submit(transfer(1000, 1), { owner: 1000 })));
    assert.equal((await count(database, 'journal')) - before, 4);
  },
  { byDefault: 'postgres' },
);

testOnBoth(
  'R11.8 at the limit of the queue commands are refused, and none is lost',
  async (place, context) => {
    const { pipeline, keysLoaded } = await start(place, context, { queueCommandsMax: 60 });
    // Before, each looks its key up in the table, and they do not come at once.
    await keysLoaded;
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        pipeline.submit(transfer(1000, 1), { owner: 1000, key: `n${n}`, requestHash: 'h' }),
      ),
    );
    assert.equal(outcomes.filter(({ error }) => error === null).length, 60);
    assert.equal(outcomes.filter(({ error }) => error === 'request/not-ready').length, 40);
    // A command that the full queue refused does not use up its key.
    assert.equal(
      (await pipeline.submit(transfer(1000, 1), { owner: 1000, key: 'n99', requestHash: 'h' })).error,
      null,
    );
  },
  { byDefault: 'postgres' },
);

testOnBoth(
  'R12.3 the same key and request give the same answer, even while the first is running',
  async (place, context) => {
    const { pipeline, exchange } = await start(place, context);
    const options = { owner: 1000, key: 'a key', requestHash: 'a hash' };
    const [first, meanwhile] = await Promise.all([
      pipeline.submit(limitOrder(1000, 0), options),
      pipeline.submit(limitOrder(1000, 0), options),
    ]);
    const seq = exchange.seq;
    assert.deepEqual(meanwhile, first);
    assert.deepEqual(await pipeline.submit(limitOrder(1000, 0), options), first);
    assert.equal(
      (await pipeline.submit(limitOrder(1000, 0), { ...options, requestHash: 'another' })).error,
      'request/key-reused',
    );
    assert.equal(exchange.seq, seq);
    // Keys are per user: the same name of another user is another key.
    assert.notEqual((await pipeline.submit(limitOrder(1001, 0), { ...options, owner: 1001 })).id, first.id);
    assert.equal(exchange.seq, seq + 1);
  },
);

testOnBoth('R12.1 D0005 the journal is the fence: a second writer cannot commit', async (place, context) => {
  // Of the embedded database the lock on its folder is the fence.
  if (place.kind === 'embedded') return context.skip('one process opens the folder, see the next test');
  const { database, pipeline, exchange } = await start(place, context);
  const fatals: Error[] = [];
  const twin = new Pipeline({
    database,
    exchange: exchangeFactory.restore(exchange.snapshot()),
    keys: new IdempotencyKeys(database),
    position: pipeline.position,
    onFatal: (error) => fatals.push(error),
  });
  assert.equal((await pipeline.submit(transfer(1000, 1), { owner: 1000 })).error, null);
  await assert.rejects(twin.submit(transfer(1001, 1), { owner: 1001 }), PipelineStoppedError);
  assert.equal(fatals.length, 1);
  assert.match(fatals[0]?.message ?? '', /journal_pkey/);
  assert.equal((await twin.submit(transfer(1001, 1), { owner: 1001 })).error, 'request/not-ready');
  const { rows } = await database.query<{ n: number }>(
    'select count(*) as n from postings where owner = 1001 and reason = $1',
    ['transfer'],
  );
  assert.equal(rows[0]?.n, 0, 'nothing of the fenced batch is on disk');
});

testOnBoth('R12.1 a second server is told that the database is taken', async (place, context) => {
  const one = await start(place, context);
  if (place.kind === 'embedded') {
    await assert.rejects(openPlace(place, context), /in use by another process/);
  } else {
    const { rows } = await one.database.query<{ held: boolean }>(
      'select pg_try_advisory_lock(7270002) as held',
    );
    assert.equal(rows[0]?.held, false);
  }
});

testOnBoth(
  'R10.3 wallet I2 postings sum to the balances, and a market maker leaves no order rows',
  async (place, context) => {
    const { pipeline, database, exchange } = await start(place, context);
    const quotes: Command = {
      type: 'replace-quotes',
      owner: MAKER,
      market: MARKET,
      bids: [PRICE - 10, 500, PRICE - 20, 500],
      asks: [PRICE + 10, 500, PRICE + 20, 500],
    };
    const results = await Promise.all([
      pipeline.submit(quotes, { owner: MAKER }),
      pipeline.submit(quotes, { owner: MAKER }),
      pipeline.submit(limitOrder(1000, 0, PRICE + 20), { owner: 1000 }),
      pipeline.submit(limitOrder(1001, 1, PRICE + 5), { owner: 1001 }),
      pipeline.submit(position(1002), { owner: 1002 }),
    ]);
    assert.deepEqual(
      results.map(({ error }) => error),
      [null, null, null, null, null],
    );
    await tick(pipeline, PRICE + 1);
    const { rows } = await database.query<{
      owner: number;
      wallet: number;
      asset: number;
      available: number;
      frozen: number;
    }>(
      'select owner, wallet, asset, sum(available)::bigint as available, sum(frozen)::bigint as frozen from postings group by 1, 2, 3',
    );
    for (const row of rows) {
      const { owner, wallet, asset, available, frozen } = row;
      assert.deepEqual(
        { available, frozen },
        exchange.balance(owner, wallet, asset),
        `account ${owner}/${wallet}/${asset}`,
      );
    }
    assert.ok(rows.length >= 15);
    assert.equal(await count(database, `spot_orders where owner = ${MAKER}`), 0);
    assert.equal(await count(database, 'spot_orders where owner = 1000 and status = 1'), 1);
    assert.equal(await count(database, 'spot_fills'), 1);
    assert.equal(
      await count(
        database,
        `postings where owner = ${MAKER} and asset = ${USDT} and reason = 'order-frozen'`,
      ),
      1,
    );
    assert.equal(await count(database, 'positions where owner = 1002 and open_tick > 0'), 1);
  },
);

testOnBoth(
  'R12.2 an error of a listener affects nobody else',
  async (place, context) => {
    const errors: unknown[] = [];
    const { pipeline } = await start(place, context, { onError: (error) => errors.push(error) });
    const stop = pipeline.onCommitted(() => {
      throw new Error('a listener');
    });
    assert.equal((await pipeline.submit(transfer(1000, 1), { owner: 1000 })).error, null);
    stop();
    assert.equal((await pipeline.submit(transfer(1000, 1), { owner: 1000 })).error, null);
    assert.equal(errors.length, 1);
  },
  { byDefault: 'postgres' },
);

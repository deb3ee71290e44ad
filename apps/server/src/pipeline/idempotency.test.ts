/**
 * Idempotency keys on both real databases. Goal: a key has one answer for a day. Method: keys that
 * are in memory, in the table alone, or on their way from it.
 */
import assert from 'node:assert/strict';
import { testOnBoth } from '../../test/engines.ts';
import { limitOrder, transfer } from '../../test/world.ts';
import { startWorld as start } from '../../test/start-world.ts';
import { exchangeFactory } from './exchange-factory.ts';
import { IdempotencyKeys, KEY_KEPT_MS } from './idempotency.ts';
import { Pipeline } from './pipeline.ts';

testOnBoth('R12.3 keys survive a restart, refusals included', async (place, context) => {
  const refused = { owner: 1000, key: 'too much', requestHash: 'h' };
  const placed = { owner: 1000, key: 'placed', requestHash: 'h' };
  const one = await start(place, context);
  const answers = await Promise.all([
    one.pipeline.submit(transfer(1000, 1e15), refused),
    one.pipeline.submit(limitOrder(1000, 0), placed),
  ]);
  assert.equal(answers[0]?.error, 'wallet/insufficient-balance');
  await one.stop();
  await one.database.close();
  const two = await start(place, context);
  const seq = two.exchange.seq;
  assert.deepEqual(await two.pipeline.submit(transfer(1000, 1e15), refused), answers[0]);
  assert.deepEqual(await two.pipeline.submit(limitOrder(1000, 0), placed), answers[1]);
  assert.equal(two.exchange.seq, seq);
});

testOnBoth('R12.3 keys that memory has dropped are answered from the table', async (place, context) => {
  const { database, fatals, exchange, pipeline: first } = await start(place, context);
  const keys = new IdempotencyKeys(database, 3);
  const pipeline = new Pipeline({
    database,
    exchange,
    keys,
    position: first.position,
    onFatal: (error) => fatals.push(error),
  });
  const submit = (n: number) =>
    pipeline.submit(limitOrder(1000, 0), { owner: 1000, key: `k${n}`, requestHash: 'h' });
  const answers = [];
  for (let n = 0; n < 10; n++) answers.push(await submit(n));
  const seq = exchange.seq;
  for (let n = 0; n < 10; n++) assert.deepEqual(await submit(n), answers[n]);
  assert.equal(exchange.seq, seq);
  assert.ok(keys.size <= 4);
  const isAnswered = (n: number) => pipeline.isAnswered(1000, `k${n}`);
  assert.deepEqual(await Promise.all([isAnswered(0), isAnswered(9), isAnswered(10)]), [true, true, false]);
  await database.query('update idempotency set time_ms = time_ms - $1', [KEY_KEPT_MS]);
  assert.equal(await isAnswered(0), false, 'an answer that has run out is none');
  assert.deepEqual(fatals, []);
});

testOnBoth('R12.3 while keys are loaded, each is answered as if they were here', async (place, context) => {
  const { database, pipeline, exchange, fatals } = await start(place, context);
  const by = (key: string) => ({ owner: 1000, key, requestHash: 'h' });
  const answers = [];
  for (const key of ['a', 'b', 'c']) answers.push(await pipeline.submit(limitOrder(1000, 0), by(key)));
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const isAsked = new Set<string>();
  const session = {
    query: async (text: string, params: readonly never[]) => {
      isAsked.add(text.includes('order by') ? 'load' : 'one');
      if (text.includes('order by')) await gate;
      return database.query(text, [...params]);
    },
  } as unknown as ConstructorParameters<typeof IdempotencyKeys>[0];
  const keys = new IdempotencyKeys(session);
  const loading = keys.load(pipeline.nowMs());
  const next = new Pipeline({
    database,
    exchange,
    keys,
    position: pipeline.position,
    onFatal: (error) => fatals.push(error),
  });
  assert.deepEqual(await next.submit(limitOrder(1000, 0), by('b')), answers[1]);
  const fresh = await next.submit(limitOrder(1000, 0), by('d'));
  assert.equal(fresh.error, null);
  open();
  await loading;
  isAsked.clear();
  for (const [i, key] of ['a', 'b', 'c'].entries())
    assert.deepEqual(await next.submit(limitOrder(1000, 0), by(key)), answers[i]);
  assert.deepEqual(await next.submit(limitOrder(1000, 0), by('d')), fresh);
  assert.deepEqual([keys.size, isAsked.size, fatals.length], [4, 0, 0]);
});

testOnBoth(
  'R12.3 D0005 a process that was replaced overwrites no answer by a refusal',
  async (place, context) => {
    const { database, pipeline, exchange } = await start(place, context);
    const stale = new Pipeline({
      database,
      exchange: exchangeFactory.restore(exchange.snapshot()),
      keys: new IdempotencyKeys(database),
      position: pipeline.position,
      onFatal: () => {},
    });
    const key = { owner: 1000, key: 'once', requestHash: 'h' };
    const placed = await pipeline.submit(limitOrder(1000, 0), key);
    assert.equal(placed.error, null);
    const known = await stale.remember({ error: 'wallet/held' }, key);
    assert.deepEqual([known.error, known.id], [null, placed.id]);
    const kept = new IdempotencyKeys(database);
    await kept.load(pipeline.nowMs());
    assert.equal((await kept.recall(key, pipeline.nowMs()))?.error, null);
    // An answer that has run out is replaced.
    await database.query('update idempotency set time_ms = time_ms - $1', [KEY_KEPT_MS + 60_000]);
    const refused = { error: 'wallet/held', id: 0, count: 0, reply: '{}' } as const;
    const at = { timeMs: pipeline.nowMs(), seq: 1 };
    assert.deepEqual(await new IdempotencyKeys(database).remember(key, refused, at), refused);
  },
);

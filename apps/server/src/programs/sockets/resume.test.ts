/**
 * Goal: who was away for long gets what it missed. Method: a whole server; thousands of events
 * while nobody listens, then a socket that goes on.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MASTER_KEY } from '../../testing/fund-password.ts';
import { startTestServer } from '../../testing/harness.ts';
import { ProgramLine, programOf } from '../../testing/program.ts';

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '59000',
  quantity: '0.0005',
};
/** More than may wait for a socket that has asked for nothing. */
const MISSED = 2_100;
const ROUNDS = 12;

test('trading-api I7 D0052 who missed all events that are kept gets each of them in order', async (context) => {
  const server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
  context.after(() => server.close());
  const program = await programOf(server, await server.register('ann'));
  const trading = await ProgramLine.open(server);
  await trading.logOn(program);
  const listening = await ProgramLine.open(server);
  await listening.logOn(program);
  const first = await listening.ask('userDataStream.subscribe');
  const { seq: beganAt } = first.result as { seq: number };
  for (let round = 0; round < ROUNDS; round++) {
    const requests = Array.from({ length: 120 }, () => ({ method: 'order.place', params: ORDER }));
    await trading.ask('order.batch', { requests });
    await trading.ask('openOrders.cancelAll', { symbol: 'BTCUSDT' });
  }
  const known = listening.events.at(-1)?.seq ?? 0;
  listening.close();
  assert.ok(known - beganAt > MISSED, `${known - beganAt} events`);

  const again = await ProgramLine.open(server);
  await again.logOn(program);
  const { result } = await again.ask('userDataStream.subscribe', { after: known - MISSED });
  const { isWhole, seq } = result as { isWhole: boolean; seq: number };
  assert.deepEqual([isWhole, seq], [true, known]);
  await trading.ask('order.place', ORDER);
  const events = await again.untilEvents(MISSED + 1);
  assert.deepEqual(
    events.slice(0, MISSED).map((one) => one.seq),
    Array.from({ length: MISSED }, (_, i) => known - MISSED + 1 + i),
  );
  assert.equal((await again.ask('session.status')).status, 200);
  for (const line of [trading, again]) line.close();
});

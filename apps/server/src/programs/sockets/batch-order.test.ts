/**
 * Goal: requests of a batch run in their order, and are committed together. Method: each kind of
 * request before one that depends on what it does, over a real socket.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MASTER_KEY } from '../../testing/fund-password.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { programOf, ProgramLine } from '../../testing/program.ts';

let server: TestServer;
let line: ProgramLine;
before(async () => {
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
  const program = await programOf(server, await server.register('ann'));
  line = await ProgramLine.open(server);
  assert.equal((await line.logOn(program)).status, 200);
});
after(async () => {
  line.close();
  await server.close();
});
const symbol = 'BTCUSDT';
const LIMIT = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '50000', quantity: '0.001' };
const place = (newClientOrderId: string) => ({
  method: 'order.place',
  params: { ...LIMIT, newClientOrderId },
});
const cancel = (origClientOrderId: string) => ({
  method: 'order.cancel',
  params: { symbol, origClientOrderId },
});
const replace = (old: string, name: string, mode = 'STOP_ON_FAILURE') => ({
  method: 'order.cancelReplace',
  params: { ...LIMIT, newClientOrderId: name, cancelOrigClientOrderId: old, cancelReplaceMode: mode },
});
const amend = (origClientOrderId: string, newQty: string) => ({
  method: 'order.amend.keepPriority',
  params: { symbol, origClientOrderId, newQty },
});
async function batch(...requests: object[]) {
  const { result } = await line.ask('order.batch', { requests });
  return (result as { status: number; error?: { error: string } }[]).map(
    (one) => one.error?.error ?? one.status,
  );
}
const names = async (): Promise<string[]> =>
  ((await line.ask('openOrders.status', {})).result as { clientOrderId: string }[]).map(
    ({ clientOrderId }) => clientOrderId,
  );

/** Requests, their answers, and the names of what is open afterwards. */
const CASES: readonly (readonly [readonly object[], readonly unknown[], readonly string[]])[] = [
  [[place('a'), cancel('a')], [200, 200], []],
  [[place('a'), replace('a', 'b'), cancel('b')], [200, 200, 200], []],
  [[place('a'), amend('a', '0.0005'), cancel('a')], [200, 200, 200], []],
  [[amend('old', '0.0005'), cancel('old')], [200, 200], []],
  [[amend('old', '0.0005'), replace('old', 'a'), cancel('a')], [200, 200, 200], []],
  [[replace('old', 'a'), cancel('a')], [200, 200], []],
  [[replace('old', 'a'), place('a')], [200, 'spot/client-order-id-taken'], ['a']],
  [
    [replace('none', 'a', 'ALLOW_FAILURE'), cancel('a'), place('a')],
    [409, 200, 200],
    ['a', 'old'],
  ],
  [[cancel('old'), amend('old', '0.0005'), place('old')], [200, 'spot/unknown-order', 200], ['old']],
];

test('D0052 trading-api I6 what a request of a batch does is done before the next one, of every kind', async () => {
  for (const [requests, answers, left] of CASES) {
    await line.ask('openOrders.cancelAll', { symbol });
    assert.equal((await line.ask('order.place', place('old').params)).status, 200);
    const words = JSON.stringify(requests);
    const untouched = words.includes('"old"') ? left : [...new Set([...left, 'old'])];
    assert.deepEqual(await batch(...requests), answers, words);
    assert.deepEqual((await names()).toSorted(), untouched.toSorted(), words);
  }
});

test('D0052 the orders of a batch are one commit', async () => {
  await line.ask('openOrders.cancelAll', { symbol });
  const { pipeline } = server.server.running;
  const before = pipeline.figures.batches;
  const requests = Array.from({ length: 60 }, (_, i) => place(`m${i}`));
  assert.deepEqual(new Set(await batch(...requests)), new Set([200]));
  assert.equal(pipeline.figures.batches - before, 1);
});

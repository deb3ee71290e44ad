/**
 * Goal: requests whose client has gone count until their handlers have settled. Method: real HTTP;
 * the pipeline's answers are held back until the test releases them.
 */
import assert from 'node:assert/strict';
import { request, type ClientRequest } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newGate } from '../testing/gate.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';
import { EDGE_LIMITS } from './edge-limits.ts';

const AMEND = '/bb/app/spot/amendOrder';
/** Longer than an answer takes. */
const SETTLED_MS = 500;
let server: TestServer;
let user: TestUser;
const lines: string[] = [];
before(async () => {
  server = await startTestServer({ writeLog: (line) => lines.push(line) });
  user = await server.register('aborts');
});
after(() => server.close());

/** A request on a connection of its own, which the test destroys. */
function sendAmendment(id: string, price: number): ClientRequest {
  const body = JSON.stringify({ id, price: String(price) });
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-access-token': user.token,
  };
  const { port } = server.server;
  const sent = request({ host: '127.0.0.1', port, path: AMEND, method: 'POST', headers, agent: false });
  sent.on('error', () => undefined).end(body);
  return sent;
}

async function connections(): Promise<number> {
  const text = await (await fetch(`${server.server.url}/metrics`)).text();
  return Number(/^glasshouse_connections (\d+)/m.exec(text)?.[1]);
}

test('R13.6 D0016 a client that aborts gets its place back when the handler has settled, so no mutex overflows', async (context) => {
  const order = { baseCoin: 'BTC', quoteCoin: 'USDT', side: 'buy', type: 'limit', amount: '0.01' };
  const placed = await server.post<{ id: string }>(
    '/bb/app/spot/placeOrder',
    { ...order, price: '40000' },
    user,
  );
  const { pipeline } = server.server.running;
  const { guard } = server.server.features;
  const gate = newGate();
  const submit = pipeline.submit.bind(pipeline);
  context.mock.method(pipeline, 'submit', async (...args: Parameters<typeof submit>) => {
    await gate.opened;
    return submit(...args);
  });
  const most = EDGE_LIMITS.runningOfOneCaller;
  const [allBegun, oneMore] = [newGate(), newGate<'began'>()];
  let begun = 0;
  const run = guard.run.bind(guard);
  context.mock.method(guard, 'run', (...args: Parameters<typeof run>) => {
    begun++;
    if (begun === most) allBegun.open(undefined);
    if (begun > most) oneMore.open('began');
    return run(...args);
  });
  // One place is left for the further one.
  const count = EDGE_LIMITS.inFlightOfOneCaller - 1;
  const before = await connections();
  const sent = Array.from({ length: count }, (_, at) => sendAmendment(placed.data.id, 41_000 + at));
  await allBegun.opened;
  while ((await connections()) < before + count);
  for (const one of sent) one.destroy();
  // One that the server has not seen leave would still begin.
  while ((await connections()) > before);
  const further = server.post(AMEND, { id: placed.data.id, price: '42000' }, user);
  const first = await Promise.race([further, oneMore.opened, sleep(SETTLED_MS).then(() => 'waits' as const)]);
  assert.equal(first, 'waits', 'no place is given back while its handler runs');
  gate.open(undefined);
  // Places come back once the handlers have settled; those that never began are passed over.
  assert.equal((await further).code, 1);
  assert.equal(begun, most + 1);
  assert.deepEqual(lines, []);
});

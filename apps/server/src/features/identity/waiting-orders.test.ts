/**
 * Goal: nothing that waited runs after a freeze or an exclusion is acknowledged. Method: real HTTP;
 * the first command holds its mutex until the test releases it.
 */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { newGate } from '../../testing/gate.ts';
import { startTestServer, type TestReply, type TestServer } from '../../testing/harness.ts';

const WAITING = 8;
const PAIR = { baseCoin: 'BTC', quoteCoin: 'USDT' };
let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

/** Holds the commands back that are submitted from now on; `judged` when the guard has seen all. */
function holdCommands(context: TestContext) {
  const { pipeline } = server.server.running;
  const { guard } = server.server.features;
  const [release, submitted, judged] = [newGate(), newGate(), newGate()];
  const submit = pipeline.submit.bind(pipeline);
  context.mock.method(pipeline, 'submit', async (...args: Parameters<typeof submit>) => {
    submitted.open(undefined);
    await release.opened;
    return submit(...args);
  });
  let runs = 0;
  const run = guard.run.bind(guard);
  context.mock.method(guard, 'run', (...args: Parameters<typeof run>) => {
    const work = run(...args);
    if (++runs === WAITING + 1) judged.open(undefined);
    return work;
  });
  return { release, submitted: submitted.opened, judged: judged.opened };
}

/** Sends one that takes the mutex, the others behind it, and then what denies them. */
async function denyWaiting(
  context: TestContext,
  {
    send,
    deny,
  }: { send: (at: number) => Promise<TestReply<unknown>>; deny: () => Promise<TestReply<unknown>> },
): Promise<readonly TestReply<unknown>[]> {
  const { release, submitted, judged } = holdCommands(context);
  const first = send(0);
  await submitted;
  const others = Array.from({ length: WAITING }, (_, at) => send(at + 1));
  await judged;
  assert.equal((await deny()).code, 1);
  release.open(undefined);
  assert.equal((await first).code, 1, 'submitted before');
  return Promise.all(others);
}

test('R13.3 R13.7 amendments that wait when the account is frozen are refused', async (context) => {
  const user = await server.register('frozen-late');
  const order = { ...PAIR, side: 'buy', type: 'limit', amount: '0.01', price: '40000' };
  const { data } = await server.post<{ id: string }>('/bb/app/spot/placeOrder', order, user);
  const replies = await denyWaiting(context, {
    send: (at) => server.post('/bb/app/spot/amendOrder', { id: data.id, price: String(41_000 + at) }, user),
    deny: () => server.post('/bb/app/user/freeze', { confirm: true }, user),
  });
  assert.deepEqual(
    replies.map(({ error }) => error),
    replies.map(() => 'identity/account-frozen'),
  );
});

test('R13.7 orders of a user with limits that wait when the user self-excludes are refused', async (context) => {
  const user = await server.register('excluded-late');
  await server.market.tick();
  assert.equal((await server.post('/bb/app/user/setLimits', { stake: '20' }, user)).code, 1);
  const position = { ...PAIR, positionTime: 60, tradeType: 1, openAmount: '10' };
  const replies = await denyWaiting(context, {
    send: () => server.post('/contract/app/contract/createOrder', position, user),
    deny: () => server.post('/bb/app/user/exclude', { days: 1 }, user),
  });
  assert.deepEqual(
    replies.map(({ error }) => error),
    replies.map(() => 'identity/self-excluded'),
  );
});

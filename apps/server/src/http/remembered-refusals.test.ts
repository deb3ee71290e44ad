/**
 * Goal: a request that moves money is answered once under its Idempotency-Key, also where it was
 * refused before any command. Method: every such call by an owner whose money lies elsewhere, and
 * again when the money is there.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CALLS, type Call } from '@glasshouse/protocol';
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';
import { setPurchase } from '../testing/purchase.ts';
import { sampleInput } from '../testing/sample-input.ts';
import { clientKey } from '../contract/sequencer.ts';
import { SECRET_FIELDS } from '../process/log.ts';
import { readIdempotency, withoutProofs } from './idempotency.ts';

let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('refused');
});
after(() => server.close());

/** The market of the test has a price for each of its coins. */
const PRICED_FUND = 4;
const MONEY = (CALLS as readonly Call[]).filter(({ movesMoney }) => movesMoney);
/** A price is five seconds old at most. */
async function tick(): Promise<void> {
  await server.market.tick();
  server.server.running.pipeline.forward(1000);
}
async function ask(call: Call, key: string) {
  await tick();
  const { token } = user;
  // Without terms those of the offer are taken.
  const { dailyRate: _rate, days: _days, ...input } = sampleInput(call);
  const isOffer = 'offer' in input || 'project' in input;
  const priced = 'fund' in input ? { fund: PRICED_FUND } : {};
  const body = { ...input, ...(isOffer ? { amount: '1000' } : {}), ...priced };
  return server.post(call.prefixes[0] + call.path, body, { token, key });
}
async function moveAll(from: number, to: number): Promise<void> {
  const { data } = await server.post<{ list: { currencyName: string; availableCurrency: string }[] }>(
    '/bb/app/wallet/getAssets',
    { account: from },
    user,
  );
  for (const { currencyName: currency, availableCurrency: amount } of data.list) {
    if (Number(amount) === 0) continue;
    const move = { from, to, currency, amount };
    const moved = await server.post('/contract/app/contract/transfer', move, user);
    assert.equal(moved.code, 1, `${currency}: ${moved.error}`);
  }
}

test('R12.3 a refusal of any call that moves money is remembered under its key', async () => {
  await moveAll(2, 1);
  const refused = new Map<string, string>();
  for (const call of MONEY) {
    const { code, error = '' } = await ask(call, `first-${call.path.replaceAll('/', '-')}`);
    if (code !== 1) refused.set(call.name, error);
  }
  await moveAll(1, 2);
  const changed: string[] = [];
  for (const call of MONEY.filter(({ name }) => refused.has(name))) {
    const again = await ask(call, `first-${call.path.replaceAll('/', '-')}`);
    assert.equal(again.error, refused.get(call.name), call.name);
    const anew = await ask(call, `second-${call.path.replaceAll('/', '-')}`);
    if (anew.error !== refused.get(call.name)) changed.push(call.name);
  }
  // The test shows something only where the money makes a difference.
  for (const name of ['finance/buy', 'mining/buy', 'fund/buy', 'subscription/subscribe', 'spot/place-order'])
    assert.ok(changed.includes(name), `${name}: ${refused.get(name)} both times`);
});

test('R12.3 a request that waits while another of its key is refused gets the whole refusal', async () => {
  await tick();
  const { pipeline } = server.server.running;
  const call = MONEY.find(({ name }) => name === 'fund/buy')!;
  const body = { fund: PRICED_FUND, quantity: '10', leverage: 1 };
  const { requestHash } = readIdempotency('raced', call.name, call.input.parse(body)) as {
    requestHash: string;
  };
  const refusal = { error: 'fund/terms-changed', field: 'buyFee' } as const;
  let waiting: ReturnType<typeof server.post>;
  // It has found no refusal of its key, and waits for the exchange.
  await pipeline.paused(async () => {
    waiting = server.post(call.prefixes[0] + call.path, body, { token: user.token, key: 'raced' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await pipeline.remember(refusal, { owner: Number(user.userId), key: clientKey('raced'), requestHash });
  });
  const { error, field } = await waiting!;
  assert.deepEqual({ error, field }, refusal);
});

test('R12.3 what the guard refused is refused under its key, also when the guard allows it again', async () => {
  await tick();
  const flag = (mayPurchase: boolean) => setPurchase(server, { user: Number(user.userId), mayPurchase });
  const call = MONEY.find(({ name }) => name === 'subscription/subscribe')!;
  const subscribe = (key: string) =>
    server.post(call.prefixes[0] + call.path, { project: 1, amount: '100' }, { token: user.token, key });
  await flag(false);
  assert.equal((await subscribe('guarded')).error, 'identity/purchase-not-allowed');
  await flag(true);
  assert.equal((await subscribe('guarded')).error, 'identity/purchase-not-allowed');
  assert.equal((await subscribe('guarded-anew')).code, 1);
});

test('R13.5 the stored hash of a request that moves money covers no proof', () => {
  for (const call of MONEY) {
    const input = sampleInput(call);
    const hashOf = (proofs: object) => readIdempotency('k', call.name, { ...input, ...proofs });
    const others = { fundPassword: '000000', code: '000000', googleCode: '000000' };
    const none = Object.fromEntries(Object.keys(others).map((field) => [field, undefined]));
    assert.deepEqual(hashOf(others), hashOf(none), call.name);
    const secrets = Object.keys(withoutProofs(input)).filter((field) =>
      (SECRET_FIELDS as readonly string[]).includes(field),
    );
    assert.deepEqual(secrets, [], call.name);
  }
});

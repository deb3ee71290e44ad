/**
 * Goal: one rule asks for the fund password wherever money is locked for a term or a loan is taken.
 * Method: each such call by an owner who has one, without it, with a wrong one, with the right one;
 * the list is that of the calls whose contract names the refusal.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CALLS, type Call } from '@glasshouse/protocol';
import { FUND_PASSWORD, giveFundPassword, MASTER_KEY } from '../testing/fund-password.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';

let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer({ env: { MASTER_KEY } });
  user = await server.register('locking');
  await giveFundPassword(server, user);
});
after(() => server.close());

/** In this order: what is redeemed was bought before. The market of the test prices fund 4. */
const LOCKS = {
  'finance/buy': { offer: 1, amount: '100', agree: true },
  'mining/buy': { offer: 3, amount: '2' },
  'mining/redeem-early': { id: '1' },
  'subscription/subscribe': { project: 1, amount: '100' },
  'fund/buy': { fund: 4, quantity: '30', leverage: 2 },
} as const;

async function send(name: string, body: object, key?: string) {
  const call = (CALLS as readonly Call[]).find((each) => each.name === name)!;
  await server.market.tick();
  server.server.running.pipeline.forward(1000);
  const by = key === undefined ? user : { ...user, key };
  return server.post<{ id?: string } | null>(call.prefixes[0] + call.path, body, by);
}

async function ask(name: string, body: object) {
  const { code, error, field } = await send(name, body);
  return code === 1 ? 'done' : `${error} ${field}`;
}

test('R5.4 every call that locks money or takes a loan asks for the fund password', async () => {
  const asking = (CALLS as readonly Call[]).filter(
    ({ movesMoney, refusals }) => movesMoney && refusals.includes('identity/fund-password-missing'),
  );
  const withdrawals = ['funding/request-withdrawal'];
  assert.deepEqual(
    asking
      .map(({ name }) => name)
      .filter((name) => !withdrawals.includes(name))
      .sort(),
    Object.keys(LOCKS).sort(),
  );
  for (const [name, body] of Object.entries(LOCKS)) {
    assert.equal(await ask(name, body), 'identity/fund-password-missing fundPassword', name);
    const wrong = await ask(name, { ...body, fundPassword: '000000' });
    assert.equal(wrong, 'identity/fund-password-incorrect fundPassword', name);
    assert.equal(await ask(name, { ...body, fundPassword: FUND_PASSWORD }), 'done', name);
  }
});

test('R5.4 what would be refused anyway costs no try of the fund password', async () => {
  for (const [name, body] of Object.entries(LOCKS)) {
    const much = 'amount' in body ? { amount: '9000000' } : 'quantity' in body ? { quantity: '9000000' } : {};
    const refused = await ask(name, { ...body, ...much, fundPassword: '000000' });
    assert.doesNotMatch(refused, /fund-password/, name);
  }
});

test('R5.4 a fund without a loan is bought without the fund password', async () => {
  assert.equal(await ask('fund/buy', { ...LOCKS['fund/buy'], leverage: 1 }), 'done');
});

test('R12.3 a purchase that is sent again is answered with its first id, though the money has moved', async () => {
  const { 'mining/redeem-early': _redemption, ...purchases } = LOCKS;
  const buyAll = async () => {
    const ids: unknown[] = [];
    for (const [name, body] of Object.entries(purchases)) {
      const asked = { ...body, fundPassword: FUND_PASSWORD };
      const { data, error } = await send(name, asked, `again-${ids.length}`);
      ids.push(data?.id ?? error);
    }
    return ids;
  };
  const first = await buyAll();
  for (const id of first) assert.match(String(id), /^\d+$/);
  const { data } = await server.post<{ list: { currencyName: string; availableCurrency: string }[] }>(
    '/bb/app/wallet/getAssets',
    { account: 2 },
    user,
  );
  const move = async (from: number, to: number) => {
    for (const { currencyName: currency, availableCurrency: amount } of data.list)
      if (Number(amount) > 0) await ask('wallet/transfer', { from, to, currency, amount });
  };
  await move(2, 1);
  assert.deepEqual(await buyAll(), first);
  await move(1, 2);
});

test('R13.2 right fund passwords that come at once are not each other’s wrong tries', async () => {
  const asked = { ...LOCKS['mining/buy'], amount: '1', fundPassword: FUND_PASSWORD };
  const buy = (key: string) =>
    server.post<{ id: string }>('/bb/app/pool/buy', asked, { token: user.token, key });
  const [first, ...same] = await Promise.all(Array.from({ length: 12 }, () => buy('one-key')));
  assert.equal(first?.code, 1);
  for (const { data } of same) assert.equal(data?.id, first?.data.id);
  const others = await Promise.all(Array.from({ length: 8 }, (_, i) => buy(`at-once-${i}`)));
  for (const { error = '' } of others) assert.doesNotMatch(error, /fund-password/);
});

/**
 * Production mode on the whole server: nothing of the demo is reachable, mail leaves by SMTP,
 * nobody trades unverified.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, PASSWORD, type TestServer } from './harness.ts';
import { startMailServer, type TestMailServer } from './smtp-server.ts';

let mails: TestMailServer;
let server: TestServer;
before(async () => {
  mails = await startMailServer();
  const masterKey = 'kF8n2vQx7LwZr4TbYp9sHc3mJd6gAeUo';
  server = await startTestServer({
    config: { mode: 'production', smtpUrl: mails.url, masterKey, publicUrl: 'https://exchange.example' },
  });
});
after(async () => {
  await server.close();
  await mails.close();
});

/** Long enough for any machine. */
const MAIL_MS_MAX = 60_000;

/** Codes come only by mail. */
async function mailedCode(email: string): Promise<string> {
  const lateMs = performance.now() + MAIL_MS_MAX;
  while (performance.now() < lateMs) {
    const mail = mails.messages.find((message) => message.includes(`To: ${email}`));
    const code = /^Subject: .*\b(\d{6})\b/m.exec(mail ?? '')?.[1];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no mail to ${email}`);
}

test('R14.2 captured mail is not reachable, and there is no demo trader', async () => {
  for (const path of ['/dev/mail', '/dev/mail.json'])
    assert.equal((await fetch(server.server.url + path)).status, 404);
  const { rows } = await server.server.database.query<{ n: number }>('select count(*) as n from users');
  assert.equal(rows[0]?.n, 0);
});

test('R13.5 R14.6 with https every answer enforces it, and strangers get no metrics', async () => {
  const { url } = server.server;
  for (const path of ['/nothing', '/bb/app/paramter/contractconfig', '/pc/', '/healthz', '/metrics']) {
    const { headers, status } = await fetch(url + path);
    assert.match(headers.get('strict-transport-security') ?? '', /max-age=31536000/, path);
    if (path === '/metrics') assert.equal(status, 404);
  }
  const origin = new URL(url).origin;
  const info = await server.post('/bb/app/user/info', {}, { headers: { origin } });
  assert.deepEqual([info.error, info.field], ['request/invalid', 'Origin'], 'pages are those of PUBLIC_URL');
});

test('R14.2 R14.10 R6.2 a code leaves by SMTP and is stored nowhere afterwards; a new user has no play money and may not trade', async () => {
  const email = 'real@test.example';
  await server.post('/bb/app/user/sendEmailCode', { email, type: 'register' });
  const body = {
    email,
    code: await mailedCode(email),
    password: PASSWORD,
    confirmPassword: PASSWORD,
    agree: true,
  };
  const registered = await server.post<{ token: string }>('/bb/app/user/register', body);
  assert.equal(registered.code, 1);
  const { token } = registered.data;
  const info = await server.post<{ auth: number }>('/bb/app/user/info', {}, { token });
  assert.equal(info.data.auth, 0);
  const assets = await server.post<{ totalValue: string }>('/bb/app/wallet/getAssets', {}, { token });
  assert.equal(assets.data.totalValue, '0');
  const order = {
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    side: 'buy',
    type: 'limit',
    price: '59000',
    amount: '0.01',
  };
  assert.equal((await server.post('/bb/app/spot/placeOrder', order, { token })).error, 'kyc/required');
  const position = { openAmount: '100', baseCoin: 'BTC', quoteCoin: 'USDT', positionTime: 60, tradeType: 1 };
  assert.equal(
    (await server.post('/contract/app/contract/createOrder', position, { token })).error,
    'kyc/required',
  );
  type Row = { state: string; body: string; html: string; code: string | null };
  const outbox = async () =>
    (await server.server.database.query<Row>('select state, body, html, code from outbox')).rows;
  // The mail server has the message before the outbox is updated.
  const lateMs = performance.now() + MAIL_MS_MAX;
  while ((await outbox())[0]?.state !== 'sent' && performance.now() < lateMs)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(await outbox(), [{ state: 'sent', body: '', html: '', code: null }]);
});

test('R14.10 refused mail waits and is retried', async () => {
  mails.refuse(true);
  const email = 'later@test.example';
  assert.equal((await server.post('/bb/app/user/sendEmailCode', { email, type: 'register' })).code, 1);
  const state = async () => {
    const { rows } = await server.server.database.query<{ state: string; attempts: number }>(
      'select state, attempts from outbox where recipient = $1',
      [email],
    );
    return rows[0];
  };
  const lateMs = performance.now() + MAIL_MS_MAX;
  let tried = await state();
  for (; tried?.attempts === 0 && performance.now() < lateMs; tried = await state())
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(tried?.state === 'waiting' && tried.attempts > 0, JSON.stringify(tried));
  mails.refuse(false);
  // The first retry needs no trigger: it comes after five seconds.
  assert.match(await mailedCode(email), /^\d{6}$/);
});

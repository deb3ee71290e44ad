/**
 * Goal: the log holds what an operator must read after an attack, and nothing that helps an
 * attacker. Method: attacks over real HTTP, and the lines they log.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PASSWORD, startTestServer, type TestServer } from '../testing/harness.ts';

const FORGED = `forged"}\n{"time":"2020-01-01T00:00:00.000Z","level":"info","message":"all is well"`;
const lines: string[] = [];
let server: TestServer;
before(async () => {
  server = await startTestServer({
    env: { LOG_LEVEL: 'info', TRUST_PROXY: 'loopback' },
    writeLog: (line) => lines.push(line),
  });
});
after(() => server.close());

interface Line extends Record<string, unknown> {
  readonly time: string;
  readonly message: string;
}
/** Throws if a line is not one JSON object. */
const logged = (): readonly Line[] =>
  lines.map((line) => {
    assert.equal(line.indexOf('\n'), line.length - 1, 'one line');
    return JSON.parse(line) as Line;
  });
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

test('R13.10 the log has a line for each refusal of a sign-in, a proof, the guard, a limit and malformed input: when, which call, why, who, from where', async () => {
  const user = await server.register('log-owner');
  const login = { account: user.email, code: '000000', password: PASSWORD };
  await server.post('/bb/app/user/login', login, from('198.51.100.7'));
  await server.post('/bb/app/user/updatePwd', { code: '1' }, user);
  const proof = { password: 'Wrong-2026', code: '000000' };
  await server.post('/bb/app/user/unbindGoogle', proof, user);
  for (let sent = 0; sent < 2; sent++)
    await server.post('/bb/app/user/sendEmailCode', { email: user.email, type: 'bind' }, user);
  await server.post('/bb/app/user/freeze', { confirm: true }, user);
  const { token } = await server.login(user);
  await server.post('/bb/app/user/startGoogleBind', {}, { token });
  const refused = logged().filter(({ message }) => message === 'refused');
  const expected = [
    { call: 'identity/login', error: 'identity/wrong-code', ip: '198.51.100.7' },
    { call: 'identity/update-password', error: 'request/invalid', user: Number(user.userId) },
    { call: 'identity/unbind-google', error: 'identity/google-not-bound', user: Number(user.userId) },
    { call: 'identity/send-email-code', error: 'request/too-many' },
    { call: 'identity/start-google-bind', error: 'identity/account-frozen', user: Number(user.userId) },
  ];
  for (const each of expected) {
    const found = refused.find((line) => Object.entries(each).every(([name, value]) => line[name] === value));
    assert.ok(found, `${JSON.stringify(each)} in ${JSON.stringify(refused)}`);
    assert.match(found.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
});

test('R13.5 R13.10 the log contains no input, password, code or token, and nobody can forge lines', async () => {
  const user = await server.register('log-secrets');
  await server.post('/bb/app/user/sendEmailCode', { email: user.email, type: 'login' });
  const code = await server.codeFor(user.email);
  const wrong = { account: user.email, code, password: `Secret-${FORGED}` };
  await server.post('/bb/app/user/login', wrong, {
    headers: { 'user-agent': 'forged', 'x-access-token': 'T'.repeat(43) },
  });
  await server.post('/bb/app/user/register', { email: FORGED, accountName: FORGED, inviteCode: FORGED });
  const right = await server.post('/bb/app/user/login', { ...wrong, password: PASSWORD });
  assert.equal(right.code, 1, right.msg);
  const all = lines.join('');
  for (const secret of [PASSWORD, 'Secret-', 'forged', code, user.token, user.email, 'T'.repeat(43)])
    assert.ok(!all.includes(secret), `${secret} is in the log`);
  assert.ok(logged().every(({ message }) => message !== 'all is well'));
});

test('R13.5 R13.10 internal errors are logged, and the caller learns no details', async () => {
  const user = await server.register('log-failure');
  await server.server.database.exec('alter table withdrawal_addresses rename to hidden_table');
  const failed = await server.post('/bb/app/wallet/getAddresses', {}, user);
  await server.server.database.exec('alter table hidden_table rename to withdrawal_addresses');
  assert.equal(failed.error, 'request/failed');
  assert.doesNotMatch(JSON.stringify(failed), /withdrawal_addresses|select|relation/);
  const line = logged().find(({ message }) => message === 'a call failed');
  assert.equal(line?.call, 'wallet/get-addresses');
  assert.match(String(line?.error), /withdrawal_addresses/);
});

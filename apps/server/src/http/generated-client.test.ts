/**
 * Goal: client code generated from the OpenAPI document compiles and trades. Method: a program in a
 * folder of its own, with types made by a public generator, compiled as strictly as this project
 * and run against a server.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { openApiDocument } from './openapi.ts';

const run = promisify(execFile);
const SERVER = path.join(import.meta.dirname, '../..');
const ROOT = path.join(SERVER, '../..');
const GENERATOR = path.join(SERVER, 'node_modules/openapi-typescript/bin/cli.js');
const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-client-'));

/** Registers, signs in, places an order, and reads it in a list. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

const [url = '', email = ''] = process.argv.slice(2);
const password = 'Client-2026';
const api = createClient<paths>({ baseUrl: url });

/** The answer of a success; the types tell it from a refusal by its code. */
function done<T>(reply: T | undefined): Extract<T, { code: 1 }> {
  if (!isDone(reply)) throw new Error(JSON.stringify(reply));
  return reply;
}
function isDone<T>(reply: T | undefined): reply is Extract<T, { code: 1 }> {
  return (reply as { code?: number } | undefined)?.code === 1;
}
async function codeFor(type: 'register' | 'login'): Promise<string> {
  done((await api.POST('/bb/app/user/sendEmailCode', { body: { email, type } })).data);
  const mails = await (await fetch(url + '/dev/mail.json?to=' + encodeURIComponent(email))).json();
  return (mails as { code: string | null }[]).find(({ code }) => code !== null)?.code ?? '';
}

const registered = await api.POST('/bb/app/user/register', {
  body: { email, code: await codeFor('register'), password, confirmPassword: password, agree: true },
});
const userId: string = done(registered.data).data.userId;
const login = await api.POST('/bb/app/user/login', {
  body: { account: email, code: await codeFor('login'), password },
});
api.use({
  onRequest({ request }) {
    request.headers.set('X-Access-Token', done(login.data).data.token);
    return request;
  },
});
const order = { baseCoin: 'BTC', quoteCoin: 'USDT', side: 'buy', type: 'limit', price: '59000' } as const;
const params = { header: { 'Idempotency-Key': 'first' } };
const placed = await api.POST('/bb/app/spot/placeOrder', { params, body: { ...order, amount: '0.01' } });
const listed = await api.POST('/bb/app/spot/getOrders', { body: { status: 0 } });
const row = done(listed.data).data.list[0];
const refused = (await api.POST('/bb/app/spot/cancelOrder', { body: { id: '999999999' } })).data;
console.log(
  JSON.stringify({
    userId,
    placed: done(placed.data).data.id,
    id: row?.id,
    price: row?.price,
    // Only a refusal has a name.
    refused: refused !== undefined && refused.code !== 1 ? refused.error : null,
  }),
);
`;

/** The generated types reject what the API does not take. */
const WRONG = `
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';
const api = createClient<paths>({ baseUrl: '' });
const order = { baseCoin: 'BTC', quoteCoin: 'USDT', type: 'market', amount: '1' } as const;
await api.POST('/bb/app/spot/placeOrder', { body: { ...order, side: 'hold' } });
`;

const CONFIGURATION = {
  extends: path.join(ROOT, 'tsconfig.base.json'),
  compilerOptions: { lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'] },
  files: ['program.ts'],
};

let server: TestServer;
before(async () => {
  server = await startTestServer();
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const write = (name: string, content: unknown) =>
    writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  write('package.json', { type: 'module' });
  write('openapi.json', openApiDocument());
  write('program.ts', PROGRAM);
  write('wrong.ts', WRONG);
  write('tsconfig.json', CONFIGURATION);
  write('wrong.json', { ...CONFIGURATION, files: ['wrong.ts'] });
  await run(process.execPath, [GENERATOR, 'openapi.json', '--output', 'api.ts'], { cwd: folder });
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const compile = (project: string) =>
  run(path.join(ROOT, 'node_modules/.bin/tsc'), ['--project', project], { cwd: folder });

test('R7.8 a client generated from the document compiles, and registers, signs in, orders and lists', async () => {
  await compile('tsconfig.json');
  const email = 'generated@test.example';
  const program = ['program.ts', server.server.url, email];
  const { stdout } = await run(process.execPath, program, { cwd: folder });
  const { userId, placed, id, price, refused } = JSON.parse(stdout) as Readonly<Record<string, string>>;
  assert.ok(Number(userId) >= 1000);
  assert.deepEqual([id, price, refused], [placed, '59000', 'spot/unknown-order']);
});

test('R7.8 the generated types reject a value that a field does not take', async () => {
  await assert.rejects(compile('wrong.json'), (error: { stdout?: string }) => {
    assert.match(error.stdout ?? '', /wrong\.ts\(6,\d+\): error .*"hold"/);
    return true;
  });
});

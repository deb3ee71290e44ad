/**
 * Goal: what operators set is in force at once and can break no page. Method: the operating command
 * beside a running server, and values that look right and are not.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { commandOn } from '../../testing/command.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';

let server: TestServer;
let dataDir: string;
before(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-parameters-'));
  server = await startTestServer({ dataDir });
});
after(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const command = commandOn('parameters', () => dataDir);
const set = (name: string, value: string) => command('set', name, value, '--by', 'owner');
const asked = async (paramName: string) =>
  (await server.get<{ valueName: string }>(`/bb/app/paramter/getParamListByKeyName?paramName=${paramName}`))
    .data.valueName;

test('R16.5 R4.8 a parameter is in force at once, also after a restart, and its versions stay', async () => {
  assert.equal(await asked('customer_service_url'), '/chat/');
  assert.equal((await set('customer_service_url', 'https://chat.example/embed')).status, 0);
  assert.equal(await asked('customer_service_url'), 'https://chat.example/embed');
  assert.equal((await set('contract_fee_rate', '0.003')).status, 0);
  assert.equal(Number(await asked('contract_fee_rate')), 0.003);
  assert.equal((await set('customer_service_email', 'help@exchange.example')).status, 0);
  const { output } = await command('history');
  assert.match(output, /customer_service_email = help@exchange\.example/);
  assert.match(output, /contract_fee_rate = 0\.003/);
  await server.close();
  server = await startTestServer({ dataDir });
  assert.equal(await asked('customer_service_email'), 'help@exchange.example');
  assert.equal(Number(await asked('contract_fee_rate')), 0.003);
  assert.equal((await set('customer_service_url', '/chat/')).status, 0);
});

test('R16.5 R13.5 values that no policy of pages can name, and hours that are none, are refused', async () => {
  const { parameters } = server.server.features.backOffice;
  const wrong: readonly [string, string][] = [
    ...[
      'https://a.example;sandbox',
      'https://a.example,sandbox',
      'https://a.example\n;x',
      'https://*',
      "https://a.example'",
      '/pc/main',
      '/operator/',
      'javascript:alert(1)',
      'ftp://a.example',
    ].map((value): [string, string] => ['customer_service_url', value]),
    ...['Mon-Fri 20:00-08:00', 'Mon-Fri 25:00-99:99', 'Foo-Bar 08:00-20:00', 'always'].map(
      (value): [string, string] => ['support_hours', value],
    ),
    ['customer_service_email', 'nobody'],
    ['nothing_known', '1'],
  ];
  for (const [name, value] of wrong) assert.notEqual(parameters.problemOf(name, value), null, value);
  for (const value of ['', '/chat/', 'https://chat.example:8443/a?b=c', 'http://[::1]:5000/'])
    assert.equal(parameters.problemOf('customer_service_url', value), null, value);
  for (const value of ['2', '0.0000001', 'x'])
    assert.equal((await set('contract_fee_rate', value)).status, 1, value);
});

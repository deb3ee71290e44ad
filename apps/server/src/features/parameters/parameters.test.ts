/**
 * Goal: what operators set is in force at once and can break no page. Method: the operating command
 * beside a running server, and values that look right and are not.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import type { OfficeParameter, ParameterVersion } from '@glasshouse/protocol/parameters/office';
import { Catalogue } from '../../contract/catalogue.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import type { Answer } from '../../pipeline/answer.ts';
import type { Sequencer } from '../../contract/sequencer.ts';
import { commandByTwo } from '../../testing/command.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { agreeTo, makeOperator, type TestOperator } from '../../testing/operator.ts';
import { ContractRate } from './contract-rate.ts';
import { Parameters } from './parameters.ts';

const OWNER = { operator: 'owner', second: null, reason: '' };
let server: TestServer;
let dataDir: string;
const start = () => startTestServer({ dataDir, env: { KYC_QUICK: 'off' } });
before(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-parameters-'));
  server = await start();
});
after(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const command = commandByTwo('parameters', () => dataDir);
const set = (name: string, value: string) => command('set', name, value, '--by', 'owner');
const asked = async (paramName: string) =>
  (await server.get<{ valueName: string }>(`/bb/app/paramter/getParamListByKeyName?paramName=${paramName}`))
    .data.valueName;

test('R16.4 R16.5 R4.8 a parameter is in the log and in force at once, also after a restart; its versions stay', async () => {
  assert.equal(await asked('customer_service_url'), '/chat/');
  assert.equal((await set('customer_service_url', 'https://chat.example/embed')).status, 0);
  assert.equal(await asked('customer_service_url'), 'https://chat.example/embed');
  assert.equal((await set('contract_fee_rate', '0.003')).status, 0);
  assert.equal(Number(await asked('contract_fee_rate')), 0.003);
  assert.equal((await set('customer_service_email', 'help@exchange.example')).status, 0);
  const { output } = await command('history');
  assert.match(output, /customer_service_email = help@exchange\.example/);
  assert.match(output, /contract_fee_rate = 0\.003/);
  const { audit } = server.server.features.open.operators.own;
  const noted = await audit.actsOf('parameters/set', 9);
  assert.deepEqual(
    noted.map(({ act, subject, detail }) => `${act} ${subject} ${/\S+$/.exec(detail)?.[0]}`),
    [
      'parameters/set-text parameter customer_service_email help@exchange.example',
      'parameters/set agreed parameter contract_fee_rate 0.003',
      'parameters/set asked parameter contract_fee_rate 0.003',
      'parameters/set-text parameter customer_service_url https://chat.example/embed',
    ],
  );
  await server.close();
  server = await start();
  assert.equal(await asked('customer_service_email'), 'help@exchange.example');
  assert.equal(Number(await asked('contract_fee_rate')), 0.003);
  assert.equal((await set('customer_service_url', '/chat/')).status, 0);
});

test('R16.5 R4.8 a rate whose setting breaks off between two pairs has its version, and a start ends it', async () => {
  const { running, features } = server.server;
  const { parameters } = features.open.parameters.own;
  const catalogue = new Catalogue(running.exchange);
  const rates = () => {
    const { offers } = server.server.running.exchange.features['seconds-contract'];
    return new Set([...offers.values()].map(({ feeRatePpm }) => feeRatePpm));
  };
  const [before] = rates();
  const termsWork = new KeyedMutex();
  /** Whether a version told of the rate when each pair got it. */
  const told: boolean[] = [];
  const submit: Sequencer['submit'] = async (given, options) => {
    const { value } = (await parameters.history())[0]!;
    told.push(value === '0.0041');
    if (told.length === 3) throw new Error('the machine is off');
    return running.pipeline.submit(given, options);
  };
  const rate = new ContractRate({ parameters, catalogue, termsWork, sequencer: { submit } });
  await assert.rejects(rate.set('0.0041', OWNER), /the machine is off/);
  assert.deepEqual(told, [true, true, true]);
  assert.deepEqual(rates(), new Set([4_100, before]));
  const refusing = { submit: async () => ({ error: 'request/busy' }) as Answer };
  const refused = await new ContractRate({ parameters, catalogue, termsWork, sequencer: refusing }).settle();
  assert.equal(refused, 'request/busy');
  assert.equal(rates().size, 2);

  await server.close();
  server = await start();
  assert.deepEqual(rates(), new Set([4_100]));
  const restarted = {
    parameters: server.server.features.open.parameters.own.parameters,
    catalogue: new Catalogue(server.server.running.exchange),
    sequencer: refusing,
    termsWork,
  };
  const contractRate = new ContractRate(restarted);
  assert.deepEqual(await contractRate.set('0.002', OWNER), { error: 'operators/not-in-force' });
  await server.server.features.keepUp();
  assert.deepEqual(rates(), new Set([2_000]), 'within a minute');
});

test('R16.5 R6.2 what needs a verified identity changes at once, for new requests, and pages are told', async () => {
  const { token } = await server.register('unverified');
  const terms = { type: 'limit', price: '59000', amount: '0.001' };
  const order = { baseCoin: 'BTC', quoteCoin: 'USDT', side: 'buy', ...terms };
  const place = async () =>
    (await server.post<{ id: string }>('/bb/app/spot/placeOrder', order, { token })).error;
  const told = async () => {
    const reply = await server.post<{ operation: string; error: string | null }[]>(
      '/bb/app/user/getPermissions',
      {},
      { token },
    );
    return reply.data.filter(({ error }) => error === 'kyc/required').map(({ operation }) => operation);
  };
  const published = async () =>
    (await server.get<{ identityFor: string[] }>('/bb/app/paramter/getAccountRules')).data.identityFor;
  assert.equal(await place(), 'kyc/required');
  assert.equal((await set('identity_required_for', 'withdraw, speculate')).status, 0);
  assert.equal(await place(), undefined);
  assert.deepEqual(await told(), ['speculate', 'withdraw']);
  assert.deepEqual(await published(), ['speculate', 'withdraw']);
  assert.equal((await set('identity_required_for', 'trade')).status, 0);
  assert.equal(await place(), 'kyc/required');
  assert.deepEqual(await told(), ['trade']);
  const open = await server.post<{ list: unknown[] }>('/bb/app/spot/getOrders', { status: 0 }, { token });
  assert.equal(open.data.list.length, 1, 'what was placed before stays');
  // Documents are submitted under `settings`: nobody could ever be verified.
  for (const wrong of ['trade,settings', 'trade;withdraw', 'all']) {
    const { status, output } = await set('identity_required_for', wrong);
    assert.equal(status, 1, wrong);
    assert.match(output, /Check value: names among trade, speculate/);
  }
  assert.equal((await set('identity_required_for', '')).status, 0);
  assert.deepEqual(await told(), []);
});

test('R16.5 R13.5 values that no policy of pages can name, and hours that are none, are refused', async () => {
  const { parameters } = server.server.features.open.parameters.own;
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
      'http://chat.example/embed',
      'http://[::1]:5000/',
    ].map((value): [string, string] => ['customer_service_url', value]),
    ...['Mon-Fri 20:00-08:00', 'Mon-Fri 25:00-99:99', 'Foo-Bar 08:00-20:00', 'always'].map(
      (value): [string, string] => ['support_hours', value],
    ),
    ['customer_service_email', 'nobody'],
    ['claim_market_cap', 'hidden'],
    ['claim_withdrawal_hours', '24.5'],
    ['nothing_known', '1'],
  ];
  for (const [name, value] of wrong) assert.notEqual(parameters.problemOf(name, value), null, value);
  for (const value of ['', '/chat/', 'https://chat.example:8443/a?b=c', 'https://[::1]:5000/'])
    assert.equal(parameters.problemOf('customer_service_url', value), null, value);
  assert.equal(parameters.problemOf('customer_service_email', ''), null, 'as before it was set');
  // One that an earlier version took.
  await parameters.record('customer_service_url', 'http://chat.example/embed', OWNER);
  const loaded = new Parameters(server.server.database, {
    customer_service_url: '/chat/',
    customer_service_email: '',
    support_hours: '',
    identity_required_for: '',
  });
  await loaded.load();
  assert.equal(loaded.get('customer_service_url'), '/chat/');
  for (const value of ['2', '0.0000001', 'x'])
    assert.equal((await set('contract_fee_rate', value)).status, 1, value);
});

interface Asked {
  readonly name: string;
  readonly value: string;
  readonly step?: 'plan';
}
type Input = Readonly<Record<string, unknown>> & { readonly language?: string };

test('operators I1 operators I5 R16.5 two people set what moves money, one sets texts, by the name of the field that is wrong', async () => {
  const [ann, ben, cat, dan] = (await Promise.all(
    (['admin', 'admin', 'markets', 'auditor'] as const).map((role, at) =>
      makeOperator(server, `param-${['ann', 'ben', 'cat', 'dan'][at]}`, role),
    ),
  )) as [TestOperator, TestOperator, TestOperator, TestOperator];
  const eve = await makeOperator(server, 'param-eve', 'support');
  const ask = <T>({ headers }: TestOperator, path: string, { language = 'en-US', ...input }: Input) =>
    server.post<T>(`/operator/app/${path}`, input, { headers, language });
  const reason = 'as the owner has decided';
  const set = (by: TestOperator, call: 'set' | 'setText', asked: Asked) =>
    ask<ActAnswer>(by, `parameters/${call}`, { step: 'do', reason, key: randomUUID(), ...asked });
  const row = async (name: string, language = 'en-US') => {
    const { data } = await ask<{ parameters: OfficeParameter[] }>(dan, 'parameters/getAll', { language });
    return data.parameters.find((one) => one.name === name)!;
  };
  const limit = { name: 'daily_limit_verified', value: '60000.5' };
  const planned = await set(cat, 'set', { ...limit, step: 'plan' });
  assert.deepEqual(planned.data.effect, [
    { what: 'Withdrawals in 24 hours, verified', before: '50000 USDT', after: '60000.5 USDT' },
  ]);
  for (const by of [dan, eve]) assert.equal((await set(by, 'set', limit)).error, 'operators/not-allowed');
  assert.equal((await ask(eve, 'parameters/getAll', {})).error, 'operators/not-allowed');
  assert.equal(
    (await ask(eve, 'parameters/getHistory', { name: limit.name })).error,
    'operators/not-allowed',
  );
  const asked = await set(cat, 'set', limit);
  assert.equal(asked.data.state, 'asked');
  assert.equal((await row(limit.name)).value, '50000', 'it waits');
  const agree = (by: TestOperator) => agreeTo(server, asked.data.act, { by, reason: 'looked at it' });
  assert.equal((await agree(cat)).error, 'operators/same-person');
  assert.equal((await agree(ben)).data.state, 'done');
  const { value, standard, people, changed } = await row(limit.name);
  assert.deepEqual([value, standard, people], ['60000.5', '50000', 2]);
  assert.deepEqual([changed?.operator, changed?.second, changed?.reason], ['param-cat', 'param-ben', reason]);

  const hours = { name: 'support_hours', value: 'Mon-Fri 08:00-20:00' };
  assert.equal((await set(cat, 'setText', hours)).error, 'operators/not-allowed', 'it only asks');
  assert.equal((await set(ann, 'setText', hours)).data.state, 'done');
  assert.equal((await set(ann, 'setText', hours)).error, 'operators/nothing-changes');
  assert.equal((await set(ann, 'setText', { ...hours, value: '' })).data.effect[0]?.after, 'empty');
  const { data } = await ask<{ versions: ParameterVersion[] }>(dan, 'parameters/getHistory', {
    name: hours.name,
  });
  assert.deepEqual(
    data.versions.map((one) => one.value),
    ['', hours.value],
  );
  assert.match((await row(hours.name, 'zh-CN')).title, /客服时间/);

  const wrong: readonly [call: 'set' | 'setText', asked: Asked, field: string][] = [
    ['setText', limit, 'name'],
    ['set', hours, 'name'],
    ['set', { name: 'price_of_btc', value: '1' }, 'name'],
    ['set', { name: 'constructor', value: '1' }, 'name'],
    ['set', { name: 'daily_limit_verified', value: '-1' }, 'value'],
    ['set', { name: 'withdrawal_many', value: '101' }, 'value'],
    ['set', { name: 'withdrawal_new_device', value: '721' }, 'value'],
    ['set', { name: 'withdrawal_large', value: '0' }, 'value'],
    ['set', { name: 'contract_fee_rate', value: '0.2' }, 'value'],
    ['set', { name: 'identity_required_for', value: 'all' }, 'value'],
    ['setText', { name: 'support_hours', value: 'always' }, 'value'],
    ['setText', { name: 'claim_market_cap', value: 'hidden' }, 'value'],
    ['setText', { name: 'claim_withdrawal_hours', value: '24.5' }, 'value'],
    ['setText', { name: 'customer_service_email', value: 'nobody' }, 'value'],
    ['setText', { name: 'customer_service_url', value: 'javascript:alert(1)' }, 'value'],
    ['setText', { name: 'customer_service_url', value: `https://${'a'.repeat(300)}.example` }, 'value'],
  ];
  for (const [call, fields, field] of wrong) {
    const input = { ...fields, step: 'plan', language: 'zh-CN' };
    const reply = await ask<ActAnswer>(ann, `parameters/${call}`, input);
    assert.deepEqual([reply.error, reply.field], ['request/invalid', field], JSON.stringify(fields));
    assert.doesNotMatch(reply.msg, /格式不正确/, `${JSON.stringify(fields)} has no Chinese`);
  }
  const { data: all } = await ask<{ parameters: OfficeParameter[] }>(dan, 'parameters/getAll', {
    language: 'zh-CN',
  });
  for (const { name, takes } of all.parameters) assert.doesNotMatch(takes, /格式不正确/, name);
});

/**
 * Goal: projects are public, subscriptions their owner's alone; a list is published at the close,
 * anybody can work it out again without our code, and its coin trades once it is listed. Method:
 * the calls over HTTP on a real server with the projects of a demo; the audit at the end.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { AllocationLine, ProjectRow, SubscriptionRow } from '@glasshouse/protocol/subscription';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { feature } from './feature.ts';

const [HELIO, TIDE, AUR] = [1, 2, 3];
const FIVE_MINUTES_MS = 300_000;
const CHECK = path.resolve(import.meta.dirname, '../../../../../docs/checks/allocation.mjs');

let server: TestServer;
let user: TestUser;
let other: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('subscription');
  other = await server.register('other-subscription');
});
after(() => server.close());

interface Page {
  readonly list: readonly SubscriptionRow[];
  readonly sum: number;
  readonly counts: readonly number[];
}
const call = <T>(name: string, body: object, who?: TestUser) =>
  server.post<T>(`/bb/app/subscription/${name}`, body, who === undefined ? {} : { token: who.token });
const subscribe = (body: object, who: TestUser = user) => call<{ id: string }>('subscribe', body, who);
const projectOf = async (project: number): Promise<ProjectRow> =>
  (await call<ProjectRow>('getProject', { project })).data;
const ownOf = async (who: TestUser, query: object = {}): Promise<Page> =>
  (await call<Page>('getSubscriptions', query, who)).data;

async function tickAt(timeMs: number): Promise<void> {
  const { running } = server.server;
  const tick = { tick: running.exchange.lastTick.tick + 1, tickMs: timeMs, prices: [] };
  await running.pipeline.submit({ type: 'tick', ...tick }, { owner: 1 });
  while (running.exchange.dueCount > 0)
    await running.pipeline.submit({ type: 'process-due', limit: 1 }, { owner: 1 });
}

const fileOf = async (project: number): Promise<string> => {
  const response = await fetch(`${server.server.url}/bb/app/subscription/exportAllocation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ project }),
  });
  return response.text();
};

test('R2.8 a demo has a project that is open, one that warms up, and one that ends soon', async () => {
  const { data } = await call<{ list: ProjectRow[] }>('getProjects', {});
  assert.deepEqual(
    data.list.map(({ coin, price, raise, phase, subscribers }) => [coin, price, raise, phase, subscribers]),
    [
      ['HELIO', '0.25', '55500', 1, 12],
      ['TIDE', '0.42', '42000', 0, 0],
      ['AUR', '1.1', '26400', 1, 12],
    ],
  );
  const { total, digest, texts } = await projectOf(AUR);
  assert.deepEqual([total, digest, texts.zh.name], ['38883.33', null, 'Aurora Grid']);
  assert.equal((await call('getProject', { project: 77 })).error, 'subscription/unknown-project');
});

test('subscription I2 an amount is frozen and added to, and what cannot be is refused by its field', async () => {
  assert.deepEqual((await subscribe({ project: AUR, amount: '1000' })).data, { id: '25' });
  assert.deepEqual((await subscribe({ project: AUR, amount: '500.5' })).data, { id: '25' });
  assert.deepEqual((await subscribe({ project: AUR, amount: '77.77' }, other)).data, { id: '26' });
  for (const [body, error, field] of [
    [{ project: 77, amount: '100' }, 'subscription/unknown-project', 'project'],
    [{ project: TIDE, amount: '100' }, 'subscription/not-open', 'project'],
    [{ project: AUR }, 'subscription/amount-missing', 'amount'],
    [{ project: AUR, amount: '0' }, 'subscription/amount-missing', 'amount'],
    [{ project: HELIO, amount: '49.999999' }, 'subscription/below-minimum', 'amount'],
    [{ project: AUR, amount: '3499.500001' }, 'subscription/above-maximum', 'amount'],
    [{ project: AUR, amount: '1.0000001' }, 'request/invalid', 'amount'],
  ] as const) {
    const refused = await subscribe(body);
    assert.deepEqual([refused.error, refused.field], [error, field], JSON.stringify(body));
  }
  const { list, sum, counts } = await ownOf(user);
  const [row] = list;
  assert.deepEqual([row?.amount, row?.coins, row?.status, sum, counts], ['1500.5', '0', 0, 1, [1, 0, 0, 0]]);
  assert.equal((await ownOf(other)).list[0]?.id, '26');
  assert.equal((await projectOf(AUR)).total, '40461.6');
});

test('subscription I2 a subscription is cancelled by its owner alone, and can be placed again', async () => {
  const { data } = await subscribe({ project: HELIO, amount: '50' });
  assert.equal((await call('cancel', { id: data.id }, other)).error, 'subscription/unknown-subscription');
  assert.equal((await call('cancel', { id: data.id }, user)).code, 1);
  assert.equal((await call('cancel', { id: data.id }, user)).error, 'subscription/unknown-subscription');
  assert.deepEqual((await ownOf(user)).counts, [1, 0, 0, 1]);
  const again = await subscribe({ project: HELIO, amount: '60' });
  assert.notEqual(again.data.id, data.id);
  assert.deepEqual((await ownOf(user, { status: 0 })).sum, 2);
  // It is worked out once a second.
  server.server.running.pipeline.forward(1_000);
  const { cancellable } = await projectOf(HELIO);
  assert.ok(Number(cancellable) >= 60);
  server.server.running.pipeline.forward(FIVE_MINUTES_MS);
  assert.equal((await projectOf(HELIO)).cancellable, '0', 'all of it is firm');
});

test('subscription I10 a list is published at the close: its file has the digest, and pages go through it', async () => {
  for (const name of ['getAllocation', 'exportAllocation'])
    assert.equal((await call(name, { project: AUR })).error, 'subscription/not-published');
  await tickAt((await projectOf(AUR)).closesTime);
  const { data: all } = await call<{ list: ProjectRow[] }>('getProjects', {});
  const { phase, digest, sold, cost } = await projectOf(AUR);
  assert.deepEqual([phase, sold], [3, '24000']);
  assert.equal(all.list.find(({ project }) => project === AUR)?.digest, digest, 'from the first answer');
  const file = await fileOf(AUR);
  assert.equal(createHash('sha256').update(file).digest('hex'), digest);
  const lines = file.trimEnd().split('\r\n').slice(1);
  assert.equal(lines.length, 14);
  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const {
      data,
    }: { data: { list: AllocationLine[]; nextCursor: string | null; digest: string; sum: number } } =
      await call('getAllocation', { project: AUR, pageSize: 5, cursor });
    assert.deepEqual([data.digest, data.sum], [digest, 14]);
    paged.push(...data.list.map((line) => Object.values(line).join(',')));
    cursor = data.nextCursor;
  }
  assert.deepEqual(paged, lines);
  assert.ok(Number(cost) > 26_399.999 && Number(cost) <= 26_400);
  const [own] = (await ownOf(user, { status: 1 })).list;
  assert.ok(lines.includes([own?.id, own?.amount, own?.coins, own?.cost].join(',')));
  assert.equal((await call('cancel', { id: own!.id }, user)).error, 'subscription/closed');
});

test('R9.3 subscription I10 anybody works a list out again without our code, and sees a changed line', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-list-'));
  const { price, forSale, coinDecimals, currencyDecimals, digest } = await projectOf(AUR);
  const check = async (text: string) => {
    const file = path.join(folder, 'list.csv');
    writeFileSync(file, text);
    const terms = ['--price', price, '--for-sale', forSale, '--digest', digest!];
    const decimals = ['--coin-decimals', `${coinDecimals}`, '--currency-decimals', `${currencyDecimals}`];
    const run = promisify(execFile)(process.execPath, [CHECK, file, ...terms, ...decimals]);
    return run.then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
  };
  try {
    const text = await fileOf(AUR);
    const result = await check(text);
    assert.equal(result.match(/^ok {3}/gm)?.length, 7, result);
    const changed = text.replace(
      /,(\d+)\.(\d+),/,
      (_, whole: string, part: string) => `,${Number(whole) + 1}.${part},`,
    );
    assert.match(await check(changed), /^FAIL every line has its share/m);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('subscription I3 I5 coins arrive with the rest of what was paid in, once', async () => {
  const [before] = (await ownOf(user, { status: 1 })).list;
  await tickAt((await projectOf(AUR)).distributesTime);
  const [row] = (await ownOf(user, { status: 2 })).list;
  assert.deepEqual([row?.coins, row?.cost], [before?.coins, before?.cost]);
  const { data } = await server.post<{ list: { currencyName: string; availableCurrency: string }[] }>(
    '/bb/app/wallet/getAssets',
    { account: 2 },
    { token: user.token },
  );
  const held = (coin: string) =>
    data.list.find(({ currencyName }) => currencyName === coin)?.availableCurrency;
  assert.equal(held('AUR'), row?.coins);
  const costs = await server.post<{ list: { currency: string; units: string; cost: string }[] }>(
    '/bb/app/wallet/getCosts',
    {},
    { token: user.token },
  );
  const aur = costs.data.list.find(({ currency }) => currency === 'AUR');
  assert.equal(aur?.cost, row?.cost);
  const project = await projectOf(AUR);
  assert.deepEqual(
    [project.phase, project.fee],
    [4, String(Math.floor(Number(project.cost) * 10_000) / 1_000_000)],
  );
});

test('subscription I6 the pair does not trade before it is listed, and then people trade on it', async () => {
  const order = { baseCoin: 'AUR', quoteCoin: 'USDT', type: 'limit', price: '1.1', amount: '20' };
  const place = (side: string, who: TestUser) =>
    server.post<{ id: string; status: number; filledAmount: string }>(
      '/bb/app/spot/placeOrder',
      { ...order, side },
      { token: who.token },
    );
  assert.equal((await place('sell', user)).error, 'market/halted');
  await tickAt((await projectOf(AUR)).listsTime);
  assert.equal((await projectOf(AUR)).phase, 5);
  assert.equal((await place('sell', user)).code, 1);
  const bought = await place('buy', other);
  assert.deepEqual([bought.data.status, bought.data.filledAmount], [1, '20']);
});

test('D0033 D0024 files list the own subscriptions, newest first, and records count them', async () => {
  const response = await fetch(`${server.server.url}/bb/app/subscription/exportSubscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': user.token },
    body: '{}',
  });
  const [head, ...lines] = (await response.text()).trimEnd().split('\r\n');
  assert.equal(head, 'subscribed,id,project,coin,paid_with,amount,coins,cost,returned,ended,status');
  assert.deepEqual(
    lines.map((line) => line.split(',').at(-1)),
    ['open', 'cancelled', 'distributed'],
  );
  const { data } = await server.post<{ counts: { products: number } }>(
    '/bb/app/wallet/getRecordCounts',
    {},
    { token: user.token },
  );
  assert.equal(data.counts.products, lines.length);
});

test('subscription I11 the audit finds nothing in the tables of subscriptions', async () => {
  const { database, running } = server.server;
  const findings = await running.pipeline.paused(() =>
    database.session((session) => feature.product.crossChecks(session, running.exchange)),
  );
  assert.equal(findings.length, 5);
  assert.deepEqual(
    findings.filter(({ ok }) => !ok),
    [],
  );
});

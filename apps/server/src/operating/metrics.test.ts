/**
 * Goal: an operator can set alarms on everything that slows down or fails, with any number of
 * monitoring systems. Method: calls over real HTTP and a blocked loop, seen in /metrics; the
 * operators' page names only series that exist.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../testing/harness.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const readText = async (): Promise<string> => (await fetch(`${server.server.url}/metrics`)).text();

/** The value of the series with this name and these labels. */
function valueIn(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test('R14.6 calls are counted by name and result, with their duration', async () => {
  const user = await server.register('metrics-caller');
  await server.post('/bb/app/wallet/getAddresses', {}, user);
  await server.post('/bb/app/wallet/getAddresses', {});
  await server.server.database.exec('alter table withdrawal_addresses rename to hidden_table');
  await server.post('/bb/app/wallet/getAddresses', {}, user);
  await server.server.database.exec('alter table hidden_table rename to withdrawal_addresses');
  const text = await readText();
  for (const result of ['success', 'refused', 'failed']) {
    const labels = `call="wallet/get-addresses",result="${result}",moves_money="no"`;
    assert.equal(valueIn(text, `glasshouse_call_seconds_count{${labels}}`), 1, result);
    assert.equal(valueIn(text, `glasshouse_call_seconds_bucket{le="+Inf",${labels}}`), 1, result);
  }
});

test('R14.6 commits, their size and the wait for them are counted', async () => {
  const before = await readText();
  const user = await server.register('metrics-trader');
  const transfer = { amount: '7', currency: 'USDT', type: 1 };
  assert.equal((await server.post('/contract/app/contract/transfer', transfer, user)).code, 1);
  const now = await readText();
  const rise = (series: string): number => (valueIn(now, series) ?? 0) - (valueIn(before, series) ?? 0);
  const commits = rise('glasshouse_commits_total');
  assert.ok(commits > 0);
  assert.equal(rise('glasshouse_commit_seconds_count'), commits);
  assert.equal(rise('glasshouse_batch_commands_count'), commits);
  assert.equal(rise('glasshouse_batch_commands_sum'), rise('glasshouse_commands_total'));
  assert.equal(rise('glasshouse_queue_wait_seconds_count'), rise('glasshouse_commands_total'));
  const money = 'call="wallet/transfer",result="success",moves_money="yes"';
  assert.equal(rise(`glasshouse_call_seconds_count{${money}}`), 1);
});

test('R14.6 every reader sees a delay of the event loop', async () => {
  const slow = (text: string): number =>
    (valueIn(text, 'glasshouse_event_loop_delay_seconds_count') ?? 0) -
    (valueIn(text, 'glasshouse_event_loop_delay_seconds_bucket{le="0.1"}') ?? 0);
  const before = slow(await readText());
  const untilMs = performance.now() + 150;
  while (performance.now() < untilMs);
  let first = await readText();
  while (slow(first) === before) first = await readText();
  assert.ok(slow(await readText()) >= slow(first), 'the first reader took nothing away');
});

test("R14.6 every series that the operators' page names exists", async () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/operating/metrics.md'), 'utf8');
  const named = new Set(page.match(/\b(glasshouse|process|nodejs)_[a-z_]+/g));
  assert.ok(named.size >= 10);
  const text = await readText();
  // A histogram with labels has only its head before its first value.
  const families = [...named].map((name) => name.replace(/_(bucket|count|sum)$/, ''));
  for (const name of families) assert.ok(text.includes(`\n# TYPE ${name} `), name);
});

/**
 * Goal: what the report says of products and accounts is what the ledger has and customers paid.
 * Method: a random history of two users on a running server, beside balances and their postings.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CAPITAL, FIRST_USER, HOUSE, WALLET } from '@glasshouse/core';
import { parseDecimal } from '@glasshouse/money';
import { connectToServer, type RunningServer } from '../../operating/socket.ts';
import type { ServerCommands } from '../../composition/operating-commands.ts';
import { commandOn } from '../../testing/command.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { playMoneyHistory } from '../../testing/money-history.ts';
import type { capitalCommands } from './capital.ts';
import type { HouseReport } from './house-report.ts';

const DAY_MS = 86_400_000;
const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-report-'));
const house = commandOn('house', () => dataDir);
let server: TestServer;
let operating: RunningServer<ReturnType<typeof capitalCommands> & Pick<ServerCommands, 'pipeline/audit'>>;
before(async () => {
  server = await startTestServer({ dataDir });
  operating = (await connectToServer(dataDir))!;
});
after(async () => {
  operating.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const dayBefore = (days: number): string =>
  new Date(server.server.running.exchange.timeMs - days * DAY_MS).toISOString().slice(0, 10);

async function reportOf(from: string, to: string): Promise<HouseReport> {
  const { status, output } = await house('report', '--from', from, '--to', to, '--json');
  assert.equal(status, 0, output);
  return JSON.parse(output) as HouseReport;
}

/** Units of signed decimals of a coin, added up. */
function unitsOf(texts: readonly string[], coin: string): bigint {
  const { decimals } = server.server.running.exchange.assets.find(({ code }) => code === coin)!;
  return texts.reduce((sum, text) => {
    const units = parseDecimal(text.replace('-', ''), decimals);
    assert.equal(typeof units, 'number', text);
    return text.startsWith('-') ? sum - BigInt(units) : sum + BigInt(units);
  }, 0n);
}

test('D0046 D0036 the days of the house add up to its accounts, and say what customers paid', async () => {
  await playMoneyHistory(server, 7);
  const { exchange } = server.server.running;
  const move = { from: 'seconds-contract', to: 'treasury', coin: 'USDT', amount: '12.5', operator: 'ada' };
  assert.deepEqual(await operating.ask('capital/move', move), { problem: null });
  const [today, yesterday] = [dayBefore(0), dayBefore(1)];
  const report = await reportOf(yesterday, today);
  const names: Readonly<Record<string, number>> = { ...CAPITAL, 'network-costs': HOUSE.networkCosts };
  assert.ok(report.accounts.length > 5);
  for (const { account, coin, opening, earned, capital, closing } of report.accounts) {
    const { asset } = exchange.assets.find(({ code }) => code === coin)!;
    const { available, frozen } = exchange.balance(names[account]!, WALLET.house, asset);
    assert.equal(unitsOf([closing], coin), BigInt(available) + BigInt(frozen), `${account} ${coin}`);
    assert.equal(unitsOf([opening, earned, capital], coin), unitsOf([closing], coin), account);
  }
  for (const { code } of exchange.assets) {
    const of = <T extends { coin: string }>(rows: readonly T[]) => rows.filter(({ coin }) => coin === code);
    const nets = of(report.results).map(({ net }) => net);
    const earned = of(report.accounts).map((row) => row.earned);
    assert.equal(unitsOf(nets, code), unitsOf(earned, code), code);
  }
  // The other sides of what users paid.
  const { rows } = await server.server.database.query<{ reason: string; asset: number; units: string }>(
    `select reason, asset, (-sum(available + frozen))::text as units from postings
     where owner >= $1 and reason in ('withdrawal-fee', 'exchange-paid', 'exchange-received') group by 1, 2`,
    [FIRST_USER],
  );
  assert.ok(rows.length >= 4, JSON.stringify(rows));
  for (const { reason, asset, units } of rows) {
    const { code } = exchange.assets[asset]!;
    const lines = report.lines.filter((line) => line.reason === reason && line.coin === code);
    const got = unitsOf(
      lines.map(({ received }) => received),
      code,
    );
    assert.equal(
      got -
        unitsOf(
          lines.map(({ paid }) => paid),
          code,
        ),
      BigInt(units),
      reason,
    );
  }
  const products = new Set(report.results.map(({ product }) => product));
  for (const product of ['spot', 'funding', 'seconds-contract', 'flash-exchange'])
    assert.ok(products.has(product), product);
  const owed = exchange.obligations().flatMap(({ list }) => list.filter(({ count }) => count > 0));
  assert.equal(report.promised.length, owed.length);
  // Yesterday nothing had begun.
  assert.deepEqual((await reportOf(yesterday, yesterday)).results, []);
  assert.deepEqual((await reportOf(today, today)).results, report.results);
  const findings = await operating.ask('pipeline/audit', null);
  // Ticks of a test have no chain, so contracts are left out.
  const ofPostings = findings.filter(({ name }) => /posting|days of|balances/.test(name));
  assert.ok(ofPostings.some(({ name }) => name === 'the days of the house add up to its balances'));
  assert.deepEqual(
    ofPostings.filter(({ ok }) => !ok),
    [],
  );
});

test('D0046 a report without days that there are is refused; for people it has three tables', async () => {
  for (const [from, to, problem] of [
    ['2026-02-30', '2026-03-01', /a day is such as/],
    ['yesterday', '2026-03-01', /a day is such as/],
    ['2026-03-02', '2026-03-01', /is before/],
    ['2020-01-01', '2026-03-01', /at most 100 days/],
  ] as const) {
    const { status, output } = await house('report', '--from', from, '--to', to);
    assert.equal(status, 1);
    assert.match(output, problem);
  }
  const { output } = await house('report', '--from', dayBefore(0), '--to', dayBefore(0));
  assert.match(output, /What products earned\nday .*net\n[^]*Accounts of the house\n[^]*Promised now\n/);
});

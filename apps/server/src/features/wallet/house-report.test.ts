/**
 * Goal: what the report says of products and accounts is what the ledger has and customers paid.
 * Method: a random history of two users on a running server, beside balances and their postings.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CAPITAL, FIRST_USER, HOUSE, USER_WALLETS, WALLET } from '@glasshouse/core';
import { parseDecimal } from '@glasshouse/money';
import type { DataOf, OperatorCallNamed } from '@glasshouse/protocol';
import { connectToServer, type RunningServer } from '../../operating/socket.ts';
import type { ServerCommands } from '../../composition/operating-commands.ts';
import { commandOn } from '../../testing/command.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { doActByTwo } from '../../testing/machine-act.ts';
import { playMoneyHistory } from '../../testing/money-history.ts';
import { makeOperator, type TestOperator } from '../../testing/operator.ts';
import type { machineActCommands } from '../operators/machine-acts.ts';
import type { HouseReport } from './house-report.ts';
import { closeLastDay, DayCloser, readCloses } from './office/closes.ts';

const DAY_MS = 86_400_000;
const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-report-'));
const house = commandOn('house', () => dataDir);
let server: TestServer;
let operating: RunningServer<ReturnType<typeof machineActCommands> & Pick<ServerCommands, 'pipeline/audit'>>;
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
  const move = { from: 'seconds-contract', to: 'treasury', currency: 'USDT', amount: '12.5' };
  const moved = await doActByTwo(operating, { call: 'treasury/move-capital', by: 'ada', ...move });
  assert.ok(moved.ok, moved.text);
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
    ['2026-02-30', '2026-03-01', /a day such as/],
    ['yesterday', '2026-03-01', /a day such as/],
    ['2026-03-02', '2026-03-01', /before the first day/],
    ['2020-01-01', '2026-03-01', /at most 100 days/],
  ] as const) {
    const { status, output } = await house('report', '--from', from, '--to', to);
    assert.equal(status, 1);
    assert.match(output, problem);
  }
  const { output } = await house('report', '--from', dayBefore(0), '--to', dayBefore(0));
  assert.match(output, /What products earned\nday .*net\n[^]*Accounts of the house\n[^]*Promised now\n/);
});

type TrialBalance = DataOf<OperatorCallNamed<'ledger/get-trial-balance'>>;
type Closes = DataOf<OperatorCallNamed<'ledger/get-closes'>>;
type Account = DataOf<OperatorCallNamed<'ledger/get-account'>>;
const ask = <T>(call: string, operator: TestOperator, input: object = {}) =>
  server.post<T>(`/operator/app/ledger/${call}`, input, { headers: operator.headers });

test('R10.10 R11.2 wallet I8 the trial balance of each coin is zero, and customers’ lines are their balances', async () => {
  const auditor = await makeOperator(server, 'ledger-auditor', 'auditor');
  const { data } = await ask<TrialBalance>('getTrialBalance', auditor);
  const { exchange } = server.server.running;
  assert.ok(data.coins.length > 4);
  for (const { currency, sum, balances } of data.coins) {
    assert.equal(sum, '0', currency);
    const amounts = balances.flatMap(({ available, frozen }) => [available, frozen]);
    assert.equal(unitsOf(amounts, currency), 0n, currency);
    const { asset } = exchange.assets.find(({ code }) => code === currency)!;
    const own = { exchange: 0n, house: 0n };
    exchange.forEachAccount((account) => {
      if (account.asset !== asset) return;
      const units = BigInt(account.available) + BigInt(account.frozen);
      if (account.owner >= FIRST_USER && account.wallet === WALLET.exchange) own.exchange += units;
      if (account.owner === CAPITAL['treasury']) own.house += units;
    });
    const of = (group: string, name: string) =>
      balances
        .filter((line) => line.group === group && line.account === name)
        .flatMap(({ available, frozen }) => [available, frozen]);
    assert.equal(unitsOf(of('customers', 'exchange'), currency), own.exchange, currency);
    assert.equal(unitsOf(of('house', 'treasury'), currency), own.house, currency);
  }
  const reader = await makeOperator(server, 'ledger-reader', 'support');
  assert.equal((await ask('getTrialBalance', reader)).error, 'operators/not-allowed');
});

test('wallet I8 a day is closed once, with the books of its end, and an unbalanced one is told', async () => {
  const { running, database } = server.server;
  const { pipeline } = running;
  const errors: unknown[] = [];
  const today = Math.floor(running.exchange.timeMs / DAY_MS);
  let nowMs = today * DAY_MS + DAY_MS / 2;
  const parts = {
    database,
    pipeline,
    sequencer: { nowMs: () => nowMs, read: <T>(work: () => T) => pipeline.read(work) },
    log: { error: (fields: unknown) => void errors.push(fields) },
  };
  const closer = new DayCloser(parts);
  const stored = async () => (await readCloses(database, 10)).map(({ day, seq }) => [day - today, seq]);
  await closeLastDay(parts);
  closer.start();
  await closer.look();
  assert.deepEqual(await stored(), [], 'today is not over');
  nowMs += DAY_MS / 2;
  await closer.look();
  const { seq } = pipeline.position;
  await server.register('after-the-close');
  await closer.look();
  assert.deepEqual(await stored(), [[0, seq]]);
  // A start days later closes no day twice, and none on which the exchange was not open.
  nowMs += 3 * DAY_MS;
  await closeLastDay(parts);
  assert.deepEqual(await stored(), [[0, seq]]);
  assert.deepEqual(errors, []);

  const lost = { ...running.exchange.balance(CAPITAL['treasury']!, WALLET.house, 0), asset: 0 };
  const exchange = Object.create(running.exchange, {
    forEachAccount: {
      value: (visit: (account: object) => void) => {
        running.exchange.forEachAccount(visit);
        visit({ ...lost, owner: FIRST_USER, wallet: WALLET.exchange, available: 1, frozen: 0 });
      },
    },
  }) as typeof running.exchange;
  const unsound = { ...parts, pipeline: { exchange, position: pipeline.position } };
  const wrong = new DayCloser(unsound);
  await closeLastDay(unsound);
  wrong.start();
  nowMs += DAY_MS;
  await wrong.look();
  // At the start, when the books are looked at again, and at the end of the day.
  assert.equal(errors.length, 2);
  const auditor = await makeOperator(server, 'close-auditor', 'auditor');
  const { data } = await ask<Closes>('getCloses', auditor);
  assert.deepEqual(
    data.list.map(({ unbalanced }) => unbalanced),
    [['USDT'], []],
  );
});

test('R10.2 wallet I8 the statement of any account opens, moves and closes by its postings', async () => {
  const risk = await makeOperator(server, 'statement-risk', 'risk');
  const treasurer = await makeOperator(server, 'statement-treasurer', 'treasurer');
  const days = { from: dayBefore(1), to: dayBefore(0) };
  const { rows } = await server.server.database.query<{ owner: number }>(
    'select owner from postings where owner >= $1 group by owner order by count(*) desc limit 1',
    [FIRST_USER],
  );
  const owner = rows[0]!.owner;
  const { exchange } = server.server.running;
  for (const [account, of, wallets] of [
    [String(owner), owner, USER_WALLETS],
    ['fees', CAPITAL['fees']!, [WALLET.house]],
  ] as const) {
    const { data, error } = await ask<Account>('getAccount', risk, { account, ...days });
    assert.equal(error, undefined);
    assert.ok(data.list.length > 1, account);
    for (const { currency, opening, closing } of data.balances) {
      const { asset } = exchange.assets.find(({ code }) => code === currency)!;
      const units = wallets.map((wallet) => exchange.balance(of, wallet, asset));
      const held = units.reduce((sum, each) => sum + BigInt(each.available) + BigInt(each.frozen), 0n);
      assert.equal(unitsOf([closing], currency), held, `${account} ${currency}`);
      const moves = data.list.filter((row) => row.currency === currency);
      const moved = moves.flatMap(({ received, paid }) => [received, paid === '0' ? '0' : `-${paid}`]);
      assert.equal(unitsOf([opening, ...moved], currency), held, `${account} ${currency}`);
    }
    const { data: file } = await ask<string>('exportAccount', risk, { account, ...days });
    assert.equal(file.trim().split('\r\n').length, data.list.length + 1);
  }
  const log = await server.server.database.query<{ subject: string }>(
    `select subject from operator_audit where act like 'ledger/%' order by entry`,
  );
  const subjects = [`user ${owner}`, `user ${owner}`, 'account fees', 'account fees'];
  assert.deepEqual(
    log.rows.map(({ subject }) => subject),
    subjects,
  );
  for (const account of ['999999999', '12', 'nobody', 'maker'])
    assert.equal((await ask('getAccount', risk, { account, ...days })).error, 'request/not-found', account);
  const ofUser = { account: String(owner), ...days };
  assert.equal((await ask('getAccount', treasurer, ofUser)).error, 'operators/not-allowed');
  assert.equal((await ask('getAccount', treasurer, { account: 'fees', ...days })).code, 1);
  const backwards = { account: 'fees', from: days.to, to: days.from };
  const refused = await ask('exportAccount', treasurer, backwards);
  assert.deepEqual([refused.error, refused.field], ['request/invalid', 'to']);
});

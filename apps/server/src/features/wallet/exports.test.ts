/**
 * Goal: each file has exactly the rows of its list, the file of postings is the ledger, and the
 * statement adds up to it. Method: a random history over the end of a year on a real server; the
 * files over HTTP, read back as CSV.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AssetRow, HistoryCoin, StatementRow, TotalRow } from '@glasshouse/protocol/wallet';
import { SteadyClock } from '../../pipeline/clock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { checkStatementDays } from './statement-projection.ts';
import { playMoneyHistory, type MoneyHistory } from '../../testing/money-history.ts';

const DAY_MS = 86_400_000;
const FLOWS: ReadonlySet<string> = new Set(['play-money', 'deposit', 'withdrawal-paid']);

let server: TestServer;
let history: MoneyHistory;
/** The middle of the last day of 2025, and then a day later. */
const time = { wallMs: Date.UTC(2025, 11, 31, 12), aheadMs: 0 };
const steadyMs = (): number => performance.now() + time.aheadMs;
before(async () => {
  const clock = new SteadyClock(0, { wallMs: () => time.wallMs, steadyMs, uptimeMs: steadyMs });
  server = await startTestServer({ clock });
  history = await playMoneyHistory(server, 11, () => {
    time.aheadMs = 86_400_000;
  });
});
after(() => server.close());

type Row = Readonly<Record<string, string>>;

/** Reads RFC 4180. */
function parsed(text: string): readonly Row[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/gs)) {
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') lines.push([]);
    if (end === '') break;
  }
  const [head = [], ...rows] = lines.slice(0, -1);
  return rows.map((cells) => {
    assert.equal(cells.length, head.length, cells.join());
    return Object.fromEntries(cells.map((cell, at) => [head[at], cell]));
  });
}

async function fileOf(path: string, who: TestUser, body: object = {}): Promise<readonly Row[]> {
  const response = await fetch(server.server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': who.token },
    body: JSON.stringify(body),
  });
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
  return parsed(await response.text());
}

async function idsOf(path: string, who: TestUser, body: object = {}): Promise<string[]> {
  const reply = await server.post<{ list: { id: string }[]; nextCursor: string | null }>(
    path,
    { pageSize: 100, ...body },
    { token: who.token },
  );
  const { list, nextCursor } = reply.data;
  const rest = nextCursor === null ? [] : await idsOf(path, who, { ...body, cursor: nextCursor });
  return [...list.map(({ id }) => id), ...rest];
}

const FILES = [
  ['/bb/app/spot/exportOrders', '/bb/app/spot/getOrders'],
  ['/bb/app/spot/exportFills', '/bb/app/spot/getFills'],
  ['/contract/app/contract/exportRecord', '/contract/app/contract/getContractRecord'],
  ['/bb/app/funding/exportDeposits', '/bb/app/funding/getDeposits'],
  ['/bb/app/funding/exportWithdrawals', '/bb/app/funding/getWithdrawals'],
  ['/bb/app/flashExchange/exportExchanges', '/bb/app/flashExchange/getExchanges'],
  ['/bb/app/wallet/exportTransfers', '/bb/app/wallet/getTransfers'],
] as const;

test('wallet I6 R3.7 each file has the rows of its list, in its order, for its owner alone', async () => {
  const stranger = await server.register('exports-stranger');
  for (const [file, list] of FILES) {
    const rows = await fileOf(file, history.invited);
    assert.ok(rows.length > 0, file);
    assert.deepEqual(
      rows.map(({ id }) => id),
      await idsOf(list, history.invited),
    );
    assert.deepEqual(await fileOf(file, stranger), []);
  }
  const filter = { status: 2, baseCoin: 'BTC', quoteCoin: 'USDT' };
  assert.deepEqual(
    (await fileOf('/bb/app/spot/exportOrders', history.invited, filter)).map(({ id }) => id),
    await idsOf('/bb/app/spot/getOrders', history.invited, filter),
  );
});

test('R3.7 R10.3 the file of postings is the ledger, to the unit', async () => {
  const assets = new Map(
    server.server.running.exchange.assets.map(({ asset, code, decimals }) => [code, { asset, decimals }]),
  );
  const inUnits = (amount: string, decimals: number): number => {
    const [whole = '', fraction = ''] = amount.split('.');
    return Number(whole + fraction.padEnd(decimals, '0'));
  };
  for (const who of [history.inviter, history.invited]) {
    const rows = await fileOf('/bb/app/wallet/exportLedger', who);
    const { rows: stored } = await server.server.database.query(
      `select seq || '-' || ordinal as posting, time_ms, wallet, asset, available, frozen, reason
       from postings where owner = $1 order by time_ms desc, seq desc, ordinal desc`,
      [Number(who.userId)],
    );
    assert.deepEqual(
      rows.map(({ posting, time = '', account, coin = '', available = '', frozen = '', reason }) => {
        const { asset = -1, decimals = 0 } = assets.get(coin) ?? {};
        return {
          posting,
          time_ms: Date.parse(time),
          wallet: Number(account),
          asset,
          available: inUnits(available, decimals),
          frozen: inUnits(frozen, decimals),
          reason,
        };
      }),
      stored,
    );
  }
});

/** In units of 10^-12. */
const unitsOf = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(12, '0'));
  return amount.startsWith('-') ? -units : units;
};
const sumOf = (amounts: readonly string[]): bigint =>
  amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n);

/** The line of each posting, told once more from what the page says of its reasons. */
function lineOf({ reason = '', amount = '' }: Row): string {
  const isOut = amount.startsWith('-');
  if (reason === 'trade') return isOut ? 'sold' : 'bought';
  if (reason.startsWith('exchange')) return isOut ? 'exchanged_out' : 'exchanged_in';
  if (reason.endsWith('fee')) return 'fees';
  if (reason.startsWith('position')) return 'contracts';
  const lines = { deposit: 'deposits', 'withdrawal-paid': 'withdrawals', referral: 'commissions' };
  return lines[reason as keyof typeof lines] ?? 'other';
}

test('wallet I6 R10.3 the statement: opening, lines and closing add up to the ledger, year after year', async () => {
  for (const who of [history.inviter, history.invited]) {
    const postings = await fileOf('/bb/app/wallet/exportLedger', who);
    const [before, current] = await Promise.all(
      [2025, undefined].map(async (year) => {
        const body = year === undefined ? {} : { year };
        const { data } = await server.post<{
          year: number;
          isComplete: boolean;
          years: number[];
          list: StatementRow[];
        }>('/bb/app/wallet/getStatement', body, { token: who.token });
        return data;
      }),
    );
    assert.ok(before && current);
    assert.deepEqual([current.year, current.isComplete, current.years], [2026, false, [2026, 2025]]);
    assert.deepEqual([before.year, before.isComplete], [2025, true]);
    for (const { year } of [before, current]) {
      const file = await fileOf('/bb/app/wallet/exportStatement', who, { year });
      assert.ok(file.length > 1);
      for (const { coin, opening = '', closing = '', ...lines } of file) {
        const own = postings.filter((row) => row['coin'] === coin);
        const at = (row: Row): number => Number(row['time']?.slice(0, 4));
        const until = own.filter((row) => at(row) < year).map((row) => row['amount'] ?? '');
        assert.equal(unitsOf(opening), sumOf(until));
        for (const [line, amount] of Object.entries(lines)) {
          const moved = own.filter((row) => at(row) === year && lineOf(row) === line);
          assert.equal(unitsOf(amount), sumOf(moved.map((row) => row['amount'] ?? '')), `${coin} ${line}`);
        }
        assert.equal(sumOf([opening, ...Object.values(lines)]), unitsOf(closing));
      }
    }
    assert.ok(current.list.some(({ fees }) => fees.startsWith('-')));
    const accounts = await Promise.all(
      [1, 2].map((account) =>
        server.post<{ list: AssetRow[] }>('/bb/app/wallet/getAssets', { account }, { token: who.token }),
      ),
    );
    for (const { currency, closing } of current.list) {
      const held = accounts.flatMap(({ data }) => data.list).filter((row) => row.currency === currency);
      const all = held.flatMap(({ availableCurrency, frozenCurrency }) => [
        availableCurrency,
        frozenCurrency,
      ]);
      assert.equal(unitsOf(closing), sumOf(all), currency);
    }
  }
});

/** Which rows of the ledger a kind sums, told once more. */
const SUMMED_ROWS: Readonly<Record<string, (row: Row) => boolean>> = {
  '': ({ reason }) => reason !== 'transfer',
  fill: ({ record }) => record === 'fill',
  deposit: ({ record }) => record === 'deposit',
  withdrawal: ({ record }) => record === 'withdrawal',
  exchange: ({ record }) => record === 'exchange',
  fees: ({ reason = '' }) => reason.endsWith('fee'),
  commissions: ({ reason }) => reason === 'referral',
};

test('wallet I6 R3.7 the totals of a selection are the sums of its postings, by kind, coin and days', async () => {
  const dayOf = (row: Row): number => Math.floor(Date.parse(row['time'] ?? '') / DAY_MS);
  for (const who of [history.inviter, history.invited]) {
    const postings = await fileOf('/bb/app/wallet/exportLedger', who);
    const days = [...new Set(postings.map(dayOf))];
    assert.ok(days.length > 1);
    const ranges = [{}, ...days.map((day) => ({ startTime: day * DAY_MS, endTime: (day + 1) * DAY_MS }))];
    for (const [kind, isSummed] of Object.entries(SUMMED_ROWS))
      for (const range of ranges) {
        const { startTime = 0, endTime = Infinity } = range as { startTime?: number; endTime?: number };
        const rows = postings.filter(
          (row) => isSummed(row) && dayOf(row) * DAY_MS >= startTime && dayOf(row) * DAY_MS < endTime,
        );
        const { list } = (
          await server.post<{ list: TotalRow[] }>(
            '/bb/app/wallet/getTotals',
            { kind, ...range },
            { token: who.token },
          )
        ).data;
        for (const { currency, net, received, paid, fees } of list) {
          const amounts = rows.filter(({ coin }) => coin === currency).map(({ amount = '' }) => amount);
          assert.equal(unitsOf(received), sumOf(amounts.filter((amount) => !amount.startsWith('-'))));
          assert.equal(-unitsOf(paid), sumOf(amounts.filter((amount) => amount.startsWith('-'))));
          assert.equal(unitsOf(net), sumOf(amounts), `${kind} ${currency}`);
          const charged = rows.filter(({ coin, reason = '' }) => coin === currency && reason.endsWith('fee'));
          assert.equal(-unitsOf(fees), sumOf(charged.map(({ amount = '' }) => amount)));
        }
        const moved = rows.filter(({ amount }) => amount !== '0').map(({ coin }) => coin);
        assert.deepEqual(new Set(list.map(({ currency }) => currency)), new Set(moved), kind);
      }
  }
  const half = { startTime: Date.UTC(2025, 11, 31, 12) };
  const { data } = await server.post('/bb/app/wallet/getTotals', half, { token: history.invited.token });
  assert.deepEqual(data, { list: null });
});

test('R2.6 the history of an owner is the postings, day by day, and ends at the balances', async () => {
  for (const who of [history.inviter, history.invited]) {
    const postings = await fileOf('/bb/app/wallet/exportLedger', who);
    for (const days of [1, 30, 366]) {
      const { data } = await server.post<{ startTime: number; list: HistoryCoin[] }>(
        '/bb/app/wallet/getHistory',
        { days },
        { token: who.token },
      );
      for (const { currency, opening, days: changed } of data.list) {
        const own = postings.filter((row) => row['coin'] === currency);
        const between = (fromMs: number, toMs: number, isFlow: boolean) =>
          own
            .filter((row) => {
              const timeMs = Date.parse(row['time'] ?? '');
              const isIn = timeMs >= fromMs && timeMs < toMs;
              return isIn && (!isFlow || FLOWS.has(row['reason'] ?? ''));
            })
            .map((row) => row['amount'] ?? '');
        assert.equal(unitsOf(opening), sumOf(between(0, data.startTime, false)), currency);
        for (const { time, change, flow } of changed) {
          assert.equal(unitsOf(change), sumOf(between(time, time + DAY_MS, false)), currency);
          assert.equal(unitsOf(flow), sumOf(between(time, time + DAY_MS, true)), currency);
        }
        const held = sumOf([opening, ...changed.map(({ change }) => change)]);
        assert.equal(held, sumOf(own.map((row) => row['amount'] ?? '')), currency);
      }
    }
  }
});

/** The sums of a coin as each tool counts a file. CoinTracking's fees are in its other amounts. */
const TAX_SUMS = {
  koinly: [
    ['Received', 1n],
    ['Sent', -1n],
    ['Fee', -1n],
  ],
  cointracking: [
    ['Buy', 1n],
    ['Sell', -1n],
  ],
} as const;

test('wallet I6 R3.7 a file for a tax tool adds up to the ledger, coin by coin, in any time', async () => {
  const middle = Date.UTC(2025, 11, 31, 12) + DAY_MS / 2;
  for (const who of [history.inviter, history.invited])
    for (const range of [{}, { endTime: middle }, { startTime: middle }, { startTime: 1, endTime: 2 }]) {
      const postings = await fileOf('/bb/app/wallet/exportLedger', who, range);
      for (const [form, sides] of Object.entries(TAX_SUMS)) {
        const rows = await fileOf('/bb/app/wallet/exportForTaxes', who, { form, ...range });
        const amounts = (coin: string, side: string, sign: bigint) =>
          sign *
          sumOf(
            rows
              .filter((row) => row[`${side} Currency`] === coin)
              .map((row) => row[`${side} Amount`] ?? row[side]!),
          );
        for (const coin of new Set(postings.map((row) => row['coin']!))) {
          const own = postings.filter((row) => row['coin'] === coin).map((row) => row['amount']!);
          const told = sides.reduce((sum, [side, sign]) => sum + amounts(coin, side, sign), 0n);
          assert.equal(told, sumOf(own), `${form} ${coin} ${JSON.stringify(range)}`);
        }
        assert.equal(rows.length > 0, postings.length > 0);
      }
    }
});

test('wallet I6 R3.7 a file for a tax tool has each trade, deposit and withdrawal once, as its tool reads it', async () => {
  const who = history.invited;
  // A user gets one file at a time.
  const koinly = await fileOf('/bb/app/wallet/exportForTaxes', who, { form: 'koinly' });
  const coinTracking = await fileOf('/bb/app/wallet/exportForTaxes', who, { form: 'cointracking' });
  const ledger = await fileOf('/bb/app/wallet/exportLedger', who);
  const names = koinly.map((row) => row['Description']!);
  assert.equal(new Set(names).size, names.length);
  const moved = ledger.filter(({ amount, record }) => amount !== '0' && record !== 'transfer');
  for (const kind of ['fill', 'deposit', 'withdrawal', 'exchange', 'contract', 'commission', 'gift']) {
    const records = new Set(
      moved
        .filter(({ record }) => record === kind)
        .map((row) => `${row['posting']?.split('-')[0]}-${kind}-${row['record_id']}`),
    );
    assert.ok(records.size > 0 || kind === 'commission', kind);
    assert.deepEqual(new Set(names.filter((name) => name.split('-')[1] === kind)), records, kind);
  }
  const ofKind = (kind: string) => koinly.find((row) => row['Description']?.includes(`-${kind}-`));
  const trade = ofKind('fill');
  assert.ok(
    trade?.['Sent Amount'] && trade['Received Amount'] && trade['Fee Amount'] && trade['Label'] === '',
  );
  assert.match(trade['Date'] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  const deposit = ofKind('deposit');
  assert.deepEqual([deposit?.['Sent Amount'], deposit?.['Label']], ['', '']);
  assert.match(deposit?.['TxHash'] ?? '', /^[0-9a-f]{64}$/);
  assert.equal(ofKind('contract')?.['Label'], 'realized gain');
  const types = new Set(coinTracking.map((row) => row['Type']));
  for (const type of ['Trade', 'Deposit', 'Withdrawal', 'Derivatives / Futures Loss', 'Gift / Tip'])
    assert.ok(types.has(type), type);
  const ids = coinTracking.map((row) => row['Tx-ID']);
  assert.equal(new Set(ids).size, ids.length);
  // What was bought is told without its fee, which is told beside it.
  const same = coinTracking.find((row) => row['Comment'] === trade['Description']);
  assert.equal(
    unitsOf(same?.['Buy Amount'] ?? ''),
    unitsOf(trade['Received Amount']) - unitsOf(trade['Fee Amount']),
  );
  const { error, field } = await server.post(
    '/bb/app/wallet/exportForTaxes',
    { form: 'other' },
    { token: who.token },
  );
  assert.deepEqual([error, field], ['request/invalid', 'form']);
});

test('R14.3 the audit compares the days of statements with the postings', async () => {
  const { database, running } = server.server;
  const check = () => running.pipeline.paused(() => database.session(checkStatementDays));
  assert.equal((await check()).ok, true);
  const owner = Number(history.invited.userId);
  const change = (units: number) =>
    database.query('update statement_days set paid = paid + $1 where owner = $2 and reason = $3', [
      units,
      owner,
      'fee',
    ]);
  await change(1);
  assert.equal((await check()).ok, false);
  await change(-1);
  assert.equal((await check()).ok, true);
});

test('R3.7 what a user wrote is no formula in a spreadsheet', async () => {
  const rows = await fileOf('/bb/app/funding/exportWithdrawals', history.invited);
  assert.ok(rows.length > 0);
  for (const { memo } of rows) assert.equal(memo, `'=1+1, "quoted"`);
});

test('R7.6 a file needs a session, and its refusals are those of every call', async () => {
  const reply = await server.post('/bb/app/wallet/exportLedger', {});
  assert.equal(reply.error, 'session/invalid');
  const wrong = await server.post(
    '/bb/app/wallet/exportLedger',
    { group: 'none' },
    { token: history.invited.token },
  );
  assert.deepEqual([wrong.error, wrong.field], ['request/invalid', 'group']);
});

/**
 * Goal: each file has exactly the rows of its list, and the file of postings is the ledger. Method:
 * a random history on a real server; the files over HTTP, read back as CSV.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { playMoneyHistory, type MoneyHistory } from '../../testing/money-history.ts';

let server: TestServer;
let history: MoneyHistory;
before(async () => {
  server = await startTestServer();
  history = await playMoneyHistory(server, 11);
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

test('R3.7 each file has the rows of its list, in its order, for its owner alone', async () => {
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
  const unitsOf = (amount: string, decimals: number): number => {
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
          available: unitsOf(available, decimals),
          frozen: unitsOf(frozen, decimals),
          reason,
        };
      }),
      stored,
    );
  }
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

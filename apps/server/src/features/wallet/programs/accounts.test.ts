/**
 * Goal: programs move money between the accounts of their user alone, and read what products have
 * paid, as the ledger has it. Method: two users with keys on a real server whose clock the test
 * moves by eight days.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LedgerRow } from '@glasshouse/protocol/wallet';
import { SteadyClock } from '../../../pipeline/clock.ts';
import { FUND_PASSWORD, MASTER_KEY } from '../../../testing/fund-password.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../testing/harness.ts';
import { programOf, type Parameters, type Program, type ProgramError } from '../../../testing/program.ts';

const DAY_MS = 86_400_000;
const TRANSFER = 'POST /sapi/v1/asset/transfer';
const TRANSFERS = 'GET /sapi/v1/asset/transfer';
const time = { wallMs: Date.now(), aheadMs: 0 };
const steadyMs = (): number => performance.now() + time.aheadMs;

let server: TestServer;
let user: TestUser;
let program: Program;
let other: Program;
before(async () => {
  const clock = new SteadyClock(0, { wallMs: () => time.wallMs, steadyMs, uptimeMs: steadyMs });
  server = await startTestServer({ clock, env: { MASTER_KEY, RATE_LIMIT_FACTOR: '50' } });
  user = await server.register('mover');
  program = await programOf(server, user, ['transfer']);
  other = await programOf(server, await server.register('reader'), ['read']);
});
after(() => server.close());

const ask = <T = ProgramError>(asks: Program, target: string, more: Parameters = {}) =>
  asks.ask<T>(target, { ...more, timestamp: server.server.running.pipeline.nowMs() });
const balanceOf = async (account: number): Promise<string> => {
  const { data } = await server.post<{ list: { currency: string; availableCurrency: string }[] }>(
    '/bb/app/wallet/getAssets',
    { account },
    { token: user.token },
  );
  return data.list.find(({ currency }) => currency === 'USDT')?.availableCurrency ?? '';
};
interface Transfers {
  readonly total: number;
  readonly rows: readonly {
    readonly tranId: number;
    readonly amount: string;
    readonly type: string;
    readonly timestamp: number;
  }[];
}

test('R5.13 trading-api I16 a transfer moves between the accounts that its type names, and is listed by it', async () => {
  const before = { exchange: Number(await balanceOf(2)), mining: Number(await balanceOf(4)) };
  const out = { type: 'MAIN_MINING', asset: 'USDT' };
  const first = await ask<{ tranId: number }>(program, TRANSFER, { ...out, amount: '25.5' });
  assert.equal(first.status, 200, JSON.stringify(first.body));
  const second = await ask<{ tranId: number }>(program, TRANSFER, { ...out, amount: '4.5' });
  const back = { type: 'MINING_MAIN', asset: 'USDT', amount: '10' };
  const third = await ask<{ tranId: number }>(program, TRANSFER, back);
  assert.deepEqual(
    [Number(await balanceOf(2)) - before.exchange, Number(await balanceOf(4)) - before.mining],
    [-20, 20],
  );
  const listed = async (more: Parameters, asks = program) =>
    (await ask<Transfers>(asks, TRANSFERS, more)).body;
  const { total, rows } = await listed({ type: 'MAIN_MINING' });
  assert.deepEqual([total, rows.map(({ amount }) => amount)], [2, ['4.5', '25.5']]);
  assert.deepEqual(
    rows.map(({ tranId }) => tranId),
    [second.body.tranId, first.body.tranId],
  );
  const older = await listed({ type: 'MAIN_MINING', size: 1, current: 2 });
  assert.deepEqual([older.total, older.rows[0]?.tranId], [2, first.body.tranId]);
  const [returned] = (await listed({ type: 'MINING_MAIN', startTime: rows[1]!.timestamp })).rows;
  assert.deepEqual([returned?.tranId, returned?.amount], [third.body.tranId, '10']);
  assert.deepEqual(await listed({ type: 'MAIN_MINING', endTime: rows[1]!.timestamp - 1 }), {
    total: 0,
    rows: [],
  });
  assert.deepEqual(await listed({ type: 'MAIN_MINING' }, other), { total: 0, rows: [] });
});

test('R5.13 trading-api I3 a transfer that cannot be is refused by its parameter, and moves nothing', async () => {
  const before = await balanceOf(2);
  const good = { type: 'MAIN_FINANCE', asset: 'USDT', amount: '5' };
  for (const [more, code, error, field] of [
    [{ type: 'MAIN_FUNDING' }, -1116, 'request/invalid', 'type'],
    [{ type: 'MAIN_MAIN' }, -1116, 'request/invalid', 'type'],
    [{ asset: 'LUNA' }, -4018, 'wallet/unknown-asset', 'asset'],
    [{ amount: '0' }, -2010, 'wallet/amount-missing', 'amount'],
    [{ amount: '0.0000001' }, -2010, 'wallet/amount-missing', 'amount'],
    [{ amount: '99999999' }, -5002, 'wallet/insufficient-balance', undefined],
    [{ fromSymbol: 'BTCUSDT' }, -1104, 'request/invalid', 'fromSymbol'],
  ] as const) {
    const { body } = await ask(program, TRANSFER, { ...good, ...more });
    assert.deepEqual([body.code, body.error, body.field], [code, error, field], JSON.stringify(more));
  }
  assert.equal((await ask(other, TRANSFER, good)).body.error, 'request/unknown-key');
  assert.equal(await balanceOf(2), before);
});

test('trading-api I16 dividends are what the ledger says that products have paid, to the unit', async () => {
  const terms = {
    offer: 1,
    amount: '1000',
    dailyRate: '0.00018',
    days: 7,
    agree: true,
    fundPassword: FUND_PASSWORD,
  };
  const bought = await server.post('/bb/app/finance/buy', terms, { token: user.token });
  assert.equal(bought.code, 1, bought.msg);
  const dividends = async (more: Parameters = {}, asks = program) =>
    (
      await ask<{ total: number; rows: Record<string, unknown>[] }>(
        asks,
        'GET /sapi/v1/asset/assetDividend',
        more,
      )
    ).body;
  assert.deepEqual(await dividends(), { total: 0, rows: [] });
  time.aheadMs += 8 * DAY_MS;
  await server.market.tick();
  const { data } = await server.post<{ list: LedgerRow[] }>(
    '/bb/app/wallet/getLedger',
    {},
    { token: (await server.login(user)).token },
  );
  const paid = data.list.filter(({ reason }) => reason === 'finance-interest');
  const { total, rows } = await dividends();
  assert.deepEqual(
    [total, rows.map(({ amount, asset, divTime }) => ({ amount, asset, divTime }))],
    [1, paid.map(({ amount, currency: asset, time: divTime }) => ({ amount, asset, divTime }))],
  );
  assert.equal(rows[0]?.['amount'], '1.26');
  assert.equal((await dividends({ asset: 'BTC' })).total, 0);
  assert.equal((await dividends({}, other)).total, 0);
});

test('R7.8 a key reads what it may do', async () => {
  const of = async (asks: Program) =>
    (await ask<Record<string, unknown>>(asks, 'GET /sapi/v1/account/apiRestrictions')).body;
  const may = await of(program);
  assert.deepEqual(
    [may['permitsUniversalTransfer'], may['enableSpotAndMarginTrading'], may['enableWithdrawals']],
    [true, false, false],
  );
  assert.equal((await of(other))['permitsUniversalTransfer'], false);
  assert.deepEqual((await ask<object>(other, 'GET /sapi/v1/account/status')).body, { data: 'Normal' });
});

/** Seconds contracts over real HTTP, settled by ticks that the test makes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MARKET_STATUS, WALLET, type Command } from '@glasshouse/core';
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import type { AssetRow, PostingRow } from '@glasshouse/protocol/wallet';
import { Catalogue } from '../../contract/catalogue.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { readResults } from './day-results.ts';

let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('options');
});
after(() => server.close());

const CONTRACT = '/contract/app/contract';
const BTC_USDT = 0;
const ORDER = { openAmount: '100', baseCoin: 'BTC', quoteCoin: 'USDT', positionTime: 30, tradeType: 1 };
interface Page<T> {
  readonly list: readonly T[];
  readonly totalRow: number;
  readonly sum: number;
}

const open = (changes: Record<string, unknown> = {}, isForm = true) =>
  server.post<{ id: string }>(
    `${CONTRACT}/createOrder`,
    { ...ORDER, ...changes },
    { token: user.token, isForm },
  );
const records = (query: Record<string, unknown>) =>
  server.post<Page<PositionRow>>(`${CONTRACT}/getContractRecord`, query, { token: user.token });

async function usdt(): Promise<AssetRow | undefined> {
  const reply = await server.post<AssetRow[]>(`${CONTRACT}/getAssets`, undefined, { token: user.token });
  return reply.data.find((row) => row.currencyName === 'USDT');
}

/** 30 seconds at 60,000.00, then one at another price. ETH never moves. */
async function settle(btcPriceCents: number): Promise<void> {
  for (let second = 0; second < 30; second++) await server.market.tick();
  await server.market.tick(btcPriceCents);
}

test('R5.5 R8.5 each invalid position gets its refusal', async () => {
  // A price older than five seconds does not count.
  await server.market.tick();
  const cases: readonly [Record<string, unknown>, string][] = [
    [{ openAmount: '' }, 'seconds-contract/amount-missing'],
    [{ openAmount: '0' }, 'seconds-contract/amount-missing'],
    [{ openAmount: '0.000009' }, 'seconds-contract/amount-missing'],
    [{ openAmount: '0.00001' }, 'seconds-contract/below-minimum'],
    [{ openAmount: '4.999999' }, 'seconds-contract/below-minimum'],
    [{ openAmount: '5000.01' }, 'seconds-contract/above-maximum'],
    [{ openAmount: '1.2345678' }, 'request/invalid'],
    [{ openAmount: 'ten' }, 'request/invalid'],
    [{ openAmount: '4000' }, 'wallet/insufficient-balance'],
    [{ positionTime: '31' }, 'seconds-contract/unknown-duration'],
    [{ tradeType: '3' }, 'request/invalid'],
    [{ baseCoin: 'LUNA' }, 'market/unknown-pair'],
    [{ baseCoin: 'ETH', quoteCoin: 'BTC' }, 'seconds-contract/not-offered'],
  ];
  for (const [change, error] of cases)
    assert.equal((await open(change)).error, error, JSON.stringify(change));
  // JSON writes this number as 1e-7.
  const small = await server.post(`${CONTRACT}/createOrder`, { ...ORDER, openAmount: 0.0000001 }, user);
  assert.equal(small.error, 'seconds-contract/amount-missing');
  assert.equal((await usdt())?.availableCurrency, '1000');
});

test('R4.5 R11.6 seconds-contract I3 positions are held, then completed: a win pays stake and profit, a loss nothing, a draw stake and fee', async () => {
  const ids = [];
  await server.market.tick();
  for (const change of [{}, { tradeType: 2 }, { baseCoin: 'ETH' }]) {
    const opened = await open(change);
    assert.equal(opened.code, 1);
    ids.push(opened.data.id);
  }
  assert.equal((await usdt())?.availableCurrency, '699.4', 'three stakes of 100 and fees of 0.2% are taken');
  const held = (await records({ entryStatus: 0 })).data;
  assert.equal(held.totalRow, 3);
  for (const row of held.list) assert.deepEqual([row.status, row.openPrice, row.result], [0, null, null]);
  await settle(6_000_001);
  assert.equal((await records({ entryStatus: 0 })).data.totalRow, 0);
  const { list } = (await records({ entryStatus: 1 })).data;
  const [won, lost, drawn] = ids.map((id) => list.find((row) => row.id === id));
  assert.deepEqual([won?.status, won?.result, won?.profit, won?.fees], [1, 'win', '82', '0.2']);
  assert.deepEqual([won?.openPrice, won?.finishPrice, won?.holdingTime], ['60000.00', '60000.01', 30]);
  assert.equal((won?.finishTime ?? 0) - (won?.openTime ?? 0), 30_000);
  assert.deepEqual([lost?.status, lost?.result, lost?.profit, lost?.direction], [1, 'lose', '-100', 'down']);
  assert.deepEqual([drawn?.status, drawn?.result, drawn?.profit], [1, 'draw', '0']);
  assert.equal((await usdt())?.availableCurrency, '981.6', '+82 -100 and two fees of 0.2');
});

test("seconds-contract I10 today's results: right, wrong and equal are counted, the net is exact, and only the user's own count", async () => {
  const today = async (token: string) =>
    (await server.post<Record<string, unknown>>(`${CONTRACT}/getToday`, {}, { token })).data;
  assert.deepEqual(await today(user.token), { won: 1, lost: 1, drawn: 1, net: '-18.4', currency: 'USDT' });
  const other = await server.register('other-day');
  assert.deepEqual(await today(other.token), { won: 0, lost: 0, drawn: 0, net: '0', currency: 'USDT' });
  const { database, running } = server.server;
  const catalogue = new Catalogue(running.pipeline.exchange);
  const last = (await records({})).data.list[0]?.finishTime ?? 0;
  const later = await readResults({ database, catalogue }, Number(user.userId), last + 1);
  assert.deepEqual(later, { won: 0, lost: 0, drawn: 0, net: 0 }, 'what ended before a moment is not counted');
});

test("R7.9 R10.8 R13.1 an order shows its two ticks; another user's is answered as missing", async () => {
  const { list } = (await records({ entryStatus: 1 })).data;
  const id = list[0]?.id;
  const own = await server.post<PositionRow & { ticks: { open: unknown; finish: unknown } }>(
    `${CONTRACT}/getOrder`,
    { id },
    { token: user.token },
  );
  assert.equal(own.data.id, id);
  assert.ok(own.data.ticks.open !== null && own.data.ticks.finish !== null);
  const stranger = await server.register('stranger');
  const foreign = await server.post(`${CONTRACT}/getOrder`, { id }, { token: stranger.token });
  const missing = await server.post(`${CONTRACT}/getOrder`, { id: '987654' }, { token: stranger.token });
  assert.deepEqual(foreign, missing);
  assert.equal(foreign.error, 'request/not-found');
});

test('R3.7 R4.14 R7.4 records are filtered by pair and paged; entryStatus is history when absent', async () => {
  assert.equal((await records({})).data.sum, 3);
  assert.equal((await records({ baseCoin: 'ETH', quoteCoin: 'USDT' })).data.sum, 1);
  assert.equal((await records({ baseCoin: 'XRP', quoteCoin: 'USDT' })).data.sum, 0);
  assert.equal((await records({ pageSize: 2 })).data.list.length, 2);
  assert.equal((await records({ pageSize: 2, pageNo: 2 })).data.list.length, 1);
});

test('R10.3 wallet I2 getAssetsRecord lists the postings of the account: together they are its balance', async () => {
  const reply = await server.post<Page<PostingRow>>(
    `${CONTRACT}/getAssetsRecord`,
    { currency: 'USDT', pageNo: 1, pageSize: 100 },
    { token: user.token },
  );
  const sum = reply.data.list.reduce((total, row) => total + Math.round(Number(row.amount) * 1e6), 0);
  assert.equal(sum / 1e6, 981.6);
  assert.equal(reply.data.list.at(-1)?.reason, 'play-money');
  const stakes = await server.post<Page<PostingRow>>(
    `${CONTRACT}/getAssetsRecord`,
    { tradeType: 8 },
    { token: user.token },
  );
  assert.ok(stakes.data.list.every((row) => row.reason === 'position-stake'));
});

test('R3.5 R7.5 parameters: durations with rates and limits, the fee rate, under both prefixes', async () => {
  for (const prefix of ['/bb/app', '/contract/app']) {
    const config = await server.get<Record<string, unknown>[]>(`${prefix}/paramter/contractconfig`);
    assert.deepEqual(config.data[0], {
      second: 30,
      incomeRate: '0.82',
      openAmountMin: '5',
      openAmountMax: '5000',
    });
    const fee = await server.get<{ valueName: string }>(
      `${prefix}/paramter/getParamListByKeyName?paramName=contract_fee_rate`,
    );
    assert.equal(Number(fee.data.valueName), 0.002);
  }
  const mail = await server.get<{ valueName: string }>(
    '/bb/app/paramter/getParamListByKeyName?paramName=customer_service_email',
  );
  assert.match(mail.data.valueName, /@/);
  const unknown = await server.get('/bb/app/paramter/getParamListByKeyName?paramName=master_key');
  assert.deepEqual([unknown.error, unknown.field], ['request/invalid', 'paramName']);
});

const ETH_USDT = 1;
const USDT = { number: 0, decimals: 6 };

test('R10.2 a position that the reserve cannot cover is refused before anything is charged; another is accepted', async () => {
  const { pipeline } = server.server.running;
  const units = (whole: number): number => whole * 10 ** USDT.decimals;
  assert.equal(pipeline.exchange.assets[USDT.number]?.code, 'USDT');
  // One duration that pays ten times the stake, on a market that no other test uses.
  const duration = { seconds: 30, profitRatePpm: 10_000_000, minStake: units(5), maxStake: units(1_000_000) };
  const limits = { maxPositions: 20, maxUserStake: 0, maxOpenStake: 0, feeRatePpm: 0 };
  const owner = Number(user.userId);
  for (const command of [
    { type: 'define-seconds-contract', market: ETH_USDT, ...limits, durations: [duration] },
    {
      type: 'issue',
      owner,
      wallet: WALLET.contract,
      asset: USDT.number,
      amount: units(1_000_000),
      reason: 'play-money',
    },
  ] as const)
    assert.equal((await pipeline.submit(command, { owner })).error, null);
  await server.market.tick();
  const before = await usdt();
  // The demo's reserve holds five million.
  const refused = await open({ baseCoin: 'ETH', openAmount: '600000' });
  assert.deepEqual([refused.http, refused.error], [200, 'seconds-contract/reserve-short']);
  assert.deepEqual(await usdt(), before);
  assert.equal((await open({ baseCoin: 'ETH', openAmount: '400000' })).code, 1);
});

test('R7.6 seconds-contract I9 a pair that is halted or has no price, and each limit, refuse a position', async () => {
  await server.market.tick();
  const { pipeline } = server.server.running;
  const submit = async (command: Command) =>
    assert.equal((await pipeline.submit(command, { owner: 1 })).error, null, command.type);
  const offer = pipeline.exchange.features['seconds-contract'].offers.get(BTC_USDT);
  assert.ok(offer !== undefined);
  const status = (to: number): Command => ({
    type: 'set-market-status',
    market: BTC_USDT,
    status: to,
    cancels: 1,
  });

  await submit(status(MARKET_STATUS.halted));
  assert.equal((await open()).error, 'market/halted');
  await submit({ type: 'open-market', market: BTC_USDT, opensMs: pipeline.nowMs() + 60_000 });
  assert.equal((await open()).error, 'market/not-open');
  await submit(status(MARKET_STATUS.trading));
  assert.equal((await open({ baseCoin: 'EOS' })).error, 'market/no-price');
  assert.equal((await open()).code, 1);
  for (const [limits, error] of [
    [{ maxUserStake: 150_000_000 }, 'seconds-contract/user-limit'],
    [{ maxOpenStake: 150_000_000 }, 'seconds-contract/platform-limit'],
    [{ maxPositions: 1 }, 'seconds-contract/too-many-positions'],
  ] as const) {
    await submit({ ...offer, ...limits });
    assert.equal((await open()).error, error);
  }
  await submit(offer);
  await settle(6_000_001);
});

test('R3.7 R7.4 the open positions are limited by time and continue after a cursor, as the ended ones do', async () => {
  const holder = await server.register('open-pages');
  type Listed = Page<PositionRow> & { readonly nextCursor: string | null };
  const opened = async (query: Record<string, unknown>) => {
    const body = { entryStatus: 0, ...query };
    return (await server.post<Listed>(`${CONTRACT}/getContractRecord`, body, { token: holder.token })).data;
  };
  await server.market.tick();
  for (let count = 0; count < 3; count++) {
    const reply = await server.post(`${CONTRACT}/createOrder`, ORDER, { token: holder.token });
    assert.equal(reply.code, 1, reply.msg);
  }
  const { list: all } = await opened({});
  assert.equal(all.length, 3);
  const first = await opened({ pageSize: 2 });
  assert.deepEqual([first.list, first.totalRow], [all.slice(0, 2), 3]);
  const rest = await opened({ pageSize: 2, cursor: first.nextCursor });
  assert.deepEqual([rest.list, rest.totalRow, rest.nextCursor], [all.slice(2), 3, null]);
  const { time } = all[1]!;
  const from = await opened({ startTime: time });
  assert.deepEqual(
    from.list,
    all.filter((row) => row.time >= time),
  );
  const before = await opened({ endTime: time });
  assert.deepEqual(
    before.list,
    all.filter((row) => row.time < time),
  );
  assert.deepEqual((await opened({ endTime: all[2]!.time })).list, []);
});

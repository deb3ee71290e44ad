/**
 * Goal: what the preview of a fund says is what is booked, an end pays what its terms say, and a
 * user's own limits count funds. Method: the calls over HTTP on a real server whose market moves
 * only by the test, then the audit.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOUSE, WALLET } from '@glasshouse/core';
import type { FundOffer, HoldingRow } from '@glasshouse/protocol/fund';
import { startTestServer, type TestReply, type TestServer, type TestUser } from '../../testing/harness.ts';
import { feature } from './feature.ts';

/** BTC, ETH and XRP; a NAV of 0.7 at the still prices. */
const FUND = 4;
const STILL_BTC = 6_000_000;
let server: TestServer;
let user: TestUser;
let other: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('fund');
  other = await server.register('other-fund');
});
after(() => server.close());

/** The tick of the next second. The clock follows it, as no tick is ahead of the exchange. */
async function tick(btcPriceCents?: number): Promise<void> {
  await server.market.tick(btcPriceCents);
  server.server.running.pipeline.forward(1000);
}

interface Page {
  readonly list: readonly HoldingRow[];
  readonly sum: number;
  readonly counts: readonly number[];
}
async function ask<T>(call: string, body: object, who: TestUser = user): Promise<TestReply<T>> {
  return server.post<T>(`/bb/app/fund/${call}`, body, { token: who.token });
}
const holdingsOf = async (who: TestUser = user, query: object = {}): Promise<Page> =>
  (await ask<Page>('getHoldings', query, who)).data;

async function balances(account: number, who: TestUser = user): Promise<readonly [string, string]> {
  const { data } = await server.post<{
    list: { currencyName: string; availableCurrency: string; frozenCurrency: string }[];
  }>('/bb/app/wallet/getAssets', { account }, { token: who.token });
  const usdt = data.list.find((row) => row.currencyName === 'USDT');
  return [usdt?.availableCurrency ?? '0', usdt?.frozenCurrency ?? '0'];
}

async function bought(body: object = {}, who: TestUser = user): Promise<string> {
  await tick();
  const reply = await ask<{ id: string }>('buy', { fund: FUND, quantity: '1000', leverage: 5, ...body }, who);
  assert.equal(reply.code, 1, JSON.stringify(reply));
  await tick();
  return reply.data.id;
}
/** An end that executes at the NAV of the tick that follows. */
async function ended(call: 'sell' | 'exit', body: object): Promise<void> {
  const reply = await ask(call, call === 'sell' ? { type: 'market', ...body } : body);
  assert.equal(reply.code, 1, JSON.stringify(reply));
  await tick();
}

test('fund I1 I10 the preview of a purchase is what is booked, and the margin stays the owner’s', async () => {
  const [start] = await balances(2);
  await tick();
  const order = { fund: FUND, quantity: '1000', leverage: 5 };
  const { data: preview } = await ask<Record<string, string>>('preview', order);
  assert.deepEqual(preview, {
    nav: '0.70000000',
    notional: '700',
    margin: '140',
    loan: '560',
    fee: '0.7',
    payment: '140.7',
    dailyInterest: '0.112',
    maintenance: '35',
    liquidationPrice: '0.59500000',
  });
  const id = await bought();
  const { list, counts } = await holdingsOf();
  assert.deepEqual([list.length, counts], [1, [0, 1, 0, 0, 0, 0]]);
  const [row] = list;
  assert.equal(row?.id, id);
  assert.deepEqual(
    [row?.margin, row?.loan, row?.payment, row?.buyFee, row?.liquidationPrice, row?.profit, row?.status],
    ['140', '560', '140.7', '0.7', '0.59500000', '0', 1],
  );
  const [end] = await balances(2);
  assert.equal((Number(start) - Number(end)).toFixed(2), '140.70');
  assert.deepEqual(await balances(5), ['0', '140']);
  assert.deepEqual((await holdingsOf(other)).list, []);
  const { data: detail } = await ask<FundOffer>('getDetail', { fund: FUND });
  assert.deepEqual([detail.unitsOut, detail.nav], ['1000', '0.70000000']);
  assert.deepEqual(
    detail.basket.map(({ currency, held }) => [currency, held]),
    [
      ['BTC', '0.005'],
      ['ETH', '0.1'],
      ['XRP', '200'],
    ],
  );
  await ended('exit', { id });
});

test('R11.10 fund I12 an order waits for the next NAV, which neither side knows, and its money comes back', async () => {
  const [start] = await balances(2);
  await tick();
  const order = { fund: FUND, quantity: '1000', leverage: 5, maxPrice: '0.71' };
  const { data } = await ask<{ id: string; status: number; maxPrice: string }>('buy', order);
  assert.deepEqual([data.status, data.maxPrice], [0, '0.71000000']);
  const rowOf = async (): Promise<HoldingRow> => (await holdingsOf(user, { id: data.id })).list[0]!;
  const waits = await rowOf();
  assert.deepEqual([waits.status, waits.buyPrice, waits.payment, waits.profit], [0, null, '142.71', null]);
  assert.deepEqual(await balances(5), ['0', '142.71']);
  assert.equal((await ask('sell', { id: data.id, type: 'market' })).error, 'fund/waiting');
  // The outside market has moved: the order meets it, and not the NAV that was shown.
  await tick(7_200_000);
  const ends = await rowOf();
  assert.deepEqual(
    [ends.status, ends.reason, ends.salePrice, ends.payout],
    [5, 'nav-moved', '0.76000000', '142.71'],
  );
  assert.deepEqual([(await balances(2))[0], await balances(5)], [start, ['0', '0']]);
  assert.deepEqual((await holdingsOf()).counts, [0, 0, 0, 0, 1, 1]);
  await tick(STILL_BTC);
  const id = await bought();
  assert.equal((await ask('sell', { id, type: 'market', price: '0.7' })).code, 1);
  const [ordered] = (await holdingsOf(user, { id })).list;
  assert.deepEqual([ordered?.orderedEnd, ordered?.minPrice], ['sale', '0.70000000']);
  assert.equal((await ask('exit', { id })).error, 'fund/closing');
  await tick(5_900_000);
  const [kept] = (await holdingsOf(user, { id })).list;
  assert.deepEqual([kept?.status, kept?.orderedEnd, kept?.reason], [1, null, 'nav-moved']);
  await tick(STILL_BTC);
  await ended('exit', { id });
});

test('fund I4 a limit sale waits, is changed and cancelled, and is paid when the NAV reaches it', async () => {
  const id = await bought();
  const limit = (price: string) => ask('sell', { id, type: 'limit', price });
  assert.deepEqual([(await limit('0.7')).error, (await limit('0.7')).field], ['fund/price-reached', 'price']);
  assert.equal((await limit('0.76')).code, 1);
  assert.equal((await limit('0.75')).code, 1);
  assert.equal((await holdingsOf(user, { id })).list[0]?.limitPrice, '0.75000000');
  assert.equal((await ask('cancelSell', { id })).code, 1);
  assert.equal((await ask('cancelSell', { id })).error, 'fund/no-limit');
  assert.equal((await limit('0.75')).code, 1);
  const [before] = await balances(2);
  // BTC at 72,000 makes a NAV of 0.76.
  await tick(7_200_000);
  const [row] = (await holdingsOf(user, { id })).list;
  // 760 less the loan of 560, less 0.1 % of 760.
  assert.deepEqual(
    [row?.status, row?.salePrice, row?.saleFee, row?.payout, row?.profit],
    [2, '0.76000000', '0.76', '199.24', '58.54'],
  );
  const [after] = await balances(2);
  assert.equal((Number(after) - Number(before)).toFixed(2), '199.24');
  assert.equal((await ask('sell', { id, type: 'market' })).error, 'fund/not-holding');
  await tick(STILL_BTC);
});

test('fund I2 I3 a NAV that gaps takes the margin and no more, and what is left comes back', async () => {
  const id = await bought();
  const safe = await bought({ leverage: 1 });
  const [before] = await balances(2);
  // NAV 0.55: the loss of 150 is above the margin of 140.
  await tick(3_000_000);
  const [row] = (await holdingsOf(user, { id })).list;
  assert.deepEqual([row?.status, row?.payout, row?.profit, row?.saleFee], [3, '0', '-140.7', '0']);
  assert.equal((await balances(2))[0], before);
  const [own] = (await holdingsOf(user, { id: safe })).list;
  assert.deepEqual([own?.status, own?.liquidationPrice, own?.profit], [1, null, '-150']);
  await tick(STILL_BTC);
  assert.equal(
    (await ask('sell', { id: safe, type: 'market', price: '0.70000001' })).error,
    'fund/nav-moved',
  );
  await ended('sell', { id: safe, price: '0.7' });
});

test('fund I9 a wrong order is refused by its field, and another’s holding as one that is not', async () => {
  const id = await bought();
  await tick();
  for (const [call, body, error, field] of [
    ['buy', { fund: FUND, leverage: 1 }, 'fund/amount-missing', 'quantity'],
    ['buy', { fund: FUND, quantity: '0.5', leverage: 1 }, 'fund/below-minimum', 'quantity'],
    ['buy', { fund: FUND, quantity: '1.001', leverage: 1 }, 'request/invalid', 'quantity'],
    ['buy', { fund: 77, quantity: '10' }, 'fund/unknown-fund', 'fund'],
    ['buy', { fund: 3, quantity: '10', leverage: 3 }, 'fund/leverage-not-offered', 'leverage'],
    ['buy', { fund: FUND, quantity: '100001' }, 'fund/owner-limit', 'quantity'],
    ['buy', { fund: FUND, quantity: '2000001' }, 'fund/quota', 'quantity'],
    ['buy', { fund: FUND, quantity: '10', maxPrice: '0.69999999' }, 'fund/nav-moved', undefined],
    ['buy', { fund: FUND, quantity: '10', maxPrice: '0.77000001' }, 'fund/bound-too-high', 'maxPrice'],
    ['buy', { fund: FUND, quantity: '10', buyFee: '0.0011' }, 'fund/terms-changed', 'buyFee'],
    ['buy', { fund: FUND, quantity: '10', lendingDaily: '0' }, 'fund/terms-changed', 'lendingDaily'],
    ['buy', { fund: 1, quantity: '10' }, 'market/no-price', undefined],
    ['buy', { fund: FUND, quantity: '90000', leverage: 1 }, 'wallet/insufficient-balance', undefined],
    ['sell', { id }, 'fund/type-missing', 'type'],
    ['sell', { id, type: 'limit' }, 'fund/price-missing', 'price'],
    ['sell', { id, type: 'limit', price: '0' }, 'fund/price-missing', 'price'],
    ['sell', { id: '999999', type: 'market' }, 'fund/not-holding', 'id'],
    ['exit', { id: '999999' }, 'fund/not-holding', 'id'],
    ['preview', { fund: FUND, quantity: '10', leverage: 6 }, 'request/invalid', 'leverage'],
    ['getDetail', { fund: 77 }, 'fund/unknown-fund', 'fund'],
    ['getHistory', { fund: 77 }, 'fund/unknown-fund', 'fund'],
  ] as const) {
    const refused = await ask(call, body);
    assert.deepEqual([refused.error, refused.field], [error, field], `${call} ${JSON.stringify(body)}`);
  }
  for (const call of ['sell', 'exit', 'cancelSell'])
    assert.equal(
      (await ask(call, call === 'sell' ? { id, type: 'market' } : { id }, other)).error,
      'fund/not-holding',
    );
  await ended('exit', { id });
});

test('fund I11 R12.4 losses and margins of funds count for a user’s own limits', async () => {
  const limited = await server.register('fund-limited');
  const set = await server.post(
    '/bb/app/user/setLimits',
    { stake: '100', dailyLoss: '150', minutes: null },
    { token: limited.token },
  );
  assert.equal(set.code, 1, JSON.stringify(set));
  await tick();
  const order = { fund: FUND, quantity: '1000', leverage: 5 };
  const refused = await ask('buy', order, limited);
  assert.deepEqual([refused.error, refused.field], ['identity/stake-limit', 'quantity']);
  // A bound that is too large to be read is no way round the limits.
  const unbounded = await ask('buy', { ...order, quantity: '10', maxPrice: '9'.repeat(30) }, limited);
  assert.equal(unbounded.error, 'identity/stake-limit');
  // 700 units at 5x are a stake of 99.47 at most: two of them are above the limit of losses.
  assert.equal((await ask('buy', { ...order, quantity: '700' }, limited)).code, 1);
  await tick();
  assert.equal((await ask('buy', { ...order, quantity: '700' }, limited)).error, 'identity/loss-limit');
  // The whole margin is lost: it counts for the day.
  await tick(2_000_000);
  await tick(STILL_BTC);
  assert.equal((await ask('buy', { ...order, quantity: '700' }, limited)).error, 'identity/loss-limit');
});

test('fund I14 what the reserve cannot pay of a profit comes in coins of the fund', async () => {
  const { pipeline } = server.server.running;
  const { exchange } = pipeline;
  const usdt = exchange.assets.find(({ code }) => code === 'USDT')!.asset;
  const move = (from: number, to: number, amount: number) =>
    pipeline.submit({ type: 'move-capital', from, to, asset: usdt, amount }, { owner: 1 });
  const { available } = exchange.balance(HOUSE.fundReserve, WALLET.house, usdt);
  const id = await bought({ leverage: 1 }, other);
  const cover = exchange.balance(HOUSE.fundReserve, WALLET.house, usdt).frozen;
  const rest = available - cover;
  assert.equal((await move(HOUSE.fundReserve, HOUSE.treasury, rest)).error, null);
  const [before] = await balances(2, other);
  // BTC at 12 times its price: the NAV of 0.7 becomes 4.
  await tick(12 * STILL_BTC);
  assert.equal((await ask('sell', { id, type: 'market' }, other)).code, 1);
  await tick(12 * STILL_BTC);
  const [row] = (await holdingsOf(other, { id })).list;
  assert.deepEqual([row?.payout, row?.paidInCoins, row?.status], ['3996', '3230', 2]);
  const [after] = await balances(2, other);
  assert.equal((Number(after) - Number(before)).toFixed(2), '766.00');
  await move(HOUSE.treasury, HOUSE.fundReserve, rest);
  await tick();
});

test('fund I3 I5 the audit recomputes every end, and compares holdings with the postings', async () => {
  const { database, running } = server.server;
  const findings = await running.pipeline.paused(() =>
    database.session((session) => feature.product.crossChecks(session, running.exchange)),
  );
  assert.equal(findings.length, 4);
  assert.deepEqual(
    findings.filter(({ ok }) => !ok),
    [],
  );
  const { rows } = await database.session((session) =>
    session.query<{ count: number }>('select count(*) as count from fund_holdings'),
  );
  assert.ok((rows[0]?.count ?? 0) > 5, 'holdings were compared');
});

test('fund I11 the list is paged and saved as a file', async () => {
  const { data } = await ask<Page & { nextCursor: string | null }>('getHoldings', { pageSize: 2 });
  assert.deepEqual([data.list.length, data.sum], [2, 7]);
  const { data: rest } = await ask<Page>('getHoldings', { pageSize: 9, cursor: data.nextCursor });
  assert.equal(rest.list.length, 5);
  const { data: counts } = await server.post<{ counts: { products: number } }>(
    '/bb/app/wallet/getRecordCounts',
    {},
    { token: user.token },
  );
  assert.equal(counts.counts.products, 7);
  const file = await server.post<string>('/bb/app/fund/exportHoldings', {}, { token: user.token });
  assert.equal(file.http, 200);
});

test('R13.1 fund I1 a purchase that is sent again gets its answer also when the terms have changed', async () => {
  const { pipeline } = server.server.running;
  const { offer } = pipeline.exchange.features.fund.offers.of(FUND)!;
  const body = { fund: FUND, quantity: '10', leverage: 1, buyFee: '0.001' };
  const buy = () =>
    server.post<{ id: string }>('/bb/app/fund/buy', body, { token: user.token, key: 'a-fund-once' });
  const first = await buy();
  assert.equal(first.code, 1, JSON.stringify(first));
  await pipeline.submit(
    { ...offer, type: 'define-fund-offer', buyFeePpm: offer.buyFeePpm + 1 },
    { owner: 1 },
  );
  assert.deepEqual(await buy(), first);
  assert.equal((await ask('buy', body)).error, 'fund/terms-changed');
  await pipeline.submit({ ...offer, type: 'define-fund-offer' }, { owner: 1 });
});

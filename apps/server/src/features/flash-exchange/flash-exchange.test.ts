/**
 * Goal: what a quote says is what is booked, once, and for its owner alone. Method: the calls over
 * HTTP on a real server whose market stands still, then the postings and the audit.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DustQuote, ExchangeOffer, ExchangeRow, Quote } from '@glasshouse/protocol/flash-exchange';
import { startTestServer, type TestReply, type TestServer, type TestUser } from '../../testing/harness.ts';
import { feature } from './feature.ts';

let server: TestServer;
let user: TestUser;
let other: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('exchange');
  other = await server.register('other-exchange');
});
after(() => server.close());

const ask = <T>(call: string, body: object, who: TestUser = user): Promise<TestReply<T>> =>
  server.post<T>(`/bb/app/flashExchange/${call}`, body, { token: who.token });

/** A quote at the index of this moment. */
async function quoted(input: object, who: TestUser = user): Promise<TestReply<Quote>> {
  await server.market.tick();
  return ask<Quote>('getQuote', input, who);
}
const BUY = { payCurrency: 'USDT', receiveCurrency: 'BTC', payAmount: '600' };

async function balances(who: TestUser = user): Promise<Record<string, string>> {
  const { data } = await server.post<{ list: { currencyName: string; availableCurrency: string }[] }>(
    '/bb/app/wallet/getAssets',
    { account: 2 },
    { token: who.token },
  );
  return Object.fromEntries(data.list.map((row) => [row.currencyName, row.availableCurrency]));
}

test('flash-exchange I1 a quote is what is booked, in both directions, by either amount', async () => {
  const start = await balances();
  const { data: bought } = await quoted(BUY);
  // 0.1 % less than the 0.01 BTC of the index.
  assert.deepEqual(
    [bought.payAmount, bought.receiveAmount, bought.receiveAtIndex, bought.spread],
    ['600', '0.00999', '0.01', '0.001'],
  );
  assert.deepEqual([bought.payIndexPrice, bought.receiveIndexPrice], ['1', '60000']);
  assert.equal((await ask('exchange', { quote: bought.quote })).code, 1);
  // Sells for an amount that is named: 0.00999 of 60,000 USDT less 0.1 %, rounded up to a unit.
  const { data: sold } = await quoted({
    payCurrency: 'BTC',
    receiveCurrency: 'USDT',
    receiveAmount: '59.94',
  });
  assert.deepEqual([sold.payAmount, sold.receiveAmount], ['0.001', '59.94']);
  assert.equal((await ask('exchange', { quote: sold.quote })).code, 1);
  const end = await balances();
  const change = (coin: string) => Number((Number(end[coin]) - Number(start[coin])).toFixed(8));
  assert.deepEqual([change('USDT'), change('BTC')], [-540.06, 0.00899]);
});

test('flash-exchange I1 a quote is taken once, however often and by how many devices it is sent', async () => {
  const { data } = await quoted(BUY);
  const before = await balances();
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => ask<{ id: string }>('exchange', { quote: data.quote })),
  );
  assert.equal(new Set(replies.map((reply) => reply.data.id)).size, 1, JSON.stringify(replies));
  const after = await balances();
  assert.equal(Number(before['USDT']) - Number(after['USDT']), 600);
});

test('flash-exchange I6 a quote or a list of somebody else is none', async () => {
  const { data } = await quoted(BUY);
  const [text, signature] = data.quote.split('.') as [string, string];
  const forged = JSON.parse(Buffer.from(text, 'base64url').toString()) as { command: { receive: number } };
  forged.command.receive *= 2;
  const swapped = `${Buffer.from(JSON.stringify(forged)).toString('base64url')}.${signature}`;
  for (const [quote, who] of [
    [data.quote, other],
    [swapped, user],
    [`${data.quote}.`, user],
    [text, user],
    [`${text}.${'A'.repeat(signature.length)}`, user],
    [`${text}.${'é'.repeat(signature.length)}`, user],
    ['x', user],
  ] as const)
    assert.equal((await ask('exchange', { quote }, who)).error, 'flash-exchange/quote-expired');
  assert.deepEqual((await ask<{ list: ExchangeRow[] }>('getExchanges', {}, other)).data.list, []);
  const { list, sum } = (await ask<{ list: ExchangeRow[]; sum: number }>('getExchanges', {})).data;
  assert.equal(sum, 3);
  assert.deepEqual(
    list.map((row) => [row.payCurrency, row.payAmount, row.receiveCurrency, row.receiveAmount]),
    [
      ['USDT', '600', 'BTC', '0.00999'],
      ['BTC', '0.001', 'USDT', '59.94'],
      ['USDT', '600', 'BTC', '0.00999'],
    ],
  );
});

test('flash-exchange I2 a quote stands while the index moves by less than its spread', async () => {
  // The quote is 60,060.06 USDT for a BTC.
  for (const [priceCents, error] of [
    [6_006_007, 'flash-exchange/price-moved'],
    [6_006_006, undefined],
    [5_994_006, undefined],
    [5_993_000, 'flash-exchange/price-moved'],
  ] as const) {
    const { data } = await quoted(BUY);
    await server.market.tick(priceCents);
    assert.equal((await ask('exchange', { quote: data.quote })).error, error, String(priceCents));
  }
});

test('flash-exchange I2 amounts beyond the limits, and coins that are not offered, name their field', async () => {
  for (const [change, error, field] of [
    [{ payAmount: '4.99' }, 'flash-exchange/below-minimum', 'payAmount'],
    [{ payAmount: '50000.01' }, 'flash-exchange/above-maximum', 'payAmount'],
    [{ payAmount: '999999999999999999' }, 'flash-exchange/above-maximum', 'payAmount'],
    [{ payAmount: undefined }, 'flash-exchange/amount-missing', 'payAmount'],
    [{ payAmount: '10.0000001' }, 'request/invalid', 'payAmount'],
    [{ receiveAmount: '1' }, 'request/invalid', 'receiveAmount'],
    [{ payAmount: undefined, receiveAmount: '0.00000001' }, 'flash-exchange/amount-missing', 'receiveAmount'],
    [{ payAmount: undefined, receiveAmount: '20' }, 'flash-exchange/above-maximum', 'receiveAmount'],
    [{ receiveCurrency: 'USDT' }, 'flash-exchange/not-offered', 'receiveCurrency'],
    [{ receiveCurrency: 'TRX' }, 'flash-exchange/not-offered', 'receiveCurrency'],
    // Its pair has no price in this market.
    [{ receiveCurrency: 'EOS' }, 'market/no-price', 'receiveCurrency'],
  ] as const) {
    const reply = await quoted({ ...BUY, ...change });
    assert.deepEqual([reply.error, reply.field], [error, field], JSON.stringify(change));
  }
  const rich = await quoted({ ...BUY, payAmount: '50000' });
  assert.equal((await ask('exchange', { quote: rich.data.quote })).error, 'wallet/insufficient-balance');
});

test('flash-exchange I3 small balances of many coins become one, and nothing else does', async () => {
  await server.market.tick();
  assert.equal(
    (await ask('getDustQuote', { receiveCurrency: 'USDT' }, other)).error,
    'flash-exchange/no-dust',
  );
  // All but a little of the BTC is exchanged.
  const { BTC: own } = await balances(other);
  const all = { payCurrency: 'BTC', receiveCurrency: 'USDT', payAmount: (Number(own) - 0.00005).toFixed(8) };
  const { data: most } = await quoted(all, other);
  assert.equal((await ask('exchange', { quote: most.quote }, other)).code, 1);
  const { data } = await ask<DustQuote>('getDustQuote', { receiveCurrency: 'USDT' }, other);
  assert.deepEqual(data.list, [{ payCurrency: 'BTC', payAmount: '0.00005', receiveAmount: '2.997' }]);
  const before = await balances(other);
  assert.equal((await ask('exchange', { quote: data.quote }, other)).code, 1);
  const after = await balances(other);
  assert.equal(after['BTC'], '0');
  assert.equal((Number(after['USDT']) - Number(before['USDT'])).toFixed(6), '2.997000');
});

test('flash-exchange I2 every coin of the platform is offered, with limits and spread', async () => {
  const { data } = await server.post<{ list: ExchangeOffer[] }>('/bb/app/flashExchange/getOffers', {});
  assert.equal(data.list.length, 9);
  assert.deepEqual(data.list[1], {
    currency: 'BTC',
    minAmount: '0.0001',
    maxAmount: '0.5',
    maxDust: '0.0001',
    spread: '0.001',
  });
});

test('flash-exchange I1 the audit compares exchanges with the postings of their owners', async () => {
  const { database, running } = server.server;
  const findings = await running.pipeline.paused(() =>
    database.session((session) => feature.product.crossChecks(session, running.exchange)),
  );
  assert.equal(findings.length, 2);
  assert.deepEqual(
    findings.filter(({ ok }) => !ok),
    [],
  );
});

/**
 * Goal: what two operators define in the back office is on the site at once, what is held keeps its
 * terms, and a wrong term is refused by its name. Method: the calls of both over HTTP on a real
 * server with the offers of a demo.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import type { OfficeProduct } from '@glasshouse/protocol/offers-office';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { agreeTo, makeOperator } from '../testing/operator.ts';

type Office = Awaited<ReturnType<typeof makeOperator>>;
let server: TestServer;
let ada: Office;
let bob: Office;
before(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'loopback' } });
  ada = await makeOperator(server, 'ada', 'markets');
  bob = await makeOperator(server, 'bob', 'admin');
});
after(() => server.close());

const ask = <T>(path: string, input: object, by: Office = ada) =>
  server.post<T>(`/operator/app/${path}`, input, { headers: by.headers });
const products = async () =>
  (await ask<{ products: OfficeProduct[] }>('products/getOffers', {})).data.products;
const plan = (input: object) => ask<ActAnswer>('products/defineOffer', { step: 'plan', ...input });

async function define(input: object): Promise<ActAnswer> {
  const asked = { step: 'do', reason: 'a new issue', key: randomUUID(), ...input };
  const { data, msg } = await ask<ActAnswer>('products/defineOffer', asked);
  assert.equal(data?.state, 'asked', msg);
  const agreed = await agreeTo(server, data.act, { by: bob, reason: 'looked at it' });
  assert.equal(agreed.error, undefined, agreed.msg);
  return data;
}

const TEXTS = {
  en: { name: 'Harvest', lead: 'A month at a fixed rate.', facts: [] },
  zh: { name: '丰收', lead: '固定利率，为期一个月。', facts: [] },
};
const TERMS = { coin: 'USDT', dailyRate: '0.00026', days: 30, minAmount: '500', isOpen: true } as const;
const ISSUE = { product: 'finance', offer: 90, terms: TERMS, texts: TEXTS };

test('D0037 operators I6 every offer is shown as it is written: to define it again changes nothing', async () => {
  const all = await products();
  assert.deepEqual(all.map(({ product }) => product).toSorted(), [
    'finance',
    'fund',
    'mining',
    'subscription',
  ]);
  for (const { product, offers } of all) {
    assert.ok(offers.length > 0, product);
    for (const { offer, terms, texts } of offers) {
      const { error = '' } = await plan({ product, offer, terms, texts });
      // The terms of a subscription that has opened are fixed.
      const expected = ['operators/nothing-changes', 'subscription/terms-fixed'];
      assert.ok(expected.includes(error), `${product} ${offer}: ${error}`);
    }
  }
});

test('R16.5 R11.1 an issue that two people have defined is sold at once, and who has bought it keeps its terms', async () => {
  const { data } = await plan(ISSUE);
  assert.deepEqual(
    data.effect.slice(0, 3).map(({ what, before, after }) => [what, before, after]),
    [
      ['New offer', null, 'finance 90'],
      ['Coin', null, 'USDT'],
      ['Rate per day', null, '0.026 %'],
    ],
  );
  await define(ISSUE);
  const user = await server.register('buyer');
  const buy = (dailyRate: string) =>
    server.post<{ id: string }>(
      '/bb/app/finance/buy',
      { offer: 90, amount: '600', dailyRate, days: 30, agree: true },
      user,
    );
  const bought = await buy('0.00026');
  assert.equal(bought.error, undefined, bought.msg);

  const changed = { ...ISSUE, terms: { ...TERMS, dailyRate: '0.0003', quota: '10000' } };
  const { effect } = (await plan(changed)).data;
  assert.deepEqual(effect, [
    { what: 'Held now, its terms stay', before: null, after: '600 USDT' },
    { what: 'Rate per day', before: '0.026 %', after: '0.03 %' },
    { what: 'Quota', before: 'none', after: '10000' },
  ]);
  await define(changed);
  const orders = await server.post<{ list: { dailyRate: string }[] }>('/bb/app/finance/getOrders', {}, user);
  assert.deepEqual(
    orders.data.list.map(({ dailyRate }) => Number(dailyRate)),
    [0.00026],
  );
  assert.equal((await buy('0.00026')).error, 'finance/terms-changed');
  assert.equal((await buy('0.0003')).error, undefined);
  const after = (await products()).find(({ product }) => product === 'finance')?.offers;
  const row = after?.find(({ offer }) => offer === 90);
  assert.deepEqual([row?.held, row?.terms['quota'], row?.terms['closes']], ['1200 USDT', '10000', undefined]);
});

test('operators I5 nobody agrees to another effect than was shown, and nothing is done', async () => {
  const at = (terms: object) => ({ ...ISSUE, offer: 92, terms: { ...TERMS, ...terms } });
  await define(at({}));
  const ask2 = async (terms: object) => {
    const asked = { step: 'do', reason: 'a new issue', key: randomUUID(), ...at(terms) };
    return (await ask<ActAnswer>('products/defineOffer', asked)).data.act;
  };
  const [rate, quota] = [await ask2({ dailyRate: '0.0003' }), await ask2({ quota: '9000' })];
  const look = () => ask<{ effectMark: string; effect: object[] }>('operators/getAct', { act: quota }, bob);
  const { effectMark } = (await look()).data;
  assert.equal((await agreeTo(server, rate, { by: bob, reason: 'looked at it' })).data.state, 'done');
  // It was drafted before: it would take the rate back.
  const decision = { act: quota, reason: 'looked at it', effectMark };
  const stale = await ask('operators/agreeToAct', decision, bob);
  assert.equal(stale.error, 'operators/effect-changed');
  const { effect } = (await look()).data;
  assert.deepEqual(effect[0], { what: 'Rate per day', before: '0.03 %', after: '0.026 %' });
  const offer = (await products())
    .find(({ product }) => product === 'finance')
    ?.offers.find((one) => one.offer === 92);
  assert.deepEqual([offer?.terms['dailyRate'], offer?.terms['quota']], ['0.0003', undefined]);
});

test('D0037 operators I6 a wrong term of an offer is refused by its name before anybody agrees', async () => {
  for (const [change, field] of [
    [{ product: 'spot' }, 'product'],
    [{ terms: { ...TERMS, coin: 'GONE' } }, 'coin'],
    [{ terms: { ...TERMS, colour: 'red' } }, 'colour'],
    [{ terms: { ...TERMS, minAmount: '0.0000001' } }, 'minAmount'],
    [{ terms: { ...TERMS, dailyRate: '26%' } }, 'dailyRate'],
    [{ terms: { ...TERMS, quota: '0' } }, 'quota'],
    [{ terms: { ...TERMS, days: undefined } }, 'days'],
    [{ terms: { ...TERMS, closes: '1970-01-01T00:00:00Z' } }, 'closes'],
    [{ terms: { ...TERMS, days: 4000 } }, 'terms'],
    [{ offer: 0 }, 'offer'],
    [{ texts: { en: TEXTS.en } }, 'texts.zh'],
  ] as const) {
    const { error, field: named, msg } = await plan({ ...ISSUE, offer: 91, ...change });
    assert.deepEqual([error, named], ['request/invalid', field], msg);
  }
  const other = { ...ISSUE, product: 'mining', offer: 1, terms: { ...TERMS, coin: 'BTC' } };
  assert.equal((await plan(other)).field, 'terms', 'an offer keeps its coin');
});

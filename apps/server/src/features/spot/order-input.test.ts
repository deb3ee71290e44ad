/** Over HTTP, each type of order takes the fields of its form and names those that it does not. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  FORM_FIELDS,
  formFields,
  ORDER_FORMS,
  ORDER_TYPES,
  placeOrder,
  TIMES_IN_FORCE,
  type FormField,
} from '@glasshouse/protocol/spot';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';

let server: TestServer;
let user: TestUser;
before(async () => {
  server = await startTestServer();
  user = await server.register('trader');
});
after(() => server.close());

const place = (order: object, language = 'en') =>
  server.post(
    '/bb/app/spot/placeOrder',
    { baseCoin: 'ETH', quoteCoin: 'USDT', side: 'buy', ...order },
    { token: user.token, language },
  );

test('R8.5 R11.4 each type takes the times in force and sizes of its form', async () => {
  for (const [type, form] of Object.entries(ORDER_FORMS))
    for (const timeInForce of TIMES_IN_FORCE) {
      const { error, field } = await place({ type, timeInForce });
      const isForm = form.timesInForce.includes(timeInForce);
      assert.equal(field === 'timeInForce', !isForm, `${type} ${timeInForce}`);
      assert.notEqual(error, undefined);
    }
});

/** Fields that orders of all types take. */
const COMMON_FIELDS = [
  'baseCoin',
  'quoteCoin',
  'side',
  'type',
  'selfTrade',
  'timeInForce',
  'clientOrderId',
] as const;

test('R8.5 R11.4 each field is taken by every type or refused by name where a type does not take it', async () => {
  const fields = Object.keys(placeOrder.input.shape).toSorted();
  assert.deepEqual(fields, [...COMMON_FIELDS, ...FORM_FIELDS].toSorted());
  const values: Record<FormField, string> = {
    price: '1000',
    triggerPrice: '999',
    trailPercent: '5',
    trailAmount: '5',
    activationPrice: '1000',
    limitOffset: '1',
    triggerBy: 'last',
    stopLossPrice: '900',
    takeProfitPrice: '1100',
    slippagePercent: '1',
    expireTime: '4102444800000',
    visibleAmount: '0.005',
    stopKind: 'stop-loss',
    amount: '0.01',
    quoteAmount: '50',
  };
  for (const type of ORDER_TYPES)
    for (const side of ['buy', 'sell'] as const) {
      const taken = formFields(type, side);
      for (const field of FORM_FIELDS) {
        const reply = await place({ type, side, [field]: values[field] });
        const isRefused = reply.error === 'request/invalid' && reply.field === field;
        assert.equal(isRefused, !taken.has(field), `${type} ${side} ${field}: ${reply.error} ${reply.field}`);
      }
    }
});

test('R8.5 R11.4 an order by amount and by total at once is refused, in both languages', async () => {
  const both = { type: 'market', amount: '0.01', quoteAmount: '50' };
  const { error, field, msg } = await place(both, 'en');
  assert.deepEqual([error, field], ['request/invalid', 'quoteAmount']);
  assert.equal(msg, 'Check quoteAmount: not together with amount');
  assert.match((await place(both, 'zh-CN')).msg, /不能与 amount 同时填写/);
  const priced = { ...both, price: '59000', quoteAmount: '' };
  assert.equal((await place(priced, 'en')).msg, 'Check price: not taken by market buy orders');
  assert.match((await place(priced, 'zh-CN')).msg, /market 类型的买单不使用此字段/);
});

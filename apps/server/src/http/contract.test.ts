/**
 * Goal: fields of replies keep the names and types that other programs rely on. Method: a table of
 * calls over real HTTP, each with data to show, and a walk over every reply that checks the type
 * that each name promises.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestReply, type TestServer, type TestUser } from '../testing/harness.ts';

let server: TestServer;
let user: TestUser;
/** Ids of an order and a position of the user. */
let orderId = '';
let positionId = '';

before(async () => {
  server = await startTestServer();
  user = await server.register('contract');
  await server.market.tick();
  const pair = { baseCoin: 'BTC', quoteCoin: 'USDT' };
  const order = { ...pair, side: 'buy', type: 'limit', price: '59000', amount: '0.01' };
  const placed = await server.post<{ id: string }>('/bb/app/spot/placeOrder', order, user);
  const position = { ...pair, openAmount: '10', positionTime: 30, tradeType: 1 };
  const opened = await server.post<{ id: string }>('/contract/app/contract/createOrder', position, user);
  orderId = placed.data.id;
  positionId = opened.data.id;
  for (let second = 0; second < 40; second++) await server.market.tick();
});
after(() => server.close());

const words = (text: string): readonly string[] => text.split(' ');
const ASSET = words('currencyName currency status price availableCurrency frozenCurrency total');
const POSITION = words(
  'id openTime openPrice finishPrice openAmount profitRate feeRate fees holdingTime finishTime status result profit direction',
);
const NOTICE = words('id title time read type');

type Fields = Readonly<Record<string, unknown>>;
interface Page {
  readonly list: readonly Fields[];
  readonly totalRow: number;
  readonly sum: number;
}
type Ask = readonly [path: string, body: () => object, fields: readonly string[]];

const none = (): object => ({});
/** `data` is one object. */
const OBJECTS: readonly Ask[] = [
  [
    '/bb/app/user/info',
    none,
    words(
      'email icon uid auth invitationCode assetsPwd idCard idCardPhotoPositive idCardPhotoReverseSide remark name purchase googleBind',
    ),
  ],
  ['/contract/app/contract/getOrder', () => ({ id: positionId }), [...POSITION, 'ticks']],
  ['/bb/app/wallet/getAssets', () => ({ account: 2 }), ['list', 'totalValue']],
];
/** `data` is a list. */
const LISTS: readonly Ask[] = [['/contract/app/contract/getAssets', none, ASSET]];
/** `data` is a page of the user's rows. */
const PAGES: readonly Ask[] = [
  ['/bb/app/index/getNoticePage', none, NOTICE],
  ['/contract/app/contract/getContractRecord', none, POSITION],
  ['/contract/app/contract/getAssetsRecord', none, words('id time currency amount available frozen reason')],
  [
    '/bb/app/spot/getOrders',
    none,
    words('id price amount filledAmount averagePrice fee direction type status time'),
  ],
];

function hasFields(row: Fields | undefined, fields: readonly string[], told: string): void {
  assert.deepEqual(
    fields.filter((field) => !Object.hasOwn(row ?? {}, field)),
    [],
    `${told}: ${JSON.stringify(row)}`,
  );
}

const AMOUNT =
  /^(price|total|totalValue|amount|filledAmount|averagePrice|fee|fees|profit|openAmount|openPrice|finishPrice|availableCurrency|frozenCurrency|available|frozen|profitRate|feeRate)$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;
const YEAR_2020_MS = 1_577_836_800_000;

/**
 * Amounts are decimal strings, times integer milliseconds, ids strings; null if there is no value
 * yet.
 */
function hasKinds(value: unknown, told: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const where = `${told} ${name}: ${JSON.stringify(part)}`;
    if (part === null) continue;
    if (AMOUNT.test(name)) assert.ok(typeof part === 'string' && DECIMAL.test(part), where);
    else if (/^(id|uid|userId)$/.test(name)) assert.ok(typeof part === 'string' && part !== '', where);
    else if (/^(time|openTime|finishTime|updateTime)$/.test(name))
      assert.ok(Number.isSafeInteger(part) && Number(part) > YEAR_2020_MS, where);
    else hasKinds(part, told);
  }
}

async function ask<T>([path, body]: Ask): Promise<T> {
  const reply: TestReply<T> = await server.post<T>(path, body(), user);
  assert.deepEqual([reply.http, reply.code], [200, 1], `${path}: ${reply.msg}`);
  hasKinds(reply.data, path);
  return reply.data;
}

test('R3.2 R3.3 R3.7 R3.8 R7.3 R7.4 replies have the fields that clients read, each of its type', async () => {
  for (const each of OBJECTS) hasFields(await ask<Fields>(each), each[2], each[0]);
  for (const each of LISTS) {
    const rows = await ask<readonly Fields[]>(each);
    assert.ok(rows.length > 0, each[0]);
    for (const row of rows) hasFields(row, each[2], each[0]);
  }
  for (const each of PAGES) {
    const { list, totalRow, sum } = await ask<Page>(each);
    assert.ok(list.length > 0 && totalRow === sum && sum >= list.length, each[0]);
    for (const row of list) hasFields(row, each[2], each[0]);
  }
});

test('R7.4 calls without data return null, and counting calls a number', async () => {
  const transfer = { amount: 1, currency: 'USDT', type: 1 };
  for (const [path, body, data] of [
    ['/contract/app/contract/transfer', transfer, null],
    ['/bb/app/spot/cancelOrder', { id: orderId }, null],
    ['/bb/app/spot/cancelAll', {}, { cancelled: 0 }],
    ['/bb/app/user/logout', {}, null],
  ] as const) {
    const reply = await server.post(path, body, { ...user, isForm: true });
    assert.deepEqual([reply.http, reply.code, reply.data], [200, 1, data], `${path}: ${reply.msg}`);
  }
});

/**
 * Goal: each record opens to exactly its postings, whose two sides sum to zero, for its owner
 * alone. Method: a random history of every product on a real server, read over HTTP in small pages.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type {
  LedgerRow,
  RecordCounts,
  RecordList,
  RecordPosting,
  TransferRow,
} from '@glasshouse/protocol/wallet';
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts';
import { playMoneyHistory, type MoneyHistory } from '../../testing/money-history.ts';

let server: TestServer;
let history: MoneyHistory;
before(async () => {
  server = await startTestServer();
  history = await playMoneyHistory(server, 7);
});
after(() => server.close());

interface Page<T> {
  readonly list: readonly T[];
  readonly sum: number;
  readonly nextCursor: string | null;
}

async function allOf<T>(call: string, who: TestUser, body: object): Promise<{ rows: T[]; sum: number }> {
  const rows: T[] = [];
  for (let cursor = ''; ;) {
    const input: object = cursor === '' ? body : { ...body, cursor };
    const { data }: { data: Page<T> } = await server.post<Page<T>>(`/bb/app/wallet/${call}`, input, {
      token: who.token,
    });
    rows.push(...data.list);
    if (data.nextCursor === null) return { rows, sum: data.sum };
    cursor = data.nextCursor;
  }
}

const ledgerOf = (who: TestUser, filter: object = {}) =>
  allOf<LedgerRow>('getLedger', who, { pageSize: 7, ...filter });
const askPostings = (who: TestUser, record: LedgerRow['record'] | { kind: string; id: string }) =>
  server.post('/bb/app/wallet/getRecordPostings', record, { token: who.token });
const postingsOf = async (who: TestUser, record: LedgerRow['record']): Promise<RecordPosting[]> =>
  (await allOf<RecordPosting>('getRecordPostings', who, { ...record, pageSize: 3 })).rows;

/** A decimal in units of 10^-12. */
function unitsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(12, '0'));
  return amount.startsWith('-') ? -units : units;
}
const sumOf = (amounts: readonly string[]): bigint =>
  amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n);

test('R3.7 R10.3 the ledger is every posting of its owner, newest first, whatever the page', async () => {
  for (const who of [history.inviter, history.invited]) {
    const { rows, sum } = await ledgerOf(who);
    const { rows: stored } = await server.server.database.query<{ id: string }>(
      `select seq || '-' || ordinal as id from postings where owner = $1 order by time_ms desc, seq desc, ordinal desc`,
      [Number(who.userId)],
    );
    assert.deepEqual(
      rows.map(({ id }) => id),
      stored.map(({ id }) => id),
    );
    assert.equal(sum, stored.length);
    const fees = await ledgerOf(who, { group: 'fees', currency: 'USDT' });
    const expected = rows.filter(({ reason, currency }) => reason.endsWith('fee') && currency === 'USDT');
    assert.deepEqual([fees.rows, fees.sum], [expected, expected.length]);
  }
  const kinds = new Set((await ledgerOf(history.invited)).rows.map(({ record }) => record.kind));
  const commissions = await ledgerOf(history.inviter, { group: 'commissions' });
  assert.ok(commissions.sum > 0);
  assert.deepEqual([...kinds].toSorted(), [
    'contract',
    'deposit',
    'exchange',
    'fill',
    'gift',
    'order',
    'transfer',
    'withdrawal',
  ]);
});

test('wallet I5 R10.3 the postings of all records are the ledger, and both sides of each sum to zero', async () => {
  for (const who of [history.inviter, history.invited]) {
    const { rows } = await ledgerOf(who);
    const records = new Map(rows.map(({ record }) => [`${record.kind} ${record.id}`, record]));
    const seen = new Map<string, RecordPosting>();
    const lines: RecordPosting[] = [];
    for (const record of records.values()) {
      const found = await postingsOf(who, record);
      for (const line of found) {
        lines.push(line);
        assert.equal(
          sumOf([line.amount, ...line.others.map(({ amount }) => amount)]),
          0n,
          JSON.stringify(line),
        );
        // A fill is also in its order.
        if (record.kind !== 'order' || line.reason.startsWith('order')) seen.set(line.id, line);
      }
    }
    const received = ({ reason, amount }: LedgerRow) => reason === 'transfer' && !amount.startsWith('-');
    assert.deepEqual(
      [...seen.keys()].toSorted(),
      rows
        .filter((row) => !received(row))
        .map(({ id }) => id)
        .toSorted(),
    );
    for (const coin of ['USDT', 'BTC']) {
      const own = [...seen.values()].filter(({ currency }) => currency === coin);
      const gained = own.flatMap(({ amount, others }) => [
        amount,
        ...others.filter(({ side }) => side === 'own').map((other) => other.amount),
      ]);
      const moved = rows.filter(({ currency }) => currency === coin).map(({ amount }) => amount);
      assert.equal(sumOf(gained), sumOf(moved));
    }
    const sides = new Set(lines.flatMap(({ others }) => others.map(({ side }) => side)));
    assert.equal(sides.has('inviter'), who === history.invited, 'part of the fee goes to the inviter');
  }
});

test('R3.7 an order opens to its fills too, in small pages as in one', async () => {
  const { rows } = await ledgerOf(history.invited);
  const orders = new Set(rows.filter(({ record }) => record.kind === 'order').map(({ record }) => record.id));
  const { rows: filled } = await server.server.database.query<{ id: number; fills: number }>(
    `select order_id as id, (select count(*) from spot_fills where taker_order = order_id or maker_order = order_id) as fills
     from spot_orders where owner = $1`,
    [Number(history.invited.userId)],
  );
  assert.ok(filled.some(({ fills }) => fills > 1));
  for (const { id, fills } of filled) {
    if (!orders.has(String(id))) continue;
    const record = { kind: 'order' as const, id: String(id) };
    const small = await postingsOf(history.invited, record);
    const whole = await allOf<RecordPosting>('getRecordPostings', history.invited, {
      ...record,
      pageSize: 100,
    });
    assert.deepEqual(small, whole.rows);
    const trades = small.filter(({ reason }) => reason === 'trade');
    assert.equal(trades.length, 2 * fills, 'each fill pays one coin and receives the other');
  }
});

test('R3.7 R4.9 transfers name both accounts, and a record of somebody else is missing', async () => {
  const { rows, sum } = await allOf<TransferRow>('getTransfers', history.invited, { pageSize: 1 });
  assert.ok(sum > 1 && rows.length === sum);
  for (const { fromAccount, toAccount, amount } of rows) {
    assert.ok(fromAccount + toAccount === 3 && fromAccount !== toAccount);
    assert.ok(unitsOf(amount) > 0n);
  }
  const stranger = await server.register('records-stranger');
  const { rows: ledger } = await ledgerOf(history.invited);
  for (const { record } of ledger) {
    const { error, field } = await askPostings(stranger, record);
    assert.deepEqual([error, field], ['request/not-found', 'id']);
  }
  const missing = await askPostings(stranger, { kind: 'order', id: 'x' });
  assert.deepEqual([missing.error, missing.field], ['request/invalid', 'id']);
});

/** The calls of the lists of records, and what their rows are asked for by. */
const LISTS: readonly { readonly list: RecordList; readonly path: string; readonly input?: object }[] = [
  { list: 'all', path: 'wallet/getLedger' },
  { list: 'orders', path: 'spot/getOrders' },
  { list: 'fills', path: 'spot/getFills' },
  { list: 'contracts', path: 'contract/getContractRecord' },
  { list: 'deposits', path: 'funding/getDeposits' },
  { list: 'withdrawals', path: 'funding/getWithdrawals' },
  { list: 'transfers', path: 'wallet/getTransfers' },
  { list: 'exchanges', path: 'flashExchange/getExchanges' },
  { list: 'fees', path: 'wallet/getLedger', input: { group: 'fees' } },
  { list: 'commissions', path: 'wallet/getLedger', input: { group: 'commissions' } },
];
async function fileOf(who: TestUser, path: string, input: object): Promise<string> {
  const named = path.startsWith('contract/') ? 'contract/exportRecord' : path.replace('/get', '/export');
  const prefix = path.startsWith('contract/') ? '/contract/app' : '/bb/app';
  const response = await fetch(`${server.server.url}${prefix}/${named}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': who.token },
    body: JSON.stringify(input),
  });
  return response.text();
}
interface Numbered {
  readonly id: string;
  readonly direction?: string;
  readonly record?: LedgerRow['record'];
  readonly status?: number;
}
const listOf = async (who: TestUser, path: string, input: object = {}): Promise<Page<Numbered>> => {
  const prefix = path.startsWith('contract/') ? '/contract/app' : '/bb/app';
  return (await server.post<Page<Numbered>>(`${prefix}/${path}`, { pageSize: 100, ...input }, who)).data;
};

test('R3.7 R4.9 D0024 each list of records has the number of rows that is kept, and finds one by its number', async () => {
  for (const who of [history.inviter, history.invited]) {
    const { data } = await server.post<{ counts: RecordCounts }>('/bb/app/wallet/getRecordCounts', {}, who);
    const { products, ...counts } = data.counts;
    assert.deepEqual(Object.keys(counts).toSorted(), LISTS.map(({ list }) => list).toSorted());
    // Their lists, one for each product, are tried in the tests of the products.
    assert.equal(products, 0);
    for (const { list, path, input } of LISTS) {
      const { sum } = await listOf(who, path, input);
      assert.equal(data.counts[list], sum, list);
    }
    const { rows } = await ledgerOf(who);
    for (const { list, path, input } of LISTS.filter(({ path: one }) => one !== 'wallet/getLedger')) {
      const { list: known } = await listOf(who, path, input);
      for (const row of known.slice(0, 3)) {
        const found = await listOf(who, path, { ...input, id: row.id });
        assert.deepEqual([found.list, found.sum, found.nextCursor], [[row], 1, null], list);
      }
      assert.deepEqual((await listOf(who, path, { ...input, id: '987654321' })).sum, 0);
    }
    for (const id of [...new Set(rows.map(({ record }) => record.id))].slice(0, 8))
      for (const filter of [{}, { currency: 'USDT' }, { group: 'fees' }, { account: 1 }]) {
        const found = await ledgerOf(who, { id, ...filter });
        const of = (await ledgerOf(who, filter)).rows.filter(({ record }) => record.id === id);
        assert.deepEqual([found.rows, found.sum], [of, of.length]);
      }
  }
});

const PAIR = { baseCoin: 'BTC', quoteCoin: 'USDT' };

test("R13.1 identity I1 the number of somebody else's record finds nothing, in lists and in files", async () => {
  const stranger = await server.register('records-finder');
  for (const { path, input } of LISTS) {
    const { list } = await listOf(history.invited, path, input);
    for (const row of list.slice(0, 3)) {
      const id = row.record?.id ?? row.id;
      const found = await listOf(stranger, path, { ...input, id });
      assert.deepEqual([found.list, found.sum, found.nextCursor], [[], 0, null], path);
    }
    const own = list[0];
    if (own === undefined) continue;
    const id = own.record?.id ?? own.id;
    const lines = async (who: TestUser) =>
      (await fileOf(who, path, { ...input, id })).trim().split('\r\n').length;
    assert.equal(await lines(stranger), 1, `${path}: the file has its head alone`);
    assert.ok((await lines(history.invited)) > 1, path);
  }
});

test('R3.7 D0024 orders and fills are listed by side, alone and with pair and status', async () => {
  for (const who of [history.inviter, history.invited])
    for (const path of ['spot/getOrders', 'spot/getFills'])
      for (const filter of [
        {},
        PAIR,
        // There is no such pair.
        { baseCoin: 'BTC', quoteCoin: 'XYZ' },
        ...(path.endsWith('Orders') ? [{ status: 1 }, { ...PAIR, status: 1 }, { status: 3 }] : []),
      ]) {
        const whole = await listOf(who, path, filter);
        for (const side of ['buy', 'sell']) {
          const expected = whole.list.filter(({ direction }) => direction === side);
          const found = await listOf(who, path, { ...filter, side });
          assert.deepEqual([found.list, found.sum], [expected, expected.length], `${path} ${side}`);
          if (filter === PAIR) assert.ok(expected.length > 0, `${path} has a ${side}`);
        }
      }
  const open = { ...PAIR, side: 'buy', type: 'limit', price: '40000', amount: '0.001' };
  assert.equal((await server.post('/bb/app/spot/placeOrder', open, history.invited)).code, 1);
  const all = await listOf(history.invited, 'spot/getOrders', {});
  const ended = await listOf(history.invited, 'spot/getOrders', { status: 3 });
  const expected = all.list.filter(({ status }) => status !== 0);
  assert.ok(expected.length > 0 && expected.length < all.list.length, 'some are open');
  assert.deepEqual([ended.list, ended.sum], [expected, expected.length]);
  const wrong = await server.post('/bb/app/spot/getFills', { side: 'up' }, history.invited);
  assert.deepEqual([wrong.error, wrong.field], ['request/invalid', 'side']);
});

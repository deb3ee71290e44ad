/**
 * Goal: each record opens to exactly its postings, whose two sides sum to zero, for its owner
 * alone. Method: a random history of every product on a real server, read over HTTP in small pages.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LedgerRow, RecordPosting, TransferRow } from '@glasshouse/protocol/wallet';
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

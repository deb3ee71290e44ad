/**
 * Goal: the database keeps payments as the payer needs it: each id and nonce once, and never an
 * older version. Method: the same steps on both databases and in memory.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  HOT_WALLET,
  MemoryPaymentStore,
  newPayment,
  StalePayment,
  type Payment,
  type PaymentOrder,
  type PaymentStore,
} from '@glasshouse/chains';
import { PaymentTables } from '../src/chains/paying/payment-tables.ts';
import { migrate } from '../src/db/migrate.ts';
import { openPlace, testOnBoth } from './engines.ts';

const [CHAIN, SENDER, TXID] = [1, '0xA', '0x1'] as const;

const orderOf = (id: string): PaymentOrder => ({
  id,
  kind: 'withdrawal',
  chainId: CHAIN,
  from: HOT_WALLET,
  sender: SENDER,
  to: '0xB',
  toKey: null,
  coin: 'ETH',
  units: '5',
});

const changed = (payment: Payment, change: Partial<Payment>): Payment => ({
  ...payment,
  ...change,
  version: payment.version + 1,
});

const fees = { gas: '1', maxFeePerGas: '1', maxPriorityFeePerGas: '1' } as const;

async function verify(store: PaymentStore): Promise<void> {
  const [first, second] = [orderOf('a'), orderOf('b')];
  assert.equal(await store.add(first), true);
  assert.equal(await store.add({ ...first, units: '6' }), false, 'an id is given once');
  assert.equal(await store.add(second), true);
  assert.deepEqual(await store.open(CHAIN), [newPayment(first, null), newPayment(second, null)]);
  assert.equal(await store.nextNonce(CHAIN, SENDER), null);

  const allocated = changed(newPayment(first, null), { state: 'allocated', nonce: 7 });
  await store.allocate(allocated);
  assert.equal(await store.nextNonce(CHAIN, SENDER), 8);
  assert.deepEqual(await store.holderOf(CHAIN, SENDER, 7), allocated);
  const taken = changed(newPayment(second, null), { state: 'allocated', nonce: 7 });
  await assert.rejects(async () => store.allocate(taken));
  await assert.rejects(async () => store.allocate({ ...taken, nonce: 9 }), StalePayment);
  assert.deepEqual(await store.find('b'), newPayment(second, null), 'a refused step leaves nothing');
  assert.equal(await store.nextNonce(CHAIN, SENDER), 8);

  const attempt = { ...fees, txid: TXID, raw: '0x', purpose: 'pay', sentHeight: null } as const;
  const signed = changed(allocated, { state: 'signed', attempts: [attempt] });
  await store.put(signed);
  await assert.rejects(async () => store.put(signed), StalePayment);
  assert.deepEqual(await store.ofTransaction(CHAIN, TXID), signed);
  assert.equal(await store.ofTransaction(CHAIN + 1, TXID), null);

  await assert.rejects(async () => store.add(orderOf('filler'), 8), /never allocated/);
  await assert.rejects(async () => store.add(orderOf('filler'), 7));
  assert.equal(await store.find('filler'), null);
  assert.equal(await store.add(orderOf('filler'), 6), true);
  const ended = changed(signed, { state: 'reported' });
  await store.put(ended);
  assert.deepEqual(
    (await store.open(CHAIN)).map(({ order }) => order.id),
    ['b', 'filler'],
  );
  assert.deepEqual(await store.find('a'), ended);
}

testOnBoth('D0028 the tables keep each payment, nonce and version once', async (place, context) => {
  const database = await openPlace(place, context);
  await migrate(database);
  await verify(new PaymentTables(database));
});

test('D0028 a store in memory does as the tables do', async () => {
  await verify(new MemoryPaymentStore());
});

/**
 * Goal: the database keeps payments as the payer needs it: each id and nonce once, and never an
 * older version; and what the signer was asked. Method: the same steps on both databases, payments
 * also in memory.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  HOT_WALLET,
  MemoryPaymentStore,
  MemoryTronStore,
  MemoryUtxoStore,
  newPayment,
  newTronPayment,
  newUtxoPayment,
  StalePayment,
  type Payment,
  type PaymentOrder,
  type PaymentStore,
  type SigningAnswer,
  type SigningRequest,
  type TronPayment,
  type TronStore,
  type UtxoPayment,
  type UtxoStore,
} from '@glasshouse/chains';
import { PaymentTables } from '../src/chains/paying/payment-tables.ts';
import { TronTables } from '../src/chains/paying/tron-tables.ts';
import { OutputTables, UtxoTables } from '../src/chains/paying/utxo-tables.ts';
import { ChainTables } from '../src/chains/watcher-store.ts';
import { SigningPort } from '../src/chains/paying/signing-port.ts';
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

const inputOf = (txid: string) => ({ txid, output: 1, key: HOT_WALLET, units: '9' });

async function verifyInputs(store: UtxoStore): Promise<void> {
  const [first, second] = [orderOf('a'), orderOf('b')];
  assert.equal(await store.add(first), true);
  assert.equal(await store.add({ ...first, units: '6' }), false, 'an id is given once');
  assert.equal(await store.add(second), true);
  assert.deepEqual(await store.open(CHAIN), [newUtxoPayment(first), newUtxoPayment(second)]);
  const inputs = [inputOf('x'), inputOf('y')];
  const allocated: UtxoPayment = { ...newUtxoPayment(first), version: 2, state: 'allocated', inputs };
  await store.allocate(allocated);
  assert.deepEqual(await store.holderOf(CHAIN, inputs[1]!), allocated);
  assert.equal(await store.holderOf(CHAIN, { ...inputs[1]!, output: 2 }), null);
  assert.equal(await store.holderOf(CHAIN + 1, inputs[1]!), null);
  const taken: UtxoPayment = { ...allocated, order: second, inputs: [inputOf('z'), inputs[0]!] };
  await assert.rejects(async () => store.allocate(taken), StalePayment);
  assert.deepEqual(await store.find('b'), newUtxoPayment(second), 'a refused step leaves nothing');
  assert.equal(await store.holderOf(CHAIN, inputOf('z')), null);
  const ended: UtxoPayment = { ...allocated, version: 3, state: 'reported' };
  await store.put(ended);
  await assert.rejects(async () => store.put(ended), StalePayment);
  assert.deepEqual(await store.open(CHAIN), [newUtxoPayment(second)]);
  assert.deepEqual(await store.holderOf(CHAIN, inputs[0]!), ended, 'for ever');
}

testOnBoth('D0032 the tables keep each payment, input and version once', async (place, context) => {
  const database = await openPlace(place, context);
  await migrate(database);
  await verifyInputs(new UtxoTables(database));
});

test('D0032 a store of inputs in memory does as the tables do', async () => {
  await verifyInputs(new MemoryUtxoStore());
});

const draftOf = (txid: string) => ({ txid, rawData: `0a${txid}`, expirationMs: 9, feeLimit: '1' });

async function verifyDrafts(store: TronStore): Promise<void> {
  const [first, second] = [orderOf('a'), orderOf('b')];
  assert.equal(await store.add(first), true);
  assert.equal(await store.add({ ...first, units: '6' }), false, 'an id is given once');
  assert.equal(await store.add(second), true);
  assert.deepEqual(await store.open(CHAIN), [newTronPayment(first), newTronPayment(second)]);
  const drafted: TronPayment = {
    ...newTronPayment(first),
    version: 2,
    state: 'allocated',
    drafts: [draftOf('x')],
  };
  await store.put(drafted);
  await assert.rejects(async () => store.put(drafted), StalePayment);
  assert.deepEqual(await store.ofTransaction(CHAIN, 'x'), drafted, 'before anything is signed');
  assert.equal(await store.ofTransaction(CHAIN + 1, 'x'), null);
  const alike: TronPayment = { ...drafted, order: second };
  await assert.rejects(async () => store.put(alike), StalePayment);
  assert.deepEqual(await store.find('b'), newTronPayment(second), 'a refused step leaves nothing');
  const again: TronPayment = { ...drafted, version: 3, drafts: [draftOf('x'), draftOf('y')] };
  await store.put(again);
  for (const txid of ['x', 'y']) assert.deepEqual(await store.ofTransaction(CHAIN, txid), again);
  const ended: TronPayment = { ...again, version: 4, state: 'reported' };
  await store.put(ended);
  assert.deepEqual(await store.open(CHAIN), [newTronPayment(second)]);
  await assert.rejects(async () => store.put(alike), StalePayment, 'for ever');
}

testOnBoth('D0034 the tables keep each payment, transaction and version once', async (place, context) => {
  const database = await openPlace(place, context);
  await migrate(database);
  await verifyDrafts(new TronTables(database));
});

test('D0034 a store of TRON in memory does as the tables do', async () => {
  await verifyDrafts(new MemoryTronStore());
});

testOnBoth(
  'D0034 what is given back after it has expired gets no further transaction, and no signature',
  async (place, context) => {
    const database = await openPlace(place, context);
    await migrate(database);
    const payments = new TronTables(database);
    const payoutPort = new SigningPort(database, [], { answerMs: 1, questionMs: 1 });
    const order = orderOf('a');
    await payments.add(order);
    const drafts = [draftOf('x'), draftOf('y')];
    const drafted: TronPayment = { ...newTronPayment(order), version: 2, state: 'allocated', drafts };
    await payments.put({ ...drafted, drafts: [draftOf('x')] });
    await payments.put({ ...drafted, version: 3 });
    const request = { order, rawData: draftOf('y').rawData, before: ['x'] };
    for (const other of [
      { ...request, before: [] },
      { ...request, rawData: draftOf('x').rawData },
      { ...request, rawData: draftOf('z').rawData },
    ])
      await assert.rejects(async () => payoutPort.sign(other), /does not have that nonce/);
    await assert.rejects(async () => payoutPort.sign(request), /not answered/);
    const [question] = await payoutPort.questions();
    await payoutPort.answer(question!.digest, { type: 'signed', raw: '0b' });
    assert.deepEqual(await payments.signaturesOf('a'), [{ purpose: 'pay', raw: '0b' }]);
    const nothing = { result: 'cancelled', txid: null, output: null, cost: '0', height: null } as const;
    assert.equal(await payments.closeUnsigned('a', nothing), false, 'it has transactions');
    assert.equal(await payments.closeUnsigned('a', nothing, [draftOf('x')]), false, 'and one more');
    assert.equal(await payments.closeUnsigned('a', nothing, drafts), true);
    const more: TronPayment = { ...drafted, version: 4, drafts: [...drafts, draftOf('z')] };
    await assert.rejects(async () => payments.put(more), /takes nothing any more/);
    await assert.rejects(async () => payoutPort.sign(request), /has ended/);
    payoutPort.close();
  },
);

testOnBoth(
  'D0032 outputs are kept with their blocks, until what has spent them is deep',
  async (place, context) => {
    const database = await openPlace(place, context);
    await migrate(database);
    const [watched, outputs] = [new ChainTables(database, 'LTC'), new OutputTables(database, 'LTC', CHAIN)];
    const headerOf = (height: number) => ({ height, hash: `h${height}`, parentHash: `h${height - 1}` });
    const add = async (height: number, txid: string) =>
      watched.save({
        step: { type: 'added', header: headerOf(height), transfers: [] },
        changed: [],
        values: [],
        own: [inputOf(txid)],
        oldest: 1,
      });
    const names = async () => (await outputs.outputs()).map(({ txid, height }) => `${txid} ${height}`);
    await add(1, 'x');
    await add(2, 'y');
    assert.deepEqual(await names(), ['x 1', 'y 2']);
    await watched.save({
      step: { type: 'removed', header: headerOf(2) },
      changed: [],
      values: [],
      own: [],
      oldest: 1,
    });
    assert.deepEqual(await names(), ['x 1']);
    await add(2, 'y');
    assert.equal(await outputs.worthOf(['x:1', 'y:1']), 18n);
    await assert.rejects(async () => outputs.worthOf(['x:1', 'x:2']), /x:2/);

    const store = new UtxoTables(database);
    await store.add(orderOf('a'));
    const given = { ...newUtxoPayment(orderOf('a')), version: 2, inputs: [inputOf('x')] };
    await store.allocate({ ...given, state: 'allocated' });
    const outcome = { result: 'paid', txid: 'z', output: 0, cost: '1', height: 3 } as const;
    await store.put({ ...given, version: 3, state: 'reported', outcome });
    await add(515, 'z');
    assert.deepEqual(await names(), ['x 1', 'y 2', 'z 515'], '512 blocks on top');
    await add(516, 'w');
    assert.deepEqual(await names(), ['y 2', 'z 515', 'w 516']);
  },
);

testOnBoth(
  'D0028 what is closed unsigned is signed by nobody, and what was signed cannot be closed so',
  async (place, context) => {
    const database = await openPlace(place, context);
    await migrate(database);
    const payments = new PaymentTables(database);
    const payoutPort = new SigningPort(database, [], { answerMs: 1, questionMs: 1 });
    const nothing = { result: 'cancelled', txid: null, output: null, cost: '0', height: null } as const;
    const requestOf = (id: string): SigningRequest => ({
      order: orderOf(id),
      purpose: 'pay',
      nonce: 7,
      to: '0xB',
      value: '5',
      data: '0x',
      ...fees,
    });
    const signed = { type: 'signed', raw: '0x1' } as const;
    for (const id of ['a', 'b']) await payments.add(orderOf(id));
    // The signer would bind the payment to a nonce that it may never get.
    for (const id of ['a', 'b'])
      await assert.rejects(async () => payoutPort.sign(requestOf(id)), /does not have that nonce/);
    assert.equal(await payments.closeUnsigned('a', nothing), true);
    await assert.rejects(async () => payoutPort.sign(requestOf('a')), /has ended/);
    assert.deepEqual(await payments.reportedOf('a'), nothing);
    const late = changed(newPayment(orderOf('a'), null), {
      state: 'allocated',
      nonce: 7,
    });
    await assert.rejects(async () => payments.allocate(late), /takes nothing/);
    assert.equal(await payments.nextNonce(CHAIN, SENDER), null);
    await payments.allocate(changed(newPayment(orderOf('b'), null), { state: 'allocated', nonce: 7 }));
    await assert.rejects(
      async () => payoutPort.sign({ ...requestOf('b'), nonce: 8 }),
      /does not have that nonce/,
    );
    await assert.rejects(async () => payoutPort.sign(requestOf('b')), /not answered/);
    assert.equal(await payments.closeUnsigned('b', nothing), false, 'something has to take its nonce');
    const [question] = await payoutPort.questions();
    await payoutPort.answer(question!.digest, signed);
    assert.equal(await payments.closeUnsigned('b', nothing), false);
    assert.equal(await payments.reportedOf('b'), null);
    payoutPort.close();
  },
);

testOnBoth(
  'D0028 a question keeps its signature, and what was refused is asked anew',
  async (place, context) => {
    const database = await openPlace(place, context);
    await migrate(database);
    const payments = new PaymentTables(database);
    const payoutPort = new SigningPort(database, []);
    const call = { to: '0xB', value: '5', data: '0x' } as const;
    const request: SigningRequest = { order: orderOf('a'), purpose: 'cancel', nonce: 7, ...call, ...fees };
    await assert.rejects(async () => payoutPort.sign(request), /ordered otherwise/, 'nobody has ordered it');
    await payments.add(request.order);
    await payments.allocate(
      changed(newPayment(request.order, null), {
        state: 'allocated',
        nonce: 7,
      }),
    );
    const other = { ...request, order: { ...request.order, units: '6' } };
    await assert.rejects(async () => payoutPort.sign(other), /ordered otherwise/);
    const asked = async (answer: SigningAnswer): Promise<SigningAnswer> => {
      const answered = payoutPort.sign(request);
      const [question] = await payoutPort.questions();
      assert.deepEqual(question?.request, request);
      await payoutPort.answer(question.digest, answer);
      return answered;
    };
    const refused = { type: 'refused', refusal: 'rules' } as const;
    const signed = { type: 'signed', raw: '0x1' } as const;
    assert.deepEqual(await asked(refused), refused);
    assert.deepEqual(await asked(signed), signed);
    assert.deepEqual(await payoutPort.sign(request), signed);
    assert.deepEqual(await payments.signaturesOf('a'), [{ purpose: 'cancel', raw: '0x1' }]);
    payoutPort.close();
  },
);

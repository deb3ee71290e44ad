/**
 * Goal: a payer on TRON that somebody has taken over cannot leave a record behind by which a
 * payment is paid twice, given back although it can be mined, or decided by nobody any more.
 * Method: false records through its socket, on a real server; then an honest payer pays all.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { HOT_WALLET, type TronDraft, type TronPayment } from '@glasshouse/chains';
import {
  rawDataOf,
  readRawData,
  txidOf,
  type TronTransaction,
} from '../../../../../packages/chains/test/tron-forms.ts';
import { CHAIN, FINAL, TronPaymentRig, TRX, UNIT, USDT } from '../../../test/tron-payment-rig.ts';
import { connectToSocket } from '../../operating/socket.ts';
import { PAYER_SOCKET, type PayerCommands } from './commands.ts';
import { RemotePayoutPort } from './remote-payout-port.ts';

const OWNER = 1_000;
const NOTHING = { txid: null, output: null, cost: '0', height: null, result: 'cancelled' } as const;

let rig: TronPaymentRig;
let payoutPort: RemotePayoutPort;
let hangUp: () => void;

before(async () => {
  rig = await TronPaymentRig.begin();
  const address = await rig.open(OWNER);
  await rig.send(rig.hot, 'TRX', 10_000n * TRX);
  await rig.send(address, 'USDT', BigInt(5_000 * UNIT));
  await rig.mine(FINAL + 1);
  await rig.settle();
  const server = await connectToSocket<PayerCommands>(path.join(rig.dataDir, PAYER_SOCKET));
  assert.ok(server !== null);
  payoutPort = new RemotePayoutPort(server);
  hangUp = () => server.close();
});
after(async () => {
  hangUp();
  await rig.remove();
});

const withdraw = async (units: number) =>
  rig.withdraw(OWNER, { asset: USDT, amount: units * UNIT, to: rig.recipient() });

const paymentOf = async (withdrawal: number): Promise<TronPayment> =>
  (await payoutPort.tronStore.find(`withdrawal:${CHAIN}:${withdrawal}`))!;

/** The record after a change by a payer. */
const changed = (payment: TronPayment, change: Partial<TronPayment>): TronPayment => ({
  ...payment,
  ...change,
  version: payment.version + 1,
});

/** A draft that differs from another one. */
function draftLike(draft: TronDraft, change: Partial<TronTransaction>): TronDraft {
  const transaction = { ...readRawData(draft.rawData)!, ...change };
  const rawData = rawDataOf(transaction);
  const { expirationMs, feeLimit } = transaction;
  return { txid: txidOf(rawData), rawData, expirationMs, feeLimit: feeLimit.toString() };
}

const refuse = async (payment: TronPayment, change: Partial<TronPayment>, why: RegExp) =>
  assert.rejects(async () => payoutPort.tronStore.put(changed(payment, change)), why, JSON.stringify(change));

const pay = async (withdrawal: number) => {
  await rig.settle();
  assert.equal(await rig.statusOf(withdrawal), 'settled');
  assert.deepEqual(await rig.differences(), { USDT: 0n });
};

test('D0034 D0028 a transaction is stored only as it was ordered, short, and one at a time', async () => {
  const sent = await withdraw(20);
  await rig.pass();
  const [honest] = (await paymentOf(sent)).drafts as readonly [TronDraft];
  const withdrawal = await withdraw(20);
  await payoutPort.begin(CHAIN);
  const payment = await paymentOf(withdrawal);
  const { to } = payment.order;
  const state = 'allocated';
  const own = draftLike(honest, { to });
  for (const [draft, why] of [
    [draftLike(honest, { to: rig.recipient() }), /is not what/],
    [draftLike(own, { units: 1n }), /is not what/],
    [draftLike(own, { token: null }), /is not what/],
    [draftLike(own, { token: rig.cold }), /is not what/],
    [draftLike(own, { feeLimit: 61n * TRX }), /is not what/],
    [{ ...own, feeLimit: '1' }, /is not what/],
    [{ ...own, expirationMs: own.expirationMs - 1 }, /is not what/],
    [{ ...own, txid: honest.txid }, /is not what/],
    [{ ...own, more: '' } as TronDraft, /is not what/],
    [draftLike(own, { expirationMs: own.expirationMs + 86_400_000 }), /too soon or too late/],
    [draftLike(own, { expirationMs: 1 }), /too soon or too late/],
  ] as const)
    await refuse(payment, { state, drafts: [draft] }, why);
  await refuse(payment, { state, drafts: [own, draftLike(own, { timestampMs: 1 })] }, /keeps what/);
  await refuse(payment, { drafts: [own] }, /cannot be approved/);
  await refuse(payment, { state, drafts: [own], cancelled: 'no' }, /takes nothing/);
  await refuse(payment, { state }, /cannot be allocated/);
  for (const one of ['signed', 'broadcast'] as const) await refuse(payment, { state: one }, /cannot be/);
  await payoutPort.tronStore.put(changed(payment, { state, drafts: [own] }));
  const drafted = await paymentOf(withdrawal);
  const second = draftLike(own, { timestampMs: 2 });
  await refuse(drafted, { drafts: [own, second] }, /an earlier transaction of .* can be mined/);
  for (const drafts of [[], [second]]) await refuse(drafted, { drafts }, /cannot be|keeps what/);
  await refuse(drafted, { state: 'approved' }, /cannot be approved/);
  await refuse(drafted, { state: 'broadcast' }, /cannot be broadcast/);
  await rig.settle();
  await pay(withdrawal);
  assert.equal(await rig.statusOf(sent), 'settled');
});

test('D0034 D0028 what was signed on TRON stays in its record, in its order, and is no other’s', async () => {
  const withdrawal = await withdraw(30);
  await rig.pass();
  const payment = await paymentOf(withdrawal);
  const [attempt] = payment.attempts;
  assert.ok(attempt !== undefined);
  for (const change of [
    { attempts: [], state: 'allocated' },
    { attempts: [attempt, attempt] },
    { attempts: [{ ...attempt, txid: '1'.repeat(64) }] },
    { attempts: [{ ...attempt, sentHeight: 1e15 }] },
    { state: 'allocated' },
    { drafts: [], attempts: [], state: 'approved' },
  ] as const)
    await refuse(payment, change, /stays in its record|cannot|nobody has signed/);
  const taken = { drafts: payment.drafts, state: 'allocated' } as const;
  const other = await withdraw(30);
  await payoutPort.begin(CHAIN);
  await refuse(await paymentOf(other), taken, /is not what/);
  await assert.rejects(async () => payoutPort.utxoStore.put(changed(payment, {}) as never), /another kind/);
  await pay(withdrawal);
});

test('D0034 D0028 nothing is given back on TRON while it can be mined, or was', async () => {
  const withdrawal = await withdraw(35);
  await rig.pass();
  const payment = await paymentOf(withdrawal);
  const { order } = payment;
  const report = async () => payoutPort.reports.report({ order, reason: 'false', ...NOTHING });
  await assert.rejects(report, /in a block, or can still come into one/);
  await refuse(payment, { state: 'confirmed', outcome: NOTHING }, /in a block, or can still/);
  for (const state of ['needs-person', 'reported'] as const) await refuse(payment, { state }, /was not told/);
  // Mined, and not final yet.
  await rig.chain.mine();
  await assert.rejects(report, /in a block, or can still come into one/);
  const { height } = await rig.chain.node.reader
    .getBlock()
    .then(({ number }) => ({ height: Number(number) }));
  const { txid } = payment.attempts[0]!;
  const told = await rig.chain.informationOf(txid, false);
  const paid = { result: 'paid', txid, output: 0, cost: String(told['fee']), height } as const;
  const early = async () => payoutPort.reports.report({ order, reason: null, ...paid });
  await assert.rejects(early, /no transaction with its confirmations/);
  await rig.chain.mine(2 * FINAL);
  await assert.rejects(report, /in a block, or can still come into one/);
  for (const change of [{ cost: '1' }, { output: 1 }, { height: height - 1 }, { result: 'failed' }] as const)
    await assert.rejects(
      async () => payoutPort.reports.report({ order, reason: null, ...paid, ...change }),
      /and the nodes paid by/,
    );
  assert.equal(await rig.statusOf(withdrawal), 'approved');
  await early();
  assert.equal(await rig.statusOf(withdrawal), 'settled');
  await pay(withdrawal);
});

test('D0034 D0028 a payer on TRON orders no withdrawal, and moves coins of the house by the rules alone', async () => {
  const chainId = rig.terms.chainId;
  const common = { chainId, from: HOT_WALLET, sender: rig.hot, toKey: null, coin: 'USDT', units: '5' };
  const cold = { ...common, id: 'cold:1', kind: 'cold', to: rig.cold } as const;
  const stolen = { ...common, id: 'withdrawal:1', kind: 'withdrawal', to: rig.recipient() } as const;
  await assert.rejects(async () => payoutPort.tronStore.add(stolen), /cannot order/);
  for (const change of [
    { to: rig.recipient() },
    { id: 'sweep:1' },
    { units: '0' },
    { units: '-1' },
    { coin: 'DOGE' },
    { chainId: 1 },
    { from: { branch: 'deposit', index: 0 } },
    { kind: 'filler', id: 'filler:1' },
    { kind: 'top-up', id: 'top-up:1', coin: 'TRX' },
  ] as const)
    await assert.rejects(async () => payoutPort.tronStore.add({ ...cold, ...change }), /cannot order/);
  assert.equal(await payoutPort.tronStore.add(cold), true);
  const added = (await payoutPort.tronStore.find(cold.id))!;
  await payoutPort.tronStore.put(changed(added, { cancelled: 'not wanted' }));
  await pay(await withdraw(40));
});

/**
 * Goal: a payer that somebody has taken over moves no money of the ledger. Method: false orders,
 * records and reports through its socket, on a real server and node; then an honest payer.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Payment, PaymentOutcome, PaymentReport } from '@glasshouse/chains';
import { freshAddress } from '../../../../../packages/chains/test/payment-world.ts';
import { CHAIN, CONFIRMATIONS, ETHER, PaymentRig, USDT } from '../../../test/payment-rig.ts';
import { connectToServer, connectToSocket } from '../../operating/socket.ts';
import { PAYER_SOCKET, type PayerCommands } from './commands.ts';
import { RemotePayoutPort } from './remote-payout-port.ts';

const OWNER = 1_000;
const UNIT = 1_000_000;
const FINAL = 70;

let rig: PaymentRig;
let payoutPort: RemotePayoutPort;
let hangUp: () => void;

before(async () => {
  rig = await PaymentRig.begin();
  await rig.fundHot(10n * ETHER, 100_000n * 10n ** 6n);
  const address = await rig.open(OWNER);
  await rig.token.transfer(address, 5_000n * 10n ** 6n);
  await rig.node.mine(FINAL);
  await rig.server.server.chains.catchUp();
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
  rig.withdraw(OWNER, { asset: USDT, amount: units * UNIT, to: freshAddress() });

const paymentOf = async (withdrawal: number): Promise<Payment> =>
  (await payoutPort.store.find(`withdrawal:${CHAIN}:${withdrawal}`))!;

const reportOf = ({ order }: Payment, outcome: PaymentOutcome): PaymentReport => ({
  order,
  reason: 'I say so',
  ...outcome,
});

const NOTHING = { txid: null, output: null, cost: '0', height: null } as const;

const problems = async () =>
  (await rig.payoutPort.states())[0]!.problems.map(({ id, problem }) => `${id} ${problem}`);

test('D0028 the payer has a socket of its own, with its commands alone', async () => {
  for (const [server, foreign] of [
    [await connectToServer(rig.dataDir), 'payer/report'],
    [await connectToSocket(path.join(rig.dataDir, PAYER_SOCKET)), 'chains/set-halted'],
    [await connectToSocket(path.join(rig.dataDir, PAYER_SOCKET)), 'operators/perform'],
    [await connectToSocket(path.join(rig.dataDir, PAYER_SOCKET)), 'signer/answer'],
  ] as const) {
    await assert.rejects(async () => server!.ask(foreign, null as never), /there is no operating command/);
    server!.close();
  }
});

test('D0028 a payer orders no withdrawal, and changes none that was ordered', async () => {
  const withdrawal = await withdraw(30);
  await payoutPort.begin(CHAIN);
  const payment = await paymentOf(withdrawal);
  const to = freshAddress();
  const stolen = { ...payment.order, to };
  const next = { ...payment, version: payment.version + 1 };
  await assert.rejects(
    async () => payoutPort.store.add({ ...stolen, id: 'withdrawal:ERC20:9' }),
    /cannot order/,
  );
  await assert.rejects(async () => payoutPort.store.add({ ...stolen, kind: 'cold' }), /cannot order/);
  await assert.rejects(async () => payoutPort.store.put({ ...next, order: stolen }), /ordered otherwise/);
  await assert.rejects(
    async () => payoutPort.store.allocate({ ...next, state: 'allocated', nonce: 99, order: stolen }),
    /ordered otherwise/,
  );
  const call = { to, value: '0', data: '0x', nonce: 0, gas: '21000' } as const;
  const fees = { maxFeePerGas: '1', maxPriorityFeePerGas: '1' } as const;
  await assert.rejects(
    async () => payoutPort.signer.sign({ order: stolen, purpose: 'pay', ...call, ...fees }),
    /ordered otherwise/,
  );
  const attempt = { raw: '0x02', txid: '0x1', purpose: 'pay', sentHeight: 1, gas: '1', ...fees } as const;
  await assert.rejects(
    async () => payoutPort.store.put({ ...next, attempts: [attempt] }),
    /nobody has signed/,
  );
  const ended = { ...next, state: 'needs-person', outcome: { ...NOTHING, result: 'failed' } } as const;
  await assert.rejects(async () => payoutPort.store.put(ended), /was not told/);
  assert.deepEqual(await paymentOf(withdrawal), payment);
  await rig.settle();
  assert.equal(await rig.statusOf(withdrawal), 'settled');
});

test('D0028 funding I1 what the chain does not bear out settles and rejects nothing', async () => {
  const [first, second] = [await withdraw(40), await withdraw(50)];
  await rig.pass();
  await rig.mine();
  const [one, other] = [await paymentOf(first), await paymentOf(second)];
  const { txid } = one.attempts[0]!;
  const receipt = await rig.node.reader.getTransactionReceipt({ hash: txid as `0x${string}` });
  const paid = {
    result: 'paid',
    txid,
    output: 0,
    cost: String(receipt.gasUsed * receipt.effectiveGasPrice),
    height: Number(receipt.blockNumber),
  } as const;
  const refused = async (payment: Payment, outcome: PaymentOutcome, why: RegExp) => {
    await assert.rejects(async () => payoutPort.reports.report(reportOf(payment, outcome)), why);
    assert.ok((await problems()).includes(`${payment.order.id} report-refused`));
  };
  await refused(one, paid, /of no transaction with its confirmations/);
  await refused(one, { ...NOTHING, result: 'cancelled' }, /has a nonce/);
  await refused(one, { ...NOTHING, result: 'paid' }, /cannot be paid/);
  await rig.node.mine(CONFIRMATIONS);
  await refused(one, { ...paid, result: 'cancelled', output: null }, /the nodes paid by/);
  await refused(one, { ...paid, cost: `${paid.cost}0` }, /the nodes paid by/);
  await refused(one, { ...paid, output: 1 }, /the nodes paid by/);
  await refused(other, paid, /it tells paid by/);
  const stranger = await rig.token.transfer(other.order.to as `0x${string}`, BigInt(other.order.units));
  await rig.node.mine(CONFIRMATIONS);
  await refused(other, { ...paid, txid: stranger }, /it tells paid by/);
  for (const withdrawal of [first, second]) assert.equal(await rig.statusOf(withdrawal), 'approved');

  await payoutPort.reports.report(reportOf(one, paid));
  assert.equal(await rig.statusOf(first), 'settled');
  await refused(one, { ...NOTHING, result: 'cancelled' }, /another outcome was reported/);
  await payoutPort.reports.report(reportOf(one, paid));
  await rig.settle();
  assert.equal(await rig.statusOf(second), 'settled');
  assert.deepEqual(await problems(), []);
  assert.deepEqual(await rig.differences(), { ETH: 0n, USDT: 0n });
});

test('D0028 funding I1 what is given back unsigned is signed by nobody any more', async () => {
  const { exchange } = rig.server.server.running;
  const before = exchange.balance(OWNER, 2, USDT).available;
  const withdrawal = await withdraw(25);
  await payoutPort.begin(CHAIN);
  const payment = await paymentOf(withdrawal);
  await payoutPort.reports.report(reportOf(payment, { ...NOTHING, result: 'cancelled' }));
  assert.equal(await rig.statusOf(withdrawal), 'rejected');
  assert.equal(exchange.balance(OWNER, 2, USDT).available, before);
  // An honest payer does not know of the report: it is told, and ends the payment as it was.
  await rig.mine();
  const { nonce, state } = await paymentOf(withdrawal);
  assert.deepEqual({ nonce, state }, { nonce: null, state: 'reported' });
  assert.deepEqual(await problems(), []);
  assert.equal(await rig.balanceOf(payment.order.to as `0x${string}`, USDT), 0n);
});

test('D0028 funding I1 however often payers begin, operators decide, and nothing is both taken and rejected', async () => {
  const storm = async () => Promise.all(Array.from({ length: 300 }, async () => rig.payoutPort.begin(CHAIN)));
  const decide = async (id: number) =>
    rig.act('reject', id, { rejection: 'law', reason: 'a test of a race', nothingSent: true });
  for (const firstIs of ['payer', 'operator', 'nobody'] as const) {
    const id = await withdraw(20);
    if (firstIs === 'payer') await payoutPort.begin(CHAIN);
    const early = firstIs === 'operator' ? await decide(id) : null;
    const stormed = storm();
    const { ok, text } = early ?? (await decide(id));
    assert.ok(ok, text);
    await stormed;
    await payoutPort.begin(CHAIN);
    const isTaken = (await paymentOf(id)) !== null;
    assert.equal(await rig.statusOf(id), isTaken ? 'approved' : 'rejected', text);
    if (firstIs !== 'nobody') assert.equal(isTaken, firstIs === 'payer');
  }
  await rig.settle();
  assert.deepEqual(await rig.differences(), { ETH: 0n, USDT: 0n });
});

test('D0028 what a payer tells people has a bounded length, and what it makes up is not kept', async () => {
  const withdrawal = await withdraw(20);
  await payoutPort.begin(CHAIN);
  const payment = await paymentOf(withdrawal);
  const [most, long] = ['x'.repeat(300), 'x'.repeat(301)];
  const outcome = { ...NOTHING, result: 'cancelled' } as const;
  const report = { ...reportOf(payment, outcome), reason: long };
  await assert.rejects(async () => payoutPort.reports.report(report), /more than 300 characters/);
  const cancelled = { ...payment, version: payment.version + 1, cancelled: long };
  await assert.rejects(async () => payoutPort.store.put(cancelled), /more than 300 characters/);
  await payoutPort.end(CHAIN, [{ id: payment.order.id, problem: 'failed', detail: long }]);
  assert.equal((await rig.payoutPort.states())[0]!.problems[0]!.detail, most);
  const unknown = { ...payment.order, id: 'withdrawal:ERC20:999999' };
  await assert.rejects(
    async () => payoutPort.reports.report({ ...report, order: unknown, reason: most }),
    /no payment/,
  );
  await payoutPort.end(CHAIN, []);
  assert.deepEqual(await problems(), []);
  await payoutPort.reports.report({ ...report, reason: most });
  assert.equal(await rig.statusOf(withdrawal), 'rejected');
  await rig.settle();
});

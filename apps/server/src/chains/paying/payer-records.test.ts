/**
 * Goal: a payer that somebody has taken over cannot leave a record behind by which a payment is
 * given back although it was sent, is decided by nobody any more, or stops all others. Method:
 * false records through its socket, on a real server and node; then an honest payer pays all.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ChainAddresses, type Payment, type PaymentOrder } from '@glasshouse/chains';
import { freshAddress } from '../../../../../packages/chains/test/payment-world.ts';
import { ANVIL_CHAIN_ID, CHAIN, CONFIRMATIONS, ETHER, PaymentRig, USDT } from '../../../test/payment-rig.ts';
import { connectToSocket } from '../../operating/socket.ts';
import { PAYER_SOCKET, type PayerCommands } from './commands.ts';
import { RemotePayoutPort } from './remote-payout-port.ts';

const OWNER = 1_000;
const UNIT = 1_000_000;
const FINAL = 70;
const NOTHING = { txid: null, output: null, cost: '0', height: null } as const;

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
  rig.withdraw(OWNER, {
    asset: USDT,
    amount: units * UNIT,
    to: freshAddress(),
  });

const paymentOf = async (withdrawal: number): Promise<Payment> =>
  (await payoutPort.store.find(`withdrawal:${CHAIN}:${withdrawal}`))!;

/** The record after a change by a payer. */
const changed = (payment: Payment, change: Partial<Payment>): Payment => ({
  ...payment,
  ...change,
  version: payment.version + 1,
});

test('D0028 no payment ends without an outcome that was reported', async () => {
  const withdrawal = await withdraw(30);
  await rig.pass();
  const payment = await paymentOf(withdrawal);
  assert.equal(payment.attempts.length, 1);
  for (const state of ['needs-person', 'reported'] as const)
    await assert.rejects(async () => payoutPort.store.put(changed(payment, { state })), /was not told/);
  const outcome = { ...NOTHING, result: 'cancelled' } as const;
  await assert.rejects(
    async () => payoutPort.store.put(changed(payment, { state: 'confirmed', outcome })),
    /has a nonce or inputs/,
  );
  await rig.settle();
  assert.equal(await rig.statusOf(withdrawal), 'settled');
  const settled = await paymentOf(withdrawal);
  await assert.rejects(
    async () => payoutPort.store.put(changed(settled, { state: 'needs-person' })),
    /does not end in/,
  );
});

test('D0028 what a payment has taken, and what was signed of it, stays in its record', async () => {
  const withdrawal = await withdraw(40);
  await rig.pass();
  const payment = await paymentOf(withdrawal);
  const [attempt] = payment.attempts;
  for (const change of [
    { nonce: null, attempts: [], state: 'approved' },
    { attempts: [], state: 'allocated' },
    { nonce: payment.nonce! + 1 },
    { attempts: [{ ...attempt!, maxFeePerGas: '9'.repeat(70) }] },
    { attempts: [{ ...attempt!, gas: '1' }] },
    { attempts: [{ ...attempt!, sentHeight: 1e15 }] },
  ] as const)
    await assert.rejects(async () => payoutPort.store.put(changed(payment, change)), JSON.stringify(change));
  await assert.rejects(
    async () => payoutPort.utxoStore.put(changed(payment, {}) as never),
    /pays on a chain of another kind/,
  );
  await rig.settle();
  assert.equal(await rig.statusOf(withdrawal), 'settled');
});

test('D0028 what is given back unsigned takes no nonce, so that no other payment waits for it', async () => {
  const withdrawal = await withdraw(25);
  await payoutPort.begin(CHAIN);
  const payment = await paymentOf(withdrawal);
  const call = {
    to: payment.order.to,
    value: '0',
    data: '0x',
    gas: '21000',
  } as const;
  const fees = { maxFeePerGas: '1', maxPriorityFeePerGas: '1' } as const;
  await assert.rejects(
    async () =>
      payoutPort.signer.sign({
        order: payment.order,
        purpose: 'cancel',
        nonce: 900,
        ...call,
        ...fees,
      }),
    /does not have that nonce/,
  );
  const nonce = (await payoutPort.store.nextNonce(ANVIL_CHAIN_ID, rig.hot))!;
  const outcome = { ...NOTHING, result: 'cancelled' } as const;
  await payoutPort.reports.report({
    order: payment.order,
    reason: 'I say so',
    ...outcome,
  });
  assert.equal(await rig.statusOf(withdrawal), 'rejected');
  await assert.rejects(
    async () => payoutPort.store.allocate(changed(payment, { state: 'allocated', nonce, outcome })),
    /has ended|has the outcome|cannot be allocated|takes nothing/,
  );
  const next = await withdraw(26);
  await rig.settle();
  assert.equal(await rig.statusOf(next), 'settled');
});

test('D0028 a payer orders for no key but its own, and takes no nonce that the chain lacks', async () => {
  const { hot } = rig;
  const { chainId } = rig.terms;
  const cold: PaymentOrder = {
    id: 'cold:of-mine',
    kind: 'cold',
    chainId,
    from: { branch: 'house', index: 0 },
    sender: hot,
    to: rig.cold,
    toKey: null,
    coin: 'USDT',
    units: '5',
  };
  for (const change of [
    { from: { branch: 'deposit', index: 0 } },
    { to: freshAddress() },
    { units: '0' },
    { units: '-1' },
    { coin: 'DOGE' },
    { chainId: 1 },
  ] as const)
    await assert.rejects(async () => payoutPort.store.add({ ...cold, ...change }), /cannot order/);
  await assert.rejects(async () => payoutPort.store.add(cold, -1), /nonce/);
  const index = 77;
  const sender = new ChainAddresses('EVM', rig.key).at(index);
  const sweep: PaymentOrder = {
    ...cold,
    id: 'sweep:far',
    kind: 'sweep',
    from: { branch: 'deposit', index },
    sender,
    to: hot,
    toKey: { branch: 'house', index: 0 },
  };
  assert.equal(await payoutPort.store.add(sweep), true);
  const added = (await payoutPort.store.find(sweep.id))!;
  await assert.rejects(
    async () => payoutPort.store.allocate(changed(added, { state: 'allocated', nonce: 2 ** 40 })),
    /nonce/,
  );
  await payoutPort.store.put(changed(added, { cancelled: 'not wanted' }));
  const withdrawal = await withdraw(50);
  await rig.settle();
  await rig.node.mine(CONFIRMATIONS);
  assert.equal(await rig.statusOf(withdrawal), 'settled');
});

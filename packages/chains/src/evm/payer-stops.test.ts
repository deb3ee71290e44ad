/** Goal: where a payer must not go on by itself, it stops, says why, and loses no payment. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { Anvil, type Token } from '../../test/anvil.ts';
import { ETHER, GWEI, PaymentWorld } from '../../test/payment-world.ts';
import { IN_FLIGHT_MAX } from './payer.ts';
import { StalePayment, type PaymentOrder } from '../paying/payments.ts';

let node: Anvil;
let token: Token;

before(async () => {
  node = await Anvil.start();
  token = await node.deployToken();
});
after(async () => {
  await node.stop();
});

const make = async () => PaymentWorld.make({ node, token });

/** Passes with a block after each; the problems of the last one. */
async function passes(world: PaymentWorld, count: number): Promise<readonly string[]> {
  let problems: readonly string[] = [];
  for (let i = 0; i < count; i++) {
    problems = (await world.pass()).map(({ problem }) => problem);
    await node.mine();
  }
  return problems;
}

async function paid(world: PaymentWorld, order: PaymentOrder): Promise<void> {
  await world.approve(order);
  await passes(world, 4);
  assert.equal(world.reportOf(order.id)?.result, 'paid');
}

/** A transaction that the sender's key signs elsewhere. */
async function spendElsewhere(world: PaymentWorld): Promise<void> {
  await node.control.impersonateAccount({ address: world.hot });
  await node.control.sendUnsignedTransaction({ from: world.hot, to: world.hot, value: 1n } as never);
  await node.mine();
}

test('D0028 a payment beyond the funds waits without a nonce, and smaller ones pass it', async () => {
  const world = await make();
  const [large, small] = [
    world.withdrawal('large', 'ETH', 11n * ETHER),
    world.withdrawal('small', 'ETH', ETHER),
  ];
  await world.approve(large);
  await world.approve(small);
  assert.deepEqual(await passes(world, 4), ['funds']);
  assert.equal(world.reportOf(small.id)?.result, 'paid');
  assert.equal((await world.store.find(large.id))?.nonce, null);
  await world.fund(world.hot, 11n * ETHER, 0n);
  assert.deepEqual(await passes(world, 4), []);
  assert.equal(await world.balanceOf(large.to, 'ETH'), 11n * ETHER);
});

test('D0028 the last wei leaves enough for the fee', async () => {
  const world = await make();
  const all = world.withdrawal('all', 'ETH', 10n * ETHER);
  await world.approve(all);
  assert.deepEqual(await passes(world, 2), ['funds']);
});

test('D0028 while the chain is dearer than allowed, nothing gets a nonce', async () => {
  const world = await make();
  const order = world.withdrawal('dear', 'ETH', ETHER);
  await world.approve(order);
  await node.control.setNextBlockBaseFeePerGas({ baseFeePerGas: 120n * GWEI });
  await node.mine();
  assert.deepEqual(await passes(world, 1), ['fees']);
  await node.control.setNextBlockBaseFeePerGas({ baseFeePerGas: GWEI });
  await node.mine();
  assert.deepEqual(await passes(world, 4), []);
  assert.equal(world.reportOf(order.id)?.result, 'paid');
});

test('D0028 beyond the fees of a day payments wait for the next one, and go back to nobody', async () => {
  // What fits a fee at the price of these blocks, and not two.
  const feesPerDay = 21_000n * 4n * GWEI + 21_000n * GWEI;
  const world = await PaymentWorld.make({ node, token, rules: { feesPerDay } });
  const [first, second] = [world.withdrawal('1', 'ETH', ETHER), world.withdrawal('2', 'ETH', ETHER)];
  await world.approve(first);
  await world.approve(second);
  assert.deepEqual(await passes(world, 4), ['fee-limit']);
  assert.equal(world.reportOf(first.id)?.result, 'paid');
  const waiting = await world.store.find(second.id);
  assert.deepEqual([waiting?.state, waiting?.cancelled], ['allocated', null]);
  world.nowMs += 86_400_000;
  assert.deepEqual(await passes(world, 4), []);
  assert.equal(world.reportOf(second.id)?.result, 'paid');
});

test('D0028 only so many payments of one sender wait for the chain', async () => {
  const world = await make();
  for (let i = 0; i < IN_FLIGHT_MAX + 2; i++) await world.approve(world.withdrawal(`${i}`, 'USDT', 1n));
  assert.deepEqual(
    (await world.pass()).map(({ problem }) => problem),
    ['in-flight', 'in-flight'],
  );
  assert.equal(world.store.all().filter(({ nonce }) => nonce !== null).length, IN_FLIGHT_MAX);
  await node.mine();
  assert.deepEqual(await passes(world, 6), []);
});

test('D0028 a payment that its recipient reverts is a matter for a person, and costs nothing', async () => {
  const world = await make();
  // The contract of the token takes no ETH.
  const order = { ...world.withdrawal('reverts', 'ETH', ETHER), to: token.address };
  await world.approve(order);
  await passes(world, 1);
  const { result, cost, txid } = world.reportOf(order.id)!;
  assert.deepEqual({ result, cost, txid }, { result: 'would-revert', cost: '0', txid: null });
  assert.equal((await world.store.find(order.id))?.state, 'needs-person');
  await paid(world, world.withdrawal('next', 'ETH', ETHER));
});

test('D0028 a payment that is cancelled before it has a nonce leaves nothing behind', async () => {
  const world = await make();
  const order = world.withdrawal('early', 'ETH', ETHER);
  await world.approve(order);
  await world.cancel(order.id);
  assert.deepEqual(await passes(world, 2), []);
  assert.equal(world.reportOf(order.id)?.result, 'cancelled');
  assert.equal(await node.reader.getTransactionCount({ address: world.hot }), 0);
});

test('D0028 a sender whose key is used elsewhere gets no further nonce', async () => {
  const world = await make();
  await paid(world, world.withdrawal('before', 'ETH', ETHER));
  await spendElsewhere(world);
  const order = world.withdrawal('after', 'ETH', ETHER);
  await world.approve(order);
  assert.deepEqual(await passes(world, 4), ['foreign-transaction', 'foreign-transaction']);
  assert.equal((await world.store.find(order.id))?.state, 'approved');
});

test('D0028 a payment whose nonce somebody else used is uncertain, and gets no second one', async () => {
  const world = await make();
  for (const one of world.nodes) one.sending = () => 'loses';
  const order = world.withdrawal('lost', 'ETH', ETHER);
  await world.approve(order);
  await passes(world, 1);
  await spendElsewhere(world);
  for (const one of world.nodes) one.sending = () => 'takes';
  assert.ok((await passes(world, 6)).includes('foreign-transaction'));
  const { state, nonce } = (await world.store.find(order.id))!;
  assert.deepEqual({ state, nonce }, { state: 'uncertain', nonce: 0 });
  assert.equal(await world.balanceOf(order.to, 'ETH'), 0n);
});

test('D0028 a payment that leaves the chain after its confirmations goes out again as it was', async () => {
  const world = await make();
  const order = world.withdrawal('deep', 'ETH', ETHER);
  await paid(world, order);
  await node.reorganise(6);
  assert.equal(await world.balanceOf(order.to, 'ETH'), 0n);
  const next = world.withdrawal('next', 'ETH', ETHER);
  await world.approve(next);
  assert.deepEqual(
    (await world.pass()).map(({ problem }) => problem),
    ['deep-reorganisation', 'deep-reorganisation'],
  );
  await node.mine();
  await passes(world, 4);
  assert.equal(await world.balanceOf(order.to, 'ETH'), ETHER);
  assert.equal(await world.balanceOf(next.to, 'ETH'), ETHER);
});

test('D0028 two payers on one store: one ends, and each payment happens once', async () => {
  const world = await make();
  const orders = [1, 2, 3].map((id) => world.withdrawal(`${id}`, 'ETH', ETHER));
  for (const order of orders) await world.approve(order);
  const second = await world.another();
  const ends = await Promise.allSettled([world.pass(), second.pass()]);
  const failed = ends.filter((one) => one.status === 'rejected').map(({ reason }) => reason as Error);
  assert.ok(failed.length > 0 && failed.every((error) => error instanceof StalePayment));
  await node.mine();
  await passes(world, 6);
  for (const { to } of orders) assert.equal(await world.balanceOf(to, 'ETH'), ETHER);
});

test('D0028 a payer that lost its records cannot pay again: the signer keeps its own', async () => {
  const world = await make();
  const order = world.withdrawal('once', 'ETH', ETHER);
  await paid(world, order);
  world.loseRecords();
  await world.approve(order);
  assert.deepEqual(await passes(world, 6), ['refused']);
  assert.equal(await world.balanceOf(order.to, 'ETH'), ETHER);
  assert.match((await world.store.find(order.id))!.cancelled!, /nonce-changed/);
});

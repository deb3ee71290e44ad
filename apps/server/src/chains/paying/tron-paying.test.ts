/**
 * Goal: on TRON a deposit is credited and swept, an approved withdrawal leaves once and is settled,
 * whatever ends between the steps, and each final block agrees with the ledger. Method: a chain
 * with TRON's rules, a real server, and a payer and a signer that die.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hasEnded, type PaymentRecord, type TronPayment } from '@glasshouse/chains';
import { runs } from '../../../../../tools/nightly.ts';
import { Life, type Kill } from '../../../../../packages/chains/test/crashes.ts';
import { CHAIN, FINAL, TronPaymentRig, TRX, UNIT, USDT } from '../../../test/tron-payment-rig.ts';

const OWNER = 1_000;
const WALLET = 2;
const CONFIRMATIONS = 12;
const NONE = { USDT: 0n };
const DEPOSIT = 5_000;
const LAST_ROUND = 40;

let rig: TronPaymentRig;
let address: string;

before(async () => {
  rig = await TronPaymentRig.begin();
  address = await rig.open(OWNER);
  await rig.send(rig.hot, 'TRX', 10_000n * TRX);
  await rig.mine();
});
after(async () => {
  await rig.remove();
});

const available = (): number => rig.server.server.running.exchange.balance(OWNER, WALLET, USDT).available;

const withdraw = async (units: number, to = rig.recipient()) => {
  const withdrawal = await rig.withdraw(OWNER, { asset: USDT, amount: units, to });
  return { withdrawal, to, units: BigInt(units) };
};

const paymentOf = async (withdrawal: number): Promise<TronPayment> =>
  (await rig.payoutPort.tronStore.find(`withdrawal:${CHAIN}:${withdrawal}`))!;

const open = async (): Promise<readonly PaymentRecord[]> => rig.payoutPort.payments.open(rig.terms.chainId);

/** Blocks, each of which agrees with the ledger, until something is so. */
async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (let round = 0; !(await isSo()); round++) {
    assert.ok(round < LAST_ROUND, `${what}: ${JSON.stringify(await rig.payoutPort.states())}`);
    await rig.mine(3);
    assert.deepEqual(await rig.differences(), NONE, `${what}, round ${round}`);
  }
}

test('R4.4 D0034 D0031 a deposit on TRON is credited before it is final, and each final block agrees', async () => {
  await rig.send(address, 'USDT', BigInt(DEPOSIT * UNIT));
  for (let block = 1; block <= FINAL + 1; block++) {
    assert.equal(available(), block <= CONFIRMATIONS ? 0 : DEPOSIT * UNIT, `block ${block}`);
    await rig.mine();
    assert.deepEqual(await rig.differences(), NONE, `block ${block}`);
  }
});

test('D0034 R4.4 tokens of a final deposit are swept, with the TRX that this needs, which is no deposit', async () => {
  const before = available();
  const kinds = async () => (await open()).map(({ order }) => order.kind);
  await until(async () => (await kinds()).includes('top-up'), 'a top-up is ordered');
  assert.deepEqual([...(await kinds())].sort(), ['sweep', 'top-up']);
  await until(async () => (await open()).length === 0, 'the sweep ends');
  assert.equal(await rig.balanceOf(rig.hot, 'USDT'), BigInt(DEPOSIT * UNIT));
  assert.equal(await rig.balanceOf(address, 'USDT'), 0n);
  await rig.mine(FINAL);
  assert.deepEqual(await kinds(), [], 'nothing is ordered again');
  assert.equal(available(), before);
  assert.deepEqual(rig.server.server.chains.arrivalsOf(OWNER), []);
});

test('R4.4 D0034 an approved withdrawal on TRON is paid and settled, and the payment keeps its cost in TRX', async () => {
  const before = await rig.balanceOf(rig.hot, 'TRX');
  const paid = await withdraw(30 * UNIT);
  await until(async () => (await rig.statusOf(paid.withdrawal)) === 'settled', 'settled');
  assert.equal(await rig.balanceOf(paid.to, 'USDT'), paid.units);
  const { drafts, outcome } = await paymentOf(paid.withdrawal);
  assert.deepEqual([drafts.length, outcome?.result], [1, 'paid']);
  assert.equal(before - (await rig.balanceOf(rig.hot, 'TRX')), BigInt(outcome!.cost));
  assert.ok(BigInt(outcome!.cost) > 0n);
});

test('D0034 what expires unmined is paid by one more transaction, and only then', async () => {
  const paid = await withdraw(20 * UNIT);
  await rig.pass();
  rig.chain.loseWaiting();
  const { drafts } = await paymentOf(paid.withdrawal);
  assert.equal(drafts.length, 1);
  const { expirationMs } = drafts[0]!;
  while (rig.chain.timeMs < expirationMs) {
    // Nodes lose again what the payer sends again.
    await rig.chain.mine(1, { isEmpty: true });
    await rig.server.server.chains.catchUp();
    await rig.pass();
    rig.chain.loseWaiting();
    assert.equal((await paymentOf(paid.withdrawal)).drafts.length, 1);
  }
  await until(async () => (await rig.statusOf(paid.withdrawal)) === 'settled', 'settled');
  assert.equal((await paymentOf(paid.withdrawal)).drafts.length, 2);
  assert.equal(await rig.balanceOf(paid.to, 'USDT'), paid.units, 'paid once');
});

test('D0034 what the signer refuses, or a person stops, goes back to its owner', async () => {
  const before = available();
  const beyond = await withdraw(3_000 * UNIT + 1);
  await until(async () => (await rig.statusOf(beyond.withdrawal)) === 'rejected', 'refused');
  assert.equal(available(), before);
  const stopped = await withdraw(25 * UNIT);
  await rig.pass();
  rig.chain.loseWaiting();
  await rig.payoutPort.stop(stopped.withdrawal, CHAIN, 'a fraud');
  await until(async () => (await rig.statusOf(stopped.withdrawal)) === 'rejected', 'stopped');
  assert.equal(await rig.balanceOf(stopped.to, 'USDT'), 0n);
  assert.equal(available(), before);
});

test('D0031 what comes to the hot wallet on TRON is surplus until it is booked', async () => {
  const txid = await rig.send(rig.hot, 'USDT', 7n);
  await rig.mine();
  const { chains } = rig.server.server;
  assert.ok('refused' in (await chains.bookOfHouse('coins', CHAIN, txid)), 'its block is not final');
  await rig.mine(FINAL);
  assert.deepEqual(await rig.differences(), { USDT: 7n });
  await rig.book(txid);
  assert.deepEqual(await rig.differences(), NONE);
  assert.deepEqual(await chains.bookOfHouse('coins', CHAIN, txid), { refused: 'it is booked already' });
  assert.deepEqual(await chains.bookOfHouse('cost', CHAIN, txid), {
    refused: 'the exchange does not count TRX',
  });
});

/** By default a third of the steps ends the payer, in the nightly run each of them. */
const DEADLY_EVERY = runs(3, 1);

/** The steps of a payer, of which `kills` end it once. A deposit is swept meanwhile. */
async function payWithDeaths(kills: readonly Kill[]): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>();
  await rig.send(address, 'USDT', BigInt(100 * UNIT));
  await rig.chain.mine(FINAL);
  await rig.server.server.chains.catchUp();
  const wanted = [await withdraw(11 * UNIT), await withdraw(11 * UNIT)];
  let deaths = 0;
  for (let round = 0; round === 0 || (await open()).length > 0; round++) {
    assert.ok(round < LAST_ROUND + kills.length, JSON.stringify(await rig.payoutPort.states()));
    const life = new Life(kills, seen);
    rig.beginDying(life);
    await rig.pass();
    if (life.isOver) deaths++;
    await rig.chain.mine(5);
    assert.deepEqual(await rig.differences(), NONE);
  }
  assert.equal(deaths, kills.length);
  for (const { withdrawal, to, units } of wanted) {
    assert.equal(await rig.statusOf(withdrawal), 'settled');
    assert.equal(await rig.balanceOf(to, 'USDT'), units, 'paid once');
  }
  assert.equal(await rig.balanceOf(address, 'USDT'), 0n, 'swept');
  return seen;
}

test('D0034 funding I1 a payer on TRON that dies at any step pays once, and each final block agrees', async () => {
  const steps = [...(await payWithDeaths([])).keys()];
  for (const named of ['add sweep <', 'store allocated >', 'sign pay >', 'store signed >', 'report paid >'])
    assert.ok(steps.includes(named), named);
  const deadly = steps.filter((_step, index) => index % DEADLY_EVERY === 0);
  await payWithDeaths(deadly.map((step) => ({ step, occurrence: 1 })));
});

test('D0034 a halted chain of TRON signs nothing, and pays once it is opened', async () => {
  const { chains } = rig.server.server;
  await rig.pass();
  const paid = await withdraw(12 * UNIT);
  await rig.payoutPort.begin(CHAIN);
  const exchange = { type: 'set-chain-status', chain: 3 } as const;
  await rig.submit({ ...exchange, status: 1 });
  await rig.mine(FINAL);
  assert.equal((await paymentOf(paid.withdrawal)).state, 'approved');
  assert.ok(chains.states().some(({ chain, state }) => chain === CHAIN && state === 'halted'));
  await rig.submit({ ...exchange, status: 0 });
  await until(async () => hasEnded(await paymentOf(paid.withdrawal)), 'paid');
});

test('D0031 D0034 tokens that leave TRON beside the books halt withdrawals once that is final', async () => {
  const { chain } = rig;
  const theft = { owner: rig.hot, to: rig.recipient(), token: rig.terms.tokens['USDT']!.address };
  await chain.steal({ ...theft, units: 1n });
  await chain.mine(FINAL - 1);
  assert.deepEqual(await rig.differences(), NONE);
  await chain.mine();
  assert.deepEqual(await rig.differences(), { USDT: -1n });
  assert.ok(rig.server.server.chains.states().some(({ state }) => state === 'halted'));
});

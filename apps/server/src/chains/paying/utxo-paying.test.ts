/**
 * Goal: on a chain of the Bitcoin family an approved withdrawal leaves once and is settled with its
 * cost, whatever ends between the steps, and each block agrees with the ledger. Method: a node of
 * Litecoin, a real server, and a payer and a signer that die.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  draftOf,
  HOT_WALLET,
  MemoryUtxoStore,
  partsOfRaw,
  psbtOf,
  UtxoPayer,
  type OwnOutput,
  type UtxoPayment,
} from '@glasshouse/chains';
import { runs } from '../../../../../tools/nightly.ts';
import { Life, type Kill } from '../../../../../packages/chains/test/crashes.ts';
import { CHAIN, COIN, CONFIRMATIONS, FINAL, UtxoPaymentRig } from '../../../test/utxo-payment-rig.ts';
import { MNEMONIC } from '../../../test/platform-rig.ts';
import { connectToSocket } from '../../operating/socket.ts';
import { assetNumber } from '../../values/starting-assets.ts';
import { PAYER_SOCKET, type PayerCommands } from './commands.ts';
import { utxoPaymentNodes } from './payment-nodes.ts';
import { RemotePayoutPort } from './remote-payout-port.ts';
import { signerOf, type AnyEntry } from './signer-folder.ts';
import { utxoTermsOf } from './utxo-terms.ts';

const OWNER = 1_000;
const WALLET = 2;
const LTC = assetNumber('LTC');
const NONE = { LTC: 0n };

let rig: UtxoPaymentRig;
let address: string;

before(async () => {
  rig = await UtxoPaymentRig.begin();
  address = await rig.open(OWNER);
});
after(async () => {
  await rig.remove();
});

const available = (): number => rig.server.server.running.exchange.balance(OWNER, WALLET, LTC).available;

const withdraw = async (units: bigint, to = rig.recipient()) => {
  const withdrawal = await rig.withdraw(OWNER, { asset: LTC, amount: Number(units), to });
  return { withdrawal, to, units };
};

const paymentOf = async (withdrawal: number): Promise<UtxoPayment> =>
  (await rig.payoutPort.utxoStore.find(`withdrawal:${CHAIN}:${withdrawal}`))!;

test('R4.4 D0032 D0031 deposits are credited and final, and each block agrees with the ledger', async () => {
  await rig.send(address, 3n * COIN);
  await rig.send(address, 2n * COIN);
  for (let block = 1; block <= CONFIRMATIONS; block++) {
    assert.equal(available(), 0, `block ${block}`);
    await rig.mine();
    assert.deepEqual(await rig.differences(), NONE, `block ${block}`);
  }
  assert.equal(available(), Number(5n * COIN));
  await rig.mine(FINAL);
});

test('R4.4 D0032 an approved withdrawal is paid from deposits, settled with its cost, and its change is nobody’s deposit', async () => {
  const paid = await withdraw(COIN);
  const left = available();
  for (let block = 1; (await rig.statusOf(paid.withdrawal)) !== 'settled'; block++) {
    assert.ok(block <= 2 * CONFIRMATIONS, 'it is not settled');
    await rig.mine();
    assert.deepEqual(await rig.differences(), NONE, `block ${block}`);
  }
  assert.equal(await rig.balanceOf(paid.to), COIN);
  const { attempts, inputs, outcome } = await paymentOf(paid.withdrawal);
  assert.deepEqual([attempts.length, inputs?.length, outcome?.output], [1, 1, 0]);
  assert.ok((await rig.balanceOf(rig.hot)) > COIN, 'the change');
  await rig.mine(CONFIRMATIONS);
  assert.equal(available(), left);
  assert.deepEqual(rig.server.server.chains.arrivalsOf(OWNER), []);
  assert.deepEqual(await rig.differences(), NONE);
});

test('D0032 D0031 outputs of blocks that are replaced are spent by nobody, and counted again', async () => {
  await rig.send(address, COIN / 2n);
  await rig.mine();
  const outputs = async () => (await rig.payoutPort.begin(CHAIN)).outputs.map(({ units }) => units);
  const before = await outputs();
  assert.ok(before.includes(String(COIN / 2n)));
  await rig.node.reorganise(1);
  assert.deepEqual(await rig.differences(), NONE);
  assert.ok(!(await outputs()).includes(String(COIN / 2n)));
  await rig.mine();
  assert.deepEqual(await outputs(), before);
  assert.deepEqual(await rig.differences(), NONE);
  await rig.mine(CONFIRMATIONS + FINAL);
  assert.deepEqual(await rig.differences(), NONE);
});

test('D0031 what comes to the hot wallet is surplus until it is booked', async () => {
  const txid = await rig.send(rig.hot, COIN);
  await rig.mine();
  assert.deepEqual(await rig.differences(), { LTC: COIN });
  await rig.mine(CONFIRMATIONS);
  await rig.book(txid);
  assert.deepEqual(await rig.differences(), NONE);
  const { chains } = rig.server.server;
  assert.deepEqual(await chains.bookOfHouse('coins', CHAIN, txid), { refused: 'it is booked already' });
  assert.ok('refused' in (await chains.bookOfHouse('cost', CHAIN, txid)));
});

test('D0032 what the signer refuses, or a person stops, goes back to its owner', async () => {
  const before = available();
  const beyond = await withdraw(2n * COIN + 1n);
  await rig.settle();
  assert.equal(await rig.statusOf(beyond.withdrawal), 'rejected');
  assert.equal(available(), before);
  // Sent, but in no block: the same inputs come back to us instead.
  const stopped = await withdraw(COIN / 4n);
  await rig.pass();
  await rig.payoutPort.stop(stopped.withdrawal, CHAIN, 'a fraud');
  await rig.pass();
  await rig.settle();
  assert.equal(await rig.statusOf(stopped.withdrawal), 'rejected');
  assert.equal(await rig.balanceOf(stopped.to), 0n);
  assert.equal(available(), before);
  assert.deepEqual(await rig.differences(), NONE);
});

test('D0028 D0032 a payer of inputs that was taken over changes no order and no outcome', async () => {
  const server = await connectToSocket<PayerCommands>(path.join(rig.dataDir, PAYER_SOCKET));
  assert.ok(server !== null);
  const payoutPort = new RemotePayoutPort(server);
  try {
    const paid = await withdraw(COIN / 8n);
    await rig.pass();
    const payment = await paymentOf(paid.withdrawal);
    const stolen = { ...payment.order, to: rig.recipient() };
    const next = { ...payment, version: payment.version + 1 };
    await assert.rejects(async () => payoutPort.utxoStore.add(stolen), /cannot order/);
    await assert.rejects(
      async () => payoutPort.utxoStore.put({ ...next, order: stolen }),
      /ordered otherwise/,
    );
    const [attempt] = payment.attempts;
    const forged = { ...attempt!, txid: '1'.repeat(64) };
    await assert.rejects(
      async () => payoutPort.utxoStore.put({ ...next, attempts: [forged] }),
      /nobody has signed/,
    );
    const nothing = { txid: null, output: null, cost: '0', height: null, result: 'cancelled' } as const;
    const { order } = payment;
    await assert.rejects(
      async () => payoutPort.reports.report({ order, reason: '', ...nothing }),
      /has a nonce or inputs/,
    );
    await rig.node.mine(CONFIRMATIONS);
    await rig.server.server.chains.catchUp();
    const { height } = await rig.node.control.head();
    const { txid, fee } = attempt!;
    const report = { order, reason: null, result: 'paid', txid, output: 0, cost: fee } as const;
    const told = { ...report, height: height - CONFIRMATIONS + 1 };
    await assert.rejects(
      async () => payoutPort.reports.report({ ...told, cost: `${fee}0` }),
      /the nodes paid by/,
    );
    await assert.rejects(async () => payoutPort.reports.report({ ...told, output: 1 }), /the nodes paid by/);
    assert.equal(await rig.statusOf(paid.withdrawal), 'approved');
    await payoutPort.reports.report(told);
    assert.equal(await rig.statusOf(paid.withdrawal), 'settled');
    await rig.settle();
    assert.deepEqual(await rig.differences(), NONE);
  } finally {
    server.close();
  }
});

test('D0028 D0032 a payer that was taken over tells no false inputs and fees, and asks for none that are too dear', async () => {
  const server = await connectToSocket<PayerCommands>(path.join(rig.dataDir, PAYER_SOCKET));
  assert.ok(server !== null);
  const payoutPort = new RemotePayoutPort(server);
  try {
    const { withdrawal } = await withdraw(COIN / 8n);
    const { outputs } = await payoutPort.begin(CHAIN);
    const approved = await paymentOf(withdrawal);
    const { order } = approved;
    const terms = utxoTermsOf(rig.terms);
    let input: OwnOutput | undefined;
    for (const one of outputs)
      if (BigInt(one.units) > COIN / 2n && (await payoutPort.utxoStore.holderOf(terms.chainId, one)) === null)
        input = one;
    assert.ok(input !== undefined);
    const allocated = { ...approved, state: 'allocated', version: 2, inputs: [input] } as const;
    for (const forged of [
      { ...input, units: `${input.units}0` },
      { ...input, key: { branch: 'deposit', index: 99 } as const },
      { ...input, txid: '1'.repeat(64) },
    ])
      await assert.rejects(
        async () => payoutPort.utxoStore.allocate({ ...allocated, inputs: [forged] }),
        /takes what is not ours, or told otherwise/,
      );
    await payoutPort.utxoStore.allocate(allocated);
    const nodes = utxoPaymentNodes([rig.node.url], rig.terms);
    const raws = new Map([[input.txid, await nodes.rawOf(input.txid)]]);
    const questionAt = (feeRate: bigint) => {
      const draft = draftOf({ order, purpose: 'pay', inputs: [input], feeRate, terms })!;
      return {
        draft,
        request: { order, purpose: 'pay', keys: [input.key], psbt: psbtOf(draft, raws) } as const,
      };
    };
    // The dearest one, and what is too little for an output, which miners may get.
    const { maxReplacement } = terms.fees;
    const dear = questionAt(maxReplacement * 8n).request;
    await assert.rejects(async () => payoutPort.signer.sign(dear), /cost more than the wallet terms allow/);
    const { draft, request } = questionAt(maxReplacement);
    const answer = await payoutPort.signer.sign(request);
    assert.ok(answer.type === 'signed');
    const told = { fee: String(draft.fee), feeRate: String(maxReplacement) };
    const { txid } = partsOfRaw(answer.raw);
    const attempt = { txid, raw: answer.raw, purpose: 'pay', sentHeight: null, ...told } as const;
    const signed = { ...allocated, state: 'signed', version: 3, attempts: [attempt] } as const;
    for (const wrong of [
      { fee: String(draft.fee + 1n) },
      { fee: (Number(draft.fee) / 1e8).toFixed(8) },
      { feeRate: String(maxReplacement + 1n) },
      { feeRate: '1' },
      { feeRate: '0.002' },
    ])
      await assert.rejects(
        async () => payoutPort.utxoStore.put({ ...signed, attempts: [{ ...attempt, ...wrong }] }),
        /costs otherwise than it is told/,
        JSON.stringify(wrong),
      );
    await payoutPort.utxoStore.put(signed);
    await rig.settle();
    assert.equal(await rig.statusOf(withdrawal), 'settled');
    assert.deepEqual(await rig.differences(), NONE);
  } finally {
    server.close();
  }
});

/** By default a third of the steps ends the payer, in the nightly run each of them. */
const DEADLY_EVERY = runs(3, 1);

/** The steps of a payer, of which `kills` end it once. */
async function payWithDeaths(kills: readonly Kill[]): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>();
  const wanted = [await withdraw(COIN / 10n), await withdraw(COIN / 20n)];
  let deaths = 0;
  const { chainId } = rig.terms;
  for (let round = 0; round === 0 || (await rig.payoutPort.payments.open(chainId)).length > 0; round++) {
    const life = new Life(kills, seen);
    rig.beginDying(life);
    await rig.pass();
    if (life.isOver) deaths++;
    await rig.node.mine();
    assert.deepEqual(await rig.differences(), NONE);
  }
  assert.equal(deaths, kills.length);
  for (const { withdrawal, to, units } of wanted) {
    assert.equal(await rig.statusOf(withdrawal), 'settled');
    assert.equal(await rig.balanceOf(to), units, 'paid once');
  }
  return seen;
}

test('D0032 funding I1 a payer of inputs that dies at any step pays once, and each block agrees with the ledger', async () => {
  const steps = [...(await payWithDeaths([])).keys()];
  for (const named of ['allocate <', 'sign pay >', 'store signed >', 'report paid >', 'store reported <'])
    assert.ok(steps.includes(named), named);
  const deadly = steps.filter((_step, index) => index % DEADLY_EVERY === 0);
  await payWithDeaths(deadly.map((step) => ({ step, occurrence: 1 })));
});

test('D0031 D0032 outputs that our key has spent elsewhere are missing, and halt withdrawals', async () => {
  const entries: AnyEntry[] = [];
  const log = {
    load: async () => entries,
    append: async (one: AnyEntry) => void entries.push(one),
  };
  const signer = await signerOf({
    mnemonic: MNEMONIC,
    rules: { [CHAIN]: rig.terms },
    log,
    nowMs: () => Date.now(),
  });
  const { outputs } = await rig.payoutPort.begin(CHAIN);
  const store = new MemoryUtxoStore();
  const thief = new UtxoPayer({
    terms: utxoTermsOf(rig.terms),
    nodes: utxoPaymentNodes([rig.node.url], rig.terms),
    signer,
    store,
    reports: { report: async () => {} },
    own: { outputs: () => outputs },
  });
  const [{ chainId }, sender, to] = [rig.terms, rig.hot, rig.recipient()];
  const stolen = {
    id: 'withdrawal:stolen',
    kind: 'withdrawal',
    chainId,
    from: HOT_WALLET,
    sender,
    to,
  } as const;
  await store.add({ ...stolen, toKey: null, coin: 'LTC', units: '1000000' });
  assert.deepEqual(await thief.pass(), []);
  assert.deepEqual(await rig.differences(), NONE);
  await rig.node.mine();
  const { LTC: missing } = await rig.differences();
  assert.ok(missing! < -1_000_000n, String(missing));
  assert.ok(rig.server.server.chains.states().some(({ state }) => state === 'halted'));
});

/**
 * Goal: the real processes pay each withdrawal once, and ledger and chain agree to the unit, when
 * any of them is killed at any time. Method: Anvil, and a SIGKILL of one process after the other
 * whenever a payment has moved on. CHAIN_WITHDRAWALS and CHAIN_KILLS set how many there are.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  ChainAddresses,
  extendedKeyOf,
  HOT_WALLET,
  newSeedWords,
  type PaymentRecord,
} from '@glasshouse/chains';
import { CHAIN_NUMBERS } from '@glasshouse/protocol/funding';
import { nightly } from '../../../tools/nightly.ts';
import { onRegtest } from '../../../packages/chains/test/litecoin.ts';
import { evmAddress } from '../../../packages/chains/test/tron-forms.ts';
import { freshAddress } from '../../../packages/chains/test/payment-world.ts';
import { PAYER_SOCKET, type PayerCommands } from '../src/chains/paying/commands.ts';
import { assetNumber } from '../src/values/starting-assets.ts';
import { connectToSocket } from '../src/operating/socket.ts';
import { ChainProcesses, PARTS } from './chain-processes.ts';
import { FINAL as TRON_FINAL, TRX } from './tron-payment-rig.ts';
import { COIN, FINAL as UTXO_FINAL, LTC_CHAIN_ID } from './utxo-payment-rig.ts';
import { ANVIL_CHAIN_ID, CONFIRMATIONS, ERC20, ETHER, USDT } from './payment-rig.ts';

const WITHDRAWALS = Number(process.env.CHAIN_WITHDRAWALS ?? 1);
const KILLS = Number(process.env.CHAIN_KILLS ?? 3);
const OWNER = 1_000;
const UNIT = 1_000_000;
/** The number of the chain, and of its coin, in the core. */
const [LTC_CHAIN, LTC] = [CHAIN_NUMBERS.LTC, assetNumber('LTC')];
const TRON_CHAIN_ID = 728_126_428;
const SETTLED = 2;
const FINAL = 70;
/** For what hangs. */
const MS_MAX = 60_000 * (WITHDRAWALS + KILLS);

/** States of all open payments: it changes with each step. */
async function stepsOf(
  processes: ChainProcesses,
  store: 'payer/store' | 'payer/utxo-store' | 'payer/tron-store' = 'payer/store',
  chainId = ANVIL_CHAIN_ID,
): Promise<string> {
  const server = await connectToSocket<PayerCommands>(path.join(processes.dataDir, PAYER_SOCKET));
  if (server === null) return '';
  try {
    const answer = await server.ask(store, { method: 'open', args: [chainId] });
    const open = 'value' in answer ? (answer.value as readonly PaymentRecord[]) : [];
    return open.map(({ order, version }) => `${order.id} ${version}`).join();
  } finally {
    server.close();
  }
}

let processes: ChainProcesses;
let address: `0x${string}`;
const paid = new Map<`0x${string}`, bigint>();

before(async () => {
  processes = await ChainProcesses.begin();
  const { node, token } = processes;
  await processes.submit({ type: 'open-account', owner: OWNER });
  address = await processes.ask<`0x${string}`>('address', [OWNER, 'ERC20']);
  await node.send(address, 20n * ETHER);
  await token.transfer(address, 50_000n * 10n ** 6n);
  await node.mine(FINAL);
  await processes.ask('follow');
});
after(async () => {
  await processes.remove();
});

async function withdraw(amount: number): Promise<void> {
  const to = freshAddress();
  const terms = { owner: OWNER, chain: ERC20, fee: 4 * UNIT, asset: USDT, memo: '', address: to };
  const withdrawal = await processes.submit({ type: 'request-withdrawal', ...terms, amount });
  await processes.submit({ type: 'approve-withdrawal', withdrawal });
  paid.set(to, BigInt(amount));
}

/** New blocks until every withdrawal is settled; `onStep` whenever a payment has moved on. */
async function settle(onStep: () => Promise<void>): Promise<void> {
  const { node, token } = processes;
  const lateMs = performance.now() + MS_MAX;
  for (let before = ''; ;) {
    assert.ok(performance.now() < lateMs, 'payments do not end');
    const steps = await stepsOf(processes);
    if (steps !== before) await onStep();
    before = steps;
    await node.mine();
    const statuses = await processes.ask<readonly number[]>('statuses');
    if (statuses.every((status) => status === SETTLED)) break;
  }
  for (const [to, amount] of paid) assert.equal(await token.balanceOf(to), amount, 'paid once');
}

async function expectEqual(): Promise<void> {
  await processes.node.mine(CONFIRMATIONS);
  await processes.ask('follow');
  const { code, text } = await processes.operate(['reconcile.ts']);
  assert.equal(code, 0, text);
  for (const coin of ['ETH', 'USDT']) assert.match(text, new RegExp(`^ERC20 +${coin} .* 0$`, 'm'));
}

test('D0028 D0031 processes that are killed whenever a payment moves pay once, and the books agree', async () => {
  // The sweeps of the deposits fill the hot wallet.
  for (let i = 1; i <= WITHDRAWALS; i++) await withdraw((20 + i) * UNIT);
  await settle(async () => {
    if (processes.kills < KILLS) await processes.kill(PARTS[processes.kills % PARTS.length]!);
  });
  assert.equal(processes.kills, KILLS);
  await expectEqual();
  const { node } = processes;
  assert.ok((await node.reader.getBalance({ address })) < ETHER, 'its deposit was swept');
});

test(
  'D0032 D0031 the same processes pay on a chain of the Bitcoin family, however they are killed',
  nightly('utxo-paying.test.ts ends the payer between its steps'),
  async () => {
    const { litecoin } = processes;
    const deposit = await processes.ask<string>('address', [OWNER, 'LTC']);
    await litecoin.send(onRegtest(deposit), 2n * COIN);
    await litecoin.mine(CONFIRMATIONS + UTXO_FINAL);
    await processes.ask('follow');
    const strangers = new ChainAddresses('LTC', extendedKeyOf(newSeedWords(), 'LTC'));
    const to = strangers.at(0);
    const terms = { owner: OWNER, chain: LTC_CHAIN, fee: 100_000, asset: LTC, memo: '', address: to };
    const amount = Number(COIN / 2n);
    const withdrawal = await processes.submit({ type: 'request-withdrawal', ...terms, amount });
    await processes.submit({ type: 'approve-withdrawal', withdrawal });
    const lateMs = performance.now() + MS_MAX;
    const first = processes.kills;
    let deep = 0;
    for (let before = ''; ;) {
      assert.ok(performance.now() < lateMs, 'the payment does not end');
      const steps = await stepsOf(processes, 'payer/utxo-store', LTC_CHAIN_ID);
      const kills = processes.kills - first;
      if (steps !== before && kills < PARTS.length) await processes.kill(PARTS[kills]!);
      before = steps;
      // Such a node makes few blocks: those that the payment needs.
      const isSent = (await litecoin.control.ask<readonly string[]>('getrawmempool')).length > 0;
      const isMined = (await litecoin.balanceOf(onRegtest(to))) > 0n;
      if (isSent || (isMined && deep++ < CONFIRMATIONS)) await litecoin.mine();
      const statuses = await processes.ask<readonly number[]>('statuses');
      if (statuses.every((status) => status === SETTLED)) break;
    }
    assert.equal(processes.kills - first, PARTS.length);
    assert.equal(await litecoin.balanceOf(onRegtest(to)), COIN / 2n, 'paid once');
    await processes.ask('follow');
    const { code, text } = await processes.operate(['reconcile.ts']);
    assert.equal(code, 0, text);
    assert.match(text, /^LTC +LTC .* 0$/m);
  },
);

test(
  'D0034 D0031 the same processes sweep and pay on TRON, however they are killed',
  nightly('tron-paying.test.ts ends the payer between its steps'),
  async () => {
    const { gateway, tronToken, tronKey } = processes;
    const { chain } = gateway;
    const on = (tron: string) => evmAddress(tron) as `0x${string}`;
    const deposit = await processes.ask<string>('address', [OWNER, 'TRC20']);
    const hot = new ChainAddresses('TRON', tronKey).of(HOT_WALLET);
    await chain.node.send(on(hot), 10_000n * TRX);
    await tronToken.transfer(on(deposit), 100n * BigInt(UNIT));
    await chain.mine(TRON_FINAL);
    await processes.ask('follow');
    const to = new ChainAddresses('TRON', extendedKeyOf(newSeedWords(), 'TRON')).at(0);
    const terms = { owner: OWNER, chain: CHAIN_NUMBERS.TRC20, fee: UNIT, asset: USDT, memo: '', address: to };
    const withdrawal = await processes.submit({ type: 'request-withdrawal', ...terms, amount: 20 * UNIT });
    await processes.submit({ type: 'approve-withdrawal', withdrawal });
    const lateMs = performance.now() + MS_MAX;
    const first = processes.kills;
    for (let before = ''; ;) {
      assert.ok(performance.now() < lateMs, 'the payment does not end');
      const steps = await stepsOf(processes, 'payer/tron-store', TRON_CHAIN_ID);
      const kills = processes.kills - first;
      if (steps !== before && kills < PARTS.length) await processes.kill(PARTS[kills]!);
      // With each step a block; what is in blocks becomes final.
      if (steps !== before || chain.waiting.length === 0) await chain.mine();
      before = steps;
      const statuses = await processes.ask<readonly number[]>('statuses');
      if (statuses.every((status) => status === SETTLED)) break;
    }
    assert.equal(processes.kills - first, PARTS.length);
    assert.equal(await tronToken.balanceOf(on(to)), 20n * BigInt(UNIT), 'paid once');
    assert.equal(await tronToken.balanceOf(on(deposit)), 0n, 'swept');
    await processes.ask('follow');
    const { code, text } = await processes.operate(['reconcile.ts']);
    assert.equal(code, 0, text);
    assert.match(text, /^TRC20 +USDT .* 0$/m);
  },
);

test('D0028 a signer that is lost is restored from its words alone, works alone, and pays', async () => {
  const words = fs.readFileSync(path.join(processes.signerDir, 'seed'), 'utf8');
  await processes.end('signer', 'SIGKILL');
  fs.rmSync(processes.signerDir, { recursive: true });
  const restore = ['wallet.ts', 'restore', '--xpub', processes.key];
  const others = await processes.operate(restore, 'test '.repeat(11).concat('junk'));
  assert.deepEqual([others.code, /another wallet/.test(others.text)], [1, true]);
  assert.equal((await processes.operate(restore, words.toUpperCase().replaceAll(' ', '\n'))).code, 0);
  processes.giveRules();
  assert.equal((await processes.operate(['wallet.ts', 'create'])).code, 1, 'a seed is never replaced');
  await processes.start('signer');
  const second = await processes.operate(['chain-signer.ts']);
  assert.deepEqual([second.code, /another signer works on/.test(second.text)], [2, true], second.text);
  await withdraw(77 * UNIT);
  await settle(async () => {});
  await expectEqual();
  const { code, text } = await processes.operate(['wallet.ts', 'check']);
  assert.equal(code, 0, text);
  assert.match(text, /transactions signed: [1-9]/);
});

test('D0031 operators see, halt, open and book by command, and are told what is refused', async () => {
  const by = ['--by', 'tester'];
  const halted = await processes.operate(['chains.ts', 'halt', 'ERC20', ...by]);
  assert.equal(halted.code, 0, halted.text);
  assert.match((await processes.operate(['chains.ts', 'list'])).text, /^ERC20 +halted/m);
  assert.equal((await processes.operate(['chains.ts', 'open', 'ERC20', ...by])).code, 0);
  const { text } = await processes.operate(['chains.ts', 'list']);
  assert.match(text, /^ERC20 +payer seen .*, signer seen .*, payments on their way: \d+$/m);
  const unknown = ['ERC20', '--txid', `0x${'1'.repeat(64)}`];
  // What the first of two people names is looked at when the second names it too.
  const first = await processes.operate(['chains.ts', 'credit', ...unknown, '--by', 'somebody']);
  assert.deepEqual([first.code, /another person/.test(first.text)], [0, true], first.text);
  for (const act of ['credit', 'cost']) {
    const refused = await processes.operate(['chains.ts', act, ...unknown, ...by]);
    assert.deepEqual([refused.code, /no block has/.test(refused.text)], [1, true], refused.text);
  }
});

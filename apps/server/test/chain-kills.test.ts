/**
 * Goal: the real processes pay each withdrawal once, and ledger and chain agree to the unit, when
 * any of them is killed at any time. Method: Anvil, and a SIGKILL of one process after the other
 * whenever a payment has moved on. CHAIN_WITHDRAWALS and CHAIN_KILLS set how many there are.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Payment } from '@glasshouse/chains';
import { freshAddress } from '../../../packages/chains/test/payment-world.ts';
import type { PayerCommands } from '../src/chains/paying/commands.ts';
import { connectToServer } from '../src/operating/socket.ts';
import { ChainProcesses, PARTS } from './chain-processes.ts';
import { ANVIL_CHAIN_ID, CONFIRMATIONS, ERC20, ETHER, USDT } from './payment-rig.ts';

const WITHDRAWALS = Number(process.env.CHAIN_WITHDRAWALS ?? 1);
const KILLS = Number(process.env.CHAIN_KILLS ?? 3);
const OWNER = 1_000;
const UNIT = 1_000_000;
const SETTLED = 2;
const FINAL = 70;
/** For what hangs. */
const MS_MAX = 60_000 * (WITHDRAWALS + KILLS);

/** States of all open payments: it changes with each step. */
async function stepsOf(processes: ChainProcesses): Promise<string> {
  const server = await connectToServer<PayerCommands>(processes.dataDir);
  if (server === null) return '';
  try {
    const answer = await server.ask('payer/store', { method: 'open', args: [ANVIL_CHAIN_ID] });
    const open = 'value' in answer ? (answer.value as readonly Payment[]) : [];
    return open.map(({ order, version }) => `${order.id} ${version}`).join();
  } finally {
    server.close();
  }
}

test('D0028 D0031 processes that are killed whenever a payment moves pay once, and the books agree', async () => {
  const processes = await ChainProcesses.begin();
  try {
    const { node, token } = processes;
    await processes.submit({ type: 'open-account', owner: OWNER });
    const address = await processes.ask<`0x${string}`>('address', OWNER);
    await node.send(address, 20n * ETHER);
    await token.transfer(address, 50_000n * 10n ** 6n);
    await node.mine(FINAL);
    await processes.ask('follow');
    // The sweeps of these deposits fill the hot wallet.
    const paid = new Map<`0x${string}`, bigint>();
    for (let i = 1; i <= WITHDRAWALS; i++) {
      const to = freshAddress();
      const terms = { owner: OWNER, chain: ERC20, fee: 4 * UNIT, asset: USDT, memo: '', address: to };
      const amount = (20 + i) * UNIT;
      const withdrawal = await processes.submit({ type: 'request-withdrawal', ...terms, amount });
      await processes.submit({ type: 'approve-withdrawal', withdrawal });
      paid.set(to, BigInt(amount));
    }
    const lateMs = performance.now() + MS_MAX;
    let [before, next] = ['', 0];
    for (;;) {
      assert.ok(performance.now() < lateMs, 'payments do not end');
      const steps = await stepsOf(processes);
      if (steps !== before && next < KILLS) await processes.kill(PARTS[next++ % PARTS.length]!);
      before = steps;
      await node.mine();
      const statuses = await processes.ask<readonly number[]>('statuses');
      if (statuses.every((status) => status === SETTLED)) break;
    }
    assert.equal(processes.kills, KILLS);
    for (const [to, amount] of paid) assert.equal(await token.balanceOf(to), amount, 'paid once');
    await node.mine(CONFIRMATIONS);
    await processes.ask('follow');
    const { code, text } = await processes.operate('reconcile.ts');
    assert.equal(code, 0, text);
    assert.match(text, /ERC20 +ETH .* 0\nERC20 +USDT .* 0\n|ERC20 +USDT .* 0\nERC20 +ETH .* 0\n/);
    assert.ok((await node.reader.getBalance({ address })) < ETHER, 'its deposit was swept');
  } finally {
    await processes.remove();
  }
});

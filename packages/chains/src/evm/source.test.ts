/**
 * Goal: deposits of ETH and of tokens on a real node are seen with what they are worth, are
 * confirmed after 12 blocks, and survive reorganisations. Method: Anvil, whose blocks a test makes.
 */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { privateKeyToAddress } from 'viem/accounts';
import { Anvil, type Token } from '../../test/anvil.ts';
import { AgreedSource } from '../blocks/agreement.ts';
import { DepositBook, type DepositChange } from '../blocks/deposits.ts';
import { EvmSource } from './source.ts';
import { BlockFollower } from '../blocks/follower.ts';
import { NodesDisagree } from '../blocks/quorum.ts';

const CONFIRMATIONS = 12;
const ANN = privateKeyToAddress(`0x${'a1'.repeat(32)}`);
const BOB = privateKeyToAddress(`0x${'b2'.repeat(32)}`);
const STRANGER = privateKeyToAddress(`0x${'c3'.repeat(32)}`);
const ETHER = 10n ** 18n;

let node: Anvil;
let token: Token;
let other: Token;

before(async () => {
  node = await Anvil.start();
  token = await node.deployToken();
  other = await node.deployToken();
});
after(async () => {
  await node.stop();
});

async function watchFromHere() {
  const source = new EvmSource({
    url: node.url,
    nativeCoin: 'ETH',
    tokens: () => ({ [token.address.toLowerCase()]: 'USDT' }),
    timeoutMs: 10_000,
  });
  // Two connections to one node agree with each other.
  const agreed = new AgreedSource([source, source], { needed: 2, timeoutMs: 10_000 });
  const follower = new BlockFollower(agreed, [await agreed.head()]);
  const ours = new Set<string>([ANN, BOB]);
  const book = new DepositBook({ confirmations: () => CONFIRMATIONS, isWatched: (to) => ours.has(to) });
  const catchUp = async (): Promise<DepositChange[]> => {
    const changes: DepositChange[] = [];
    for (let step = await follower.next(); step !== null; step = await follower.next())
      changes.push(...book.apply(step));
    return changes;
  };
  return { catchUp };
}

const told = (changes: readonly DepositChange[]) =>
  changes.map(({ type, deposit: { transfer } }) => [type, transfer.coin, transfer.to, transfer.units]);

test('R15.3 ETH and tokens arrive with what their transaction and their event say', async () => {
  const { catchUp } = await watchFromHere();
  await node.send(ANN, ETHER);
  await node.send(STRANGER, ETHER);
  await token.transfer(BOB, 250n);
  await other.transfer(BOB, 999n);
  await token.split(ANN, BOB, 30n);
  await node.mine();
  assert.deepEqual(told(await catchUp()), [
    ['seen', 'ETH', ANN, ETHER],
    ['seen', 'USDT', BOB, 250n],
    ['seen', 'USDT', ANN, 30n],
    ['seen', 'USDT', BOB, 30n],
  ]);
  await node.mine(CONFIRMATIONS - 2);
  assert.deepEqual(await catchUp(), []);
  await node.mine();
  const confirmed = told(await catchUp());
  assert.deepEqual(
    confirmed.map(([type]) => type),
    ['confirmed', 'confirmed', 'confirmed', 'confirmed'],
  );
});

test('R15.3 a token that takes a fee arrives with what is left; a failed transaction does not', async () => {
  const { catchUp } = await watchFromHere();
  await token.setFee(100_000n);
  await token.transfer(ANN, 1_000n);
  await token.setFee(0n);
  // More than the sender has.
  await token.transfer(BOB, 10n ** 20n);
  await node.mine();
  assert.deepEqual(told(await catchUp()), [['seen', 'USDT', ANN, 900n]]);
});

test('R15.1 reorganisations of depth 1 to 20 move a deposit, or take it, and never double it', async () => {
  const { catchUp } = await watchFromHere();
  for (const depth of [1, 2, 5, 11, 12, 20]) {
    const isConfirmed = depth >= CONFIRMATIONS;
    await node.send(ANN, ETHER);
    await node.mine(depth);
    const before = (await catchUp()).map(({ type }) => type);
    assert.deepEqual(before, isConfirmed ? ['seen', 'confirmed'] : ['seen'], `depth ${depth}`);
    // The transactions of replaced blocks are lost.
    await node.reorganise(depth);
    const gone = (await catchUp()).map(({ type }) => type);
    assert.deepEqual(gone, [isConfirmed ? 'reversed' : 'gone'], `depth ${depth}`);
    await node.mine(CONFIRMATIONS);
    assert.deepEqual(await catchUp(), [], 'it does not come back');
  }
});

test('R15.1 a deposit that a reorganisation moves to another block keeps its name', async () => {
  const { catchUp } = await watchFromHere();
  const hash = await token.split(BOB, ANN, 5n);
  await node.mine();
  const [first, second] = await catchUp();
  // A log of another transaction comes before it this time, so that the node counts it differently.
  await node.reorganise(1, [other.emptyTransfer(STRANGER), await node.rawOf(hash)]);
  const moved = await catchUp();
  assert.deepEqual(
    moved.map(({ type, deposit: { key } }) => [type, key]),
    [
      ['gone', first!.deposit.key],
      ['gone', second!.deposit.key],
      ['seen', first!.deposit.key],
      ['seen', second!.deposit.key],
    ],
  );
  const { logs } = await node.reader.getTransactionReceipt({ hash });
  assert.deepEqual(
    logs.map(({ logIndex }) => logIndex),
    [1, 2],
  );
});

test('R15.2 D0048 what a contract says of itself is what more than half of the nodes tell', async () => {
  const gold = await node.deployToken({ decimals: 18, symbol: 'GOLD' });
  const elsewhere = await Anvil.start();
  try {
    const source = ({ url }: Anvil) =>
      new EvmSource({ url, nativeCoin: 'ETH', tokens: () => ({}), timeoutMs: 10_000 });
    const of = (...nodes: readonly Anvil[]) =>
      new AgreedSource(nodes.map(source), { needed: 2, timeoutMs: 10_000 });
    const facts = { decimals: 18, symbol: 'GOLD' };
    assert.deepEqual(await of(node, node, elsewhere).tokenAt(gold.address), facts);
    await assert.rejects(of(node, elsewhere).tokenAt(gold.address), NodesDisagree);
    assert.equal(await of(node, node).tokenAt(STRANGER), null);
    // A contract that knows no such functions, and one whose symbol has 32 bytes, as the first had.
    await node.sendByContract(STRANGER, 1n);
    const [mute, old] = [`0x${'f0'.repeat(20)}`, `0x${'f1'.repeat(20)}`] as const;
    assert.deepEqual(await of(node, node).tokenAt(mute), { decimals: null, symbol: '' });
    const word = Buffer.from('MKR').toString('hex').padEnd(64, '0');
    await node.control.setCode({ address: old, bytecode: `0x7f${word}60005260206000f3` });
    assert.equal((await of(node, node).tokenAt(old))?.symbol, 'MKR');
  } finally {
    await elsewhere.stop();
  }
});

/**
 * Goal: deposits on a real node of the Bitcoin family are seen with what their outputs are worth,
 * are confirmed after 12 blocks, and survive reorganisations. Method: a node of Litecoin, whose
 * blocks a test makes.
 */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { mnemonicToSeedSync } from '@scure/bip39';
import { COIN, LEGACY_REGTEST, Litecoin, REGTEST } from '../../test/litecoin.ts';
import { AgreedSource } from '../blocks/agreement.ts';
import { ChainAddresses, extendedPublicKey } from '../addresses/chain-addresses.ts';
import { DepositBook, type DepositChange } from '../blocks/deposits.ts';
import { BlockFollower } from '../blocks/follower.ts';
import type { UtxoNetwork } from '../addresses/utxo-networks.ts';
import { unitsOf } from './rpc.ts';
import { UtxoSource } from './source.ts';

const CONFIRMATIONS = 12;
const FINAL_AFTER = 20;
const seed = mnemonicToSeedSync('test test test test test test test test test test test junk');
const ours = new ChainAddresses('LTC', extendedPublicKey('LTC', seed), REGTEST);
const legacy = new ChainAddresses('DOGE', extendedPublicKey('DOGE', seed), LEGACY_REGTEST);
const [ANN, BOB, STRANGER] = [ours.at(0), ours.at(1), ours.at(2)];

let node: Litecoin;

before(async () => {
  node = await Litecoin.start();
});
after(async () => {
  await node.stop();
});

async function watchFromHere(network: UtxoNetwork = REGTEST, addresses: readonly string[] = [ANN, BOB]) {
  const options = { url: node.url, coin: 'LTC', network, finalAfter: FINAL_AFTER, timeoutMs: 10_000 };
  // Two connections to one node agree with each other.
  const sources = [new UtxoSource(options), new UtxoSource(options)];
  const source = new AgreedSource(sources, { needed: 2, timeoutMs: 10_000 });
  const follower = new BlockFollower(source, [await source.head()]);
  const watched = new Set<string>(addresses);
  const book = new DepositBook({ confirmations: () => CONFIRMATIONS, isWatched: (to) => watched.has(to) });
  const catchUp = async (): Promise<DepositChange[]> => {
    const changes: DepositChange[] = [];
    for (let step = await follower.next(); step !== null; step = await follower.next())
      changes.push(...book.apply(step));
    return changes;
  };
  return { catchUp, source };
}

const told = (changes: readonly DepositChange[]) =>
  changes.map(({ type, deposit: { transfer } }) => [type, transfer.to, transfer.units]);

test('R15.3 the node and the watcher write addresses in the same way', async () => {
  for (const address of [ANN, legacy.at(0)]) {
    const { isvalid: isValid } = await node.control.ask<{ isvalid: boolean }>('validateaddress', address);
    assert.equal(isValid, true, address);
  }
});

test('R15.3 each output is a deposit of its own, after 12 blocks', async () => {
  const { catchUp, source } = await watchFromHere();
  await node.sendMany({ [ANN]: 3n * COIN + 1n, [BOB]: 12_345n, [STRANGER]: COIN });
  await node.send(ANN, COIN / 2n);
  await node.mine();
  const seen = await catchUp();
  const wanted = [
    ['seen', ANN, 3n * COIN + 1n],
    ['seen', BOB, 12_345n],
    ['seen', ANN, COIN / 2n],
  ];
  // The faucet orders its outputs as it likes.
  assert.deepEqual(new Set(told(seen).map(String)), new Set(wanted.map(String)));
  assert.equal(new Set(seen.map(({ deposit }) => deposit.key)).size, 3);
  await node.mine(CONFIRMATIONS - 2);
  assert.deepEqual(await catchUp(), []);
  await node.mine();
  const confirmed = await catchUp();
  assert.deepEqual(
    confirmed.map(({ type }) => type),
    ['confirmed', 'confirmed', 'confirmed'],
  );
  const { height } = await source.head();
  assert.equal(await source.finalHeight(), height - FINAL_AFTER);
});

test('R15.3 a chain without a witness pays to the hashes of its keys', async () => {
  const address = legacy.at(5);
  const { catchUp } = await watchFromHere(LEGACY_REGTEST, [address]);
  await node.send(address, 5_000_000n);
  await node.mine();
  assert.deepEqual(told(await catchUp()), [['seen', address, 5_000_000n]]);
});

test('R15.1 reorganisations of depth 1 to 20 take a deposit or move it, and never double it', async () => {
  const { catchUp } = await watchFromHere();
  const types = async () => (await catchUp()).map(({ type }) => type);
  for (const depth of [1, 2, 5, 11, 12, 13, 20]) {
    const isConfirmed = depth >= CONFIRMATIONS;
    const txid = await node.send(ANN, COIN);
    await node.mine(depth);
    assert.deepEqual(await types(), isConfirmed ? ['seen', 'confirmed'] : ['seen'], `depth ${depth}`);
    const isMoved = depth % 2 === 0;
    const raw = await node.control.ask<string>('getrawtransaction', txid);
    await node.reorganise(depth, isMoved ? [raw] : []);
    const moved = isConfirmed ? ['reversed', 'returned'] : ['gone', 'seen'];
    assert.deepEqual(await types(), isMoved ? moved : moved.slice(0, 1), `depth ${depth}`);
    await node.mine(CONFIRMATIONS);
    // What was in the newest ten blocks waits again and is in the next one. Nodes forget the rest.
    const isBack = !isMoved && depth <= 10;
    const later = isBack ? ['seen', 'confirmed'] : isMoved && !isConfirmed ? ['confirmed'] : [];
    assert.deepEqual(await types(), later, `depth ${depth}`);
  }
});

test('R15.3 amounts of nodes are read exactly', () => {
  assert.equal(unitsOf('123456789012.12345678'), 12_345_678_901_212_345_678n);
  assert.equal(unitsOf('1e-8'), 1n);
  assert.equal(unitsOf('1.5E3'), 150_000_000_000n);
  assert.equal(unitsOf('-0.00000001'), -1n);
  assert.equal(unitsOf('0'), 0n);
  for (const wrong of ['', '1.', '.5', '1e', 'NaN', '0x1', '1e-9', '0.000000001'])
    assert.throws(() => unitsOf(wrong), wrong);
});

/**
 * Goal: tokens that people send by TRON's own tools are seen with what their events say, are
 * confirmed after 12 blocks and final when TRON says so. Method: unmodified tronweb, through a
 * gateway that checks transactions as TRON does and runs them on Anvil.
 */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { mnemonicToSeedSync } from '@scure/bip39';
import { TronWeb } from 'tronweb';
import { hexToBytes } from 'viem';
import { Anvil, type Token } from '../../test/anvil.ts';
import { SOLID_AFTER } from '../../test/tron-chain.ts';
import { TronGateway } from '../../test/tron-gateway.ts';
import { AgreedSource } from '../blocks/agreement.ts';
import { ChainAddresses, extendedPublicKey, tronAddress } from '../addresses/chain-addresses.ts';
import { DepositBook, type DepositChange } from '../blocks/deposits.ts';
import { BlockFollower } from '../blocks/follower.ts';
import { evmAddress, TronSource } from './source.ts';

const CONFIRMATIONS = 12;
const seed = mnemonicToSeedSync('test test test test test test test test test test test junk');
const ours = new ChainAddresses('TRON', extendedPublicKey('TRON', seed));
const ANN = ours.at(0);
const SENDER_KEY = 'a1'.repeat(32);

let node: Anvil;
let gateway: TronGateway;
let token: Token;
let contract: string;
let sender: TronWeb;

before(async () => {
  node = await Anvil.start();
  token = await node.deployToken();
  gateway = await TronGateway.open(node);
  contract = tronAddress(hexToBytes(token.address));
  sender = new TronWeb({ fullHost: gateway.url, privateKey: SENDER_KEY });
  const address = evmAddress(sender.defaultAddress.base58 as string) as `0x${string}`;
  await node.send(address, 1_000_000_000n);
  await token.transfer(address, 1_000_000n);
  await gateway.chain.mine();
});
after(async () => {
  await gateway.close();
  await node.stop();
});

async function transfer(
  to: string,
  units: bigint,
): Promise<{ readonly txid: string; readonly code?: string }> {
  const { transaction } = await sender.transactionBuilder.triggerSmartContract(
    contract,
    'transfer(address,uint256)',
    { feeLimit: 100_000_000, txLocal: true },
    [
      { type: 'address', value: to },
      { type: 'uint256', value: units.toString() },
    ],
  );
  const signed = await sender.trx.sign(transaction);
  const sent = await sender.trx.sendRawTransaction(signed);
  return { txid: signed.txID, ...('code' in sent ? { code: sent.code as string } : {}) };
}

async function watchFromHere() {
  const source = new TronSource({
    url: `${gateway.url}/jsonrpc`,
    tokens: () => ({ [contract]: 'USDT' }),
    timeoutMs: 10_000,
  });
  // Two connections to one node agree with each other.
  const agreed = new AgreedSource([source, source], { needed: 2, timeoutMs: 10_000 });
  const follower = new BlockFollower(agreed, [await agreed.head()]);
  const book = new DepositBook({ confirmations: () => CONFIRMATIONS, isWatched: (to) => to === ANN });
  const catchUp = async (): Promise<DepositChange[]> => {
    const changes: DepositChange[] = [];
    for (let step = await follower.next(); step !== null; step = await follower.next())
      changes.push(...book.apply(step));
    return changes;
  };
  return { catchUp, agreed };
}

test('R15.3 tokens that tronweb sends arrive under their id, after 12 blocks, and become final', async () => {
  const { catchUp, agreed } = await watchFromHere();
  const { txid, code } = await transfer(ANN, 2_500n);
  assert.equal(code, undefined);
  await transfer(ours.at(1), 1n);
  await gateway.chain.mine();
  const [seen, ...others] = await catchUp();
  assert.deepEqual(others, []);
  assert.deepEqual(seen?.deposit.transfer, { txid, output: 0, to: ANN, coin: 'USDT', units: 2_500n });
  await gateway.chain.mine(CONFIRMATIONS - 2);
  assert.deepEqual(await catchUp(), []);
  await gateway.chain.mine();
  assert.deepEqual(
    (await catchUp()).map(({ type, deposit }) => [type, deposit.key]),
    [['confirmed', `${txid}:0`]],
  );
  const { height } = seen!.deposit.block;
  assert.ok((await agreed.finalHeight()) < height);
  await gateway.chain.mine(SOLID_AFTER);
  assert.ok((await agreed.finalHeight()) >= height);
});

test('R15.3 two transfers of one transaction are two deposits; a failed one is none', async () => {
  const { catchUp } = await watchFromHere();
  const address = evmAddress(ANN) as `0x${string}`;
  await token.split(address, address, 30n);
  // More than the sender has.
  await transfer(ANN, 10n ** 12n);
  await gateway.chain.mine();
  const outputs = (await catchUp()).map(({ deposit: { transfer: one } }) => [one.output, one.units]);
  assert.deepEqual(outputs, [
    [0, 30n],
    [1, 30n],
  ]);
});

test('R15.1 on TRON reorganisations of depth 1 to 19 take a deposit, and never double it', async () => {
  const { catchUp } = await watchFromHere();
  const types = async () => (await catchUp()).map(({ type }) => type);
  for (const depth of [1, 5, 12, 19]) {
    const isConfirmed = depth >= CONFIRMATIONS;
    await token.transfer(evmAddress(ANN) as `0x${string}`, BigInt(depth));
    await gateway.chain.mine(depth);
    assert.deepEqual(await types(), isConfirmed ? ['seen', 'confirmed'] : ['seen'], `depth ${depth}`);
    await node.reorganise(depth);
    assert.deepEqual(await types(), [isConfirmed ? 'reversed' : 'gone'], `depth ${depth}`);
    await gateway.chain.mine(CONFIRMATIONS);
    assert.deepEqual(await types(), [], 'it does not come back');
  }
});

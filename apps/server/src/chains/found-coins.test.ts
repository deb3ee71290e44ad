/**
 * Goal: coins that a contract sends are found once, whatever else happens at the address, and are
 * credited once, by two people. Method: Anvil behind the watcher of a real server.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EvmSource } from '@glasshouse/chains';
import { Anvil } from '../../../../packages/chains/test/anvil.ts';
import { depositTaker } from '../composition/products.ts';
import { Catalogue } from '../contract/catalogue.ts';
import { createLog } from '../process/log.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts';
import { BalanceLook } from './balance-look.ts';
import { FoundCoins } from './found-coins.ts';
import { ChainTables } from './watcher-store.ts';
import { ChainWatcher } from './watcher.ts';

const CHAIN = 'ERC20';
const CHAIN_ID = 31_337;
/** Anvil calls final what is two epochs of 32 blocks deep. */
const FINAL_AFTER = 64;
const ETHER = 10n ** 18n;

let node: Anvil;
let server: TestServer;
let user: TestUser;
let address: `0x${string}`;
let watcher: ChainWatcher;
let found: FoundCoins;
before(async () => {
  [node, server] = await Promise.all([Anvil.start(), startTestServer()]);
  user = await server.register('contract-user');
  ({ address } = (await ask<{ address: `0x${string}` }>('getDepositAddress', { chain: CHAIN })).data);
  const { database, running } = server.server;
  // The server's own chain of this name is a simulated one.
  await database.kysely.deleteFrom('chain_blocks').where('chain', '=', CHAIN).execute();
  const { pipeline } = running;
  const exchange = depositTaker().deposits.exchange({
    database,
    sequencer: pipeline,
    catalogue: new Catalogue(pipeline.exchange),
    networks: server.server.networks,
  });
  const description = exchange.chains.find(({ chain }) => chain === CHAIN)!;
  const source = new EvmSource({ url: node.url, nativeCoin: 'ETH', tokens: () => ({}), timeoutMs: 10_000 });
  const nowMs = () => pipeline.nowMs();
  const log = createLog('silent');
  const look = { description, nativeCoin: 'ETH', chainId: CHAIN_ID, source, database, nowMs, log };
  watcher = new ChainWatcher({
    description,
    source,
    store: new ChainTables(database, CHAIN),
    exchange,
    ownerOf: (to) => (to === address ? Number(user.userId) : undefined),
    keyOf: () => undefined,
    isOwn: async () => false,
    look: new BalanceLook(look),
    nowMs,
    blockMs: null,
    log,
    onArrivals: () => {},
  });
  found = new FoundCoins({ database, exchange, nowMs });
  await watcher.catchUp();
});
after(async () => {
  await Promise.all([node.stop(), server.close()]);
});

const ask = <T>(call: string, body: object = {}) =>
  server.post<T>(`/bb/app/funding/${call}`, body, { token: user.token });

/** What waits, after everything is final. */
async function waiting(): Promise<readonly string[]> {
  await node.mine(FINAL_AFTER + 1);
  await watcher.catchUp();
  assert.equal(watcher.state.state, 'up');
  return (await found.list()).map(({ units, coin, user_id }) => `${units} ${coin} ${user_id}`);
}

const find = (units: bigint): string => `${units} ETH ${user.userId}`;

async function credited(): Promise<readonly string[]> {
  const { list } = (
    await ask<{ list: { currency: string; amount: string; status: string }[] }>('getDeposits')
  ).data;
  return list.map(({ currency, amount, status }) => `${amount} ${currency} ${status}`).toSorted();
}

/** Two people credit everything that waits. */
async function creditAll(): Promise<void> {
  for (const { find_id } of await found.list())
    for (const name of ['Ann', 'Bob'])
      await found.approve({ find: find_id, txid: 'cd'.repeat(32), operator: name, name });
}

test('R15.3 ETH that a contract sends is found at a final block, and credited once, by two people', async () => {
  await node.send(address, (3n * ETHER) / 2n);
  const txid = (await node.sendByContract(address, 2n * ETHER)).slice(2);
  await node.mine(12);
  await watcher.catchUp();
  assert.deepEqual(await found.list(), [], 'a block can still leave');
  assert.deepEqual(await waiting(), [find(2n * ETHER)]);
  assert.deepEqual(await waiting(), [find(2n * ETHER)], 'found once');
  assert.deepEqual(await credited(), ['1.5 ETH finished']);
  const id = (await found.list())[0]!.find_id;
  const approve = async (name: string, by = txid) =>
    (await found.approve({ find: id, txid: by, operator: `OS user x, claimed name ${name}`, name })).ok;
  assert.ok(await approve('Ann'));
  assert.ok(await approve(' ANN '), 'the same person again');
  assert.ok(await approve('Bob', 'ab'.repeat(32)), 'another transaction');
  assert.deepEqual(await credited(), ['1.5 ETH finished']);
  assert.ok(await approve('Bob'));
  assert.deepEqual(await credited(), ['1.5 ETH finished', '2 ETH finished']);
  assert.equal(await approve('Cid'), false);
  assert.equal(await approve('Dan'), false);
  assert.deepEqual(await waiting(), []);
  assert.deepEqual(await credited(), ['1.5 ETH finished', '2 ETH finished']);
  const { rows } = await server.server.database.query<{ act: string }>(
    'select act from chain_find_acts where find_id = $1 order by act_id',
    [id],
  );
  assert.deepEqual(
    rows.map(({ act }) => act),
    ['approve', 'approve', 'approve', 'approve', 'credit'],
  );
});

test('R15.3 a credit that a crash interrupted is continued by its own transaction alone', async () => {
  await node.sendByContract(address, 3n * ETHER);
  assert.deepEqual(await waiting(), [find(3n * ETHER)]);
  const id = (await found.list())[0]!.find_id;
  const [own, other] = ['1a'.repeat(32), '2b'.repeat(32)];
  for (const name of ['Ann', 'Bob']) await found.approve({ find: id, txid: own, operator: name, name });
  // As if the server had stopped between the credit and its record.
  await server.server.database.query('update chain_finds set status = 1 where find_id = $1', [id]);
  assert.equal((await found.approve({ find: id, txid: other, operator: 'Cid', name: 'Cid' })).ok, false);
  assert.equal((await found.approve({ find: id, txid: own, operator: 'Cid', name: 'Cid' })).ok, true);
  assert.equal((await credited()).filter((row) => row === '3 ETH finished').length, 1);
});

test('R15.3 less than the minimum waits at its address until more has come', async () => {
  const small = (4n * ETHER) / 10_000n;
  for (const expected of [[], [], [find(3n * small)]]) {
    await node.sendByContract(address, small);
    assert.deepEqual(await waiting(), expected);
  }
  await creditAll();
});

test('R15.3 what a sweep took is no find, and hides none', async () => {
  const { database } = server.server;
  const balance = await node.reader.getBalance({ address });
  const units = balance - ETHER / 2n;
  const txid = await node.sendFrom(address, node.rich.address, units);
  await node.mine();
  const { gasUsed, effectiveGasPrice, blockNumber } = await node.reader.getTransactionReceipt({ hash: txid });
  await node.sendByContract(address, ETHER);
  assert.deepEqual(await waiting(), [], 'nothing is believed before the payment is recorded');
  const outcome = {
    result: 'paid',
    txid,
    output: -1,
    cost: String(gasUsed * effectiveGasPrice),
    height: Number(blockNumber),
  };
  const order = { kind: 'sweep', sender: address, to: node.rich.address, coin: 'ETH', units: String(units) };
  await database.kysely
    .insertInto('chain_payments')
    .values({
      payment_id: 'a-sweep',
      chain_id: CHAIN_ID,
      kind: 'sweep',
      sender: address,
      recipient: node.rich.address,
      state: 'reported',
      version: 1,
      nonce: 0,
      height: outcome.height,
      is_open: false,
      body: JSON.stringify({ order, outcome }),
    })
    .execute();
  assert.deepEqual(await waiting(), [find(ETHER)]);
});

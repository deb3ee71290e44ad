/**
 * Goal: payments on TRON happen exactly once, whatever nodes answer and wherever the payer dies.
 * Method: the scenarios of `npx glasshouse faults-chains` on a chain with TRON's rules, which reads
 * what it is sent with tronweb.
 */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { TronWeb } from 'tronweb';
import type { Address } from 'viem';
import { IS_NIGHTLY, runs } from '../../../../tools/nightly.ts';
import { Anvil, type Token } from '../../test/anvil.ts';
import type { Kill } from '../../test/crashes.ts';
import { BLOCK_MS, ENERGY_PRICE, SOLID_AFTER } from '../../test/tron-chain.ts';
import { readByTronweb, TronGateway } from '../../test/tron-gateway.ts';
import { runTronScenario, TRON_SCENARIOS, type TronScenario } from '../../test/tron-scenarios.ts';
import { EXPIRY_BLOCKS, HOT_TOKENS, TRX, TronWorld } from '../../test/tron-world.ts';
import { HOT_WALLET, type PaymentOrder } from '../paying/payments.ts';
import { evmAddress } from './source.ts';

let node: Anvil;
let token: Token;
let gateway: TronGateway;
before(async () => {
  node = await Anvil.start();
  token = await node.deployToken();
  gateway = await TronGateway.open(node);
});
after(async () => {
  await gateway.close();
  await node.stop();
});

/** Each takes a second. `npx glasshouse faults-chains` does many more. */
const RUNS = runs(2, 5);

/** Every step that each scenario reaches, found by its test. */
const reached: { readonly scenario: TronScenario; readonly kills: readonly Kill[] }[] = [];

/** The default run has them on EVM's chains, or another that differs by one fault. */
const AT_NIGHT = [
  'tron payout, sent in vain',
  'tron payout, answers late or false',
  'tron payout, lost and expired',
  'tron payout, reorganised and lost',
  'tron payout, a node calls everything paid and final',
  'tron payout, the signer is silent',
  'tron payout, halted',
  'tron refused by the signer',
  'tron reverted',
];
const PLAYED = TRON_SCENARIOS.filter(({ name }) => IS_NIGHTLY || !AT_NIGHT.includes(name));

for (const scenario of PLAYED)
  test(`D0034 ${scenario.name}: each payment ends once, and the chain agrees`, async () => {
    const { paidTwice, stuck, wrong, seen } = await runTronScenario(scenario, { gateway, token });
    assert.deepEqual({ paidTwice, stuck, wrong }, { paidTwice: [], stuck: [], wrong: [] });
    const kills = [...seen].flatMap(([step, count]) =>
      Array.from({ length: count }, (_, at) => ({ step, occurrence: at + 1 })),
    );
    reached.push({ scenario, kills });
  });

test('D0034 a payer on TRON that dies at any steps continues, and pays once', async () => {
  assert.equal(reached.length, PLAYED.length);
  const any = fc.constantFrom(...reached).chain(({ scenario, kills }) =>
    fc.record({
      scenario: fc.constant(scenario),
      deaths: fc.array(fc.constantFrom(...kills), { minLength: 1, maxLength: 4 }),
    }),
  );
  let died = 0;
  const law = fc.asyncProperty(any, async ({ scenario, deaths }) => {
    const found = await runTronScenario(scenario, { gateway, token }, deaths);
    const { paidTwice, stuck, wrong } = found;
    assert.deepEqual({ paidTwice, stuck, wrong }, { paidTwice: [], stuck: [], wrong: [] });
    died += found.deaths;
  });
  await fc.assert(law, { numRuns: RUNS });
  assert.ok(died > 0);
});

async function begin(): Promise<TronWorld> {
  gateway.chain.reset();
  return TronWorld.make({ gateway, token });
}

async function rounds(world: TronWorld, count: number): Promise<readonly string[]> {
  let problems: readonly string[] = [];
  for (let round = 0; round < count; round++) {
    problems = (await world.pass()).map(({ problem }) => problem);
    await world.chain.mine(SOLID_AFTER);
  }
  return problems;
}

const addressIn = (hex: unknown): string => TronWeb.address.fromHex(String(hex));

test('D0034 what is sent is to tronweb what was ordered, and tronweb reads its receipt', async () => {
  const world = await begin();
  const [tokens, trx] = [world.withdrawal('1', 'USDT', 1_234n), world.withdrawal('2', 'TRX', 5n * TRX)];
  await world.approve(tokens);
  await world.approve(trx);
  assert.deepEqual(await rounds(world, 4), []);
  const tronweb = new TronWeb({ fullHost: gateway.url });
  for (const order of [tokens, trx]) {
    const { attempts, drafts } = (await world.store.find(order.id))!;
    const read = readByTronweb(attempts[0]!.raw);
    const [{ type, parameter }] = read.raw_data.contract as unknown as [
      { readonly type: string; readonly parameter: { readonly value: Record<string, unknown> } },
    ];
    assert.equal(read.txID, attempts[0]!.txid);
    assert.equal(read.raw_data.expiration, drafts[0]!.expirationMs);
    assert.equal(addressIn(parameter.value['owner_address']), world.hot);
    if (order === trx) {
      assert.deepEqual([type, parameter.value['amount']], ['TransferContract', Number(order.units)]);
      assert.equal(addressIn(parameter.value['to_address']), order.to);
      continue;
    }
    assert.equal(type, 'TriggerSmartContract');
    const [to, units] = tronweb.utils.abi.decodeParams(
      [],
      ['address', 'uint256'],
      `0x${String(parameter.value['data']).slice(8)}`,
    ) as [string, bigint];
    assert.deepEqual([addressIn(to), String(units)], [order.to, order.units]);
    const told = await tronweb.trx.getTransactionInfo(attempts[0]!.txid);
    assert.equal(String(told.fee), world.reportOf(order.id)!.cost);
    assert.equal(told.blockNumber, world.reportOf(order.id)!.height);
  }
  assert.equal(await world.balanceOf(tokens.to, 'USDT'), 1_234n);
  assert.equal(await world.balanceOf(trx.to, 'TRX'), 5n * TRX);
});

test('D0034 nothing else is signed before a final block has the time of an expiration', async () => {
  const world = await begin();
  await world.approve(world.withdrawal('1', 'USDT', 1n));
  await world.pass();
  const drafts = async () => (await world.store.find('withdrawal:1'))!.drafts;
  const { expirationMs } = (await drafts())[0]!;
  world.chain.loseWaiting();
  for (const one of world.nodes) one.sending = () => 'loses';
  const blocks = (expirationMs - world.chain.timeMs) / BLOCK_MS + SOLID_AFTER;
  await world.chain.mine(blocks - 1);
  await world.pass();
  assert.equal((await drafts()).length, 1);
  await world.chain.mine(1);
  await world.pass();
  assert.equal((await drafts()).length, 2);
});

test('D0034 without its records a payer on TRON pays nobody twice', async () => {
  const world = await begin();
  const order = world.withdrawal('1', 'USDT', HOT_TOKENS / 4n);
  await world.approve(order);
  await rounds(world, 4);
  assert.equal(world.reportOf(order.id)?.result, 'paid');
  world.loseRecords();
  await world.approve(order);
  assert.deepEqual(await rounds(world, 1), ['refused']);
  await world.chain.mine(EXPIRY_BLOCKS);
  assert.deepEqual(await rounds(world, 2), ['refused']);
  assert.equal((await world.store.find(order.id))?.cancelled, null, 'nobody may give it back');
  assert.equal(await world.balanceOf(order.to, 'USDT'), HOT_TOKENS / 4n);
});

test('D0034 nodes that keep no history are not believed', async () => {
  const world = await begin();
  const order = world.withdrawal('1', 'USDT', 1n);
  await world.approve(order);
  await rounds(world, 1);
  world.chain.hasHistory = false;
  await world.chain.mine(EXPIRY_BLOCKS);
  assert.deepEqual(await rounds(world, 1), ['failed']);
  assert.equal(world.signed.length, 1);
  world.chain.hasHistory = true;
  assert.deepEqual(await rounds(world, 1), []);
  assert.equal(world.reportOf(order.id)?.result, 'paid');
});

test('D0034 a deposit address gets TRX, which activates it, and then pays its tokens in', async () => {
  const world = await begin();
  const key = { branch: 'deposit', index: 7 } as const;
  const deposit = world.addresses.at(key.index);
  const common = { chainId: world.terms.chainId, toKey: HOT_WALLET, coin: 'USDT', units: '5000' };
  const sweep = { ...common, id: 's1', kind: 'sweep', from: key, sender: deposit, to: world.hot } as const;
  const topUp: PaymentOrder = {
    ...world.withdrawal('1', 'TRX', 40n * TRX),
    id: 't1',
    kind: 'top-up',
    to: deposit,
    toKey: key,
  };
  await token.transfer(evmAddress(deposit) as Address, 5_000n);
  await world.approve(sweep);
  await world.approve(topUp);
  // The sweep waits for the TRX.
  assert.deepEqual(await rounds(world, 1), ['funds']);
  assert.deepEqual(await rounds(world, 4), []);
  assert.deepEqual(
    [sweep, topUp].map(({ id }) => world.reportOf(id)?.result),
    ['paid', 'paid'],
  );
  assert.equal(await world.balanceOf(world.hot, 'USDT'), HOT_TOKENS + 5_000n);
  const cost = BigInt(world.reportOf('s1')!.cost);
  assert.equal(await world.balanceOf(deposit, 'TRX'), 40n * TRX - cost);
});

test('D0034 while energy is dearer than allowed, nothing is signed', async () => {
  const world = await begin();
  await world.approve(world.withdrawal('1', 'USDT', 1n));
  world.chain.energyPrice = 10n * ENERGY_PRICE;
  assert.deepEqual(await rounds(world, 1), ['fees']);
  assert.equal(world.signed.length, 0);
  world.chain.energyPrice = ENERGY_PRICE;
  assert.deepEqual(await rounds(world, 4), []);
  assert.equal(world.reportOf('withdrawal:1')?.result, 'paid');
});

test('D0034 a record of TRON that another payer has changed is not changed by this one', async () => {
  const world = await begin();
  await world.approve(world.withdrawal('1', 'USDT', 1n));
  const other = await world.store.find('withdrawal:1');
  await world.pass();
  await assert.rejects(world.store.put({ ...other!, version: other!.version + 1 }), /has version/);
});

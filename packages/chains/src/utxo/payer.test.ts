/**
 * Goal: payments on chains of the Bitcoin family happen exactly once, whatever nodes answer and
 * wherever the payer dies. Method: the scenarios of `npx glasshouse faults-chains` on a node of
 * Litecoin.
 */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../tools/nightly.ts';
import type { Kill } from '../../test/crashes.ts';
import { COIN, Litecoin } from '../../test/litecoin.ts';
import { runUtxoScenario, UTXO_SCENARIOS, type UtxoScenario } from '../../test/utxo-scenarios.ts';
import { UtxoWorld } from '../../test/utxo-world.ts';

let node: Litecoin;
before(async () => {
  node = await Litecoin.start();
});
after(async () => {
  await node.stop();
});

/** Each takes a second. `npx glasshouse faults-chains` does many more. */
const RUNS = runs(2, 5);

/** Every step that each scenario reaches, found by its test. */
const reached: { readonly scenario: UtxoScenario; readonly kills: readonly Kill[] }[] = [];

for (const scenario of UTXO_SCENARIOS)
  test(`D0028 ${scenario.name}: each payment ends once, and the chain agrees`, async () => {
    const { paidTwice, stuck, wrong, seen } = await runUtxoScenario(scenario, node);
    assert.deepEqual({ paidTwice, stuck, wrong }, { paidTwice: [], stuck: [], wrong: [] });
    const kills = [...seen].flatMap(([step, count]) =>
      Array.from({ length: count }, (_, at) => ({ step, occurrence: at + 1 })),
    );
    reached.push({ scenario, kills });
  });

test('D0028 a payer of inputs that dies at any steps continues, and pays once', async () => {
  assert.equal(reached.length, UTXO_SCENARIOS.length);
  const any = fc.constantFrom(...reached).chain(({ scenario, kills }) =>
    fc.record({
      scenario: fc.constant(scenario),
      deaths: fc.array(fc.constantFrom(...kills), { minLength: 1, maxLength: 4 }),
    }),
  );
  let died = 0;
  const law = fc.asyncProperty(any, async ({ scenario, deaths }) => {
    const found = await runUtxoScenario(scenario, node, deaths);
    const { paidTwice, stuck, wrong } = found;
    assert.deepEqual({ paidTwice, stuck, wrong }, { paidTwice: [], stuck: [], wrong: [] });
    died += found.deaths;
  });
  await fc.assert(law, { numRuns: RUNS });
  assert.ok(died > 0);
});

test('D0028 without its records a payer of inputs pays nobody twice', async () => {
  const world = await UtxoWorld.make({ node });
  const order = world.withdrawal('1', COIN / 2n);
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round++) {
      await world.approve(order);
      await world.pass();
      await node.mine();
    }
  };
  await rounds(5);
  assert.equal(world.reportOf(order.id)?.result, 'paid');
  world.loseRecords();
  await rounds(5);
  // Its inputs are spent, so it takes others, which the signer does not sign for the same order.
  assert.equal((await world.store.find(order.id))?.cancelled, 'signer: nonce-changed');
  assert.equal(await node.balanceOf(order.to), COIN / 2n);
});

test('D0028 inputs that somebody else has spent stop what would take more', async () => {
  const world = await UtxoWorld.make({ node });
  const thief = await UtxoWorld.make({ node, mnemonic: world.mnemonic });
  for (const faulty of world.nodes) faulty.sending = () => 'loses';
  await world.approve(world.withdrawal('1', COIN));
  await world.pass();
  await thief.approve(thief.withdrawal('stolen', COIN));
  await thief.pass();
  await node.mine();
  await world.approve(world.withdrawal('2', COIN / 10n));
  const problems = (await world.pass()).map(({ id, problem }) => [id, problem]);
  assert.deepEqual(problems, [
    ['withdrawal:1', 'foreign-transaction'],
    ['withdrawal:2', 'foreign-transaction'],
  ]);
});

test('D0028 a payment that leaves the chain after its confirmations goes out again as it was', async () => {
  const world = await UtxoWorld.make({ node });
  const order = world.withdrawal('1', COIN / 2n);
  await world.approve(order);
  for (let round = 0; round < 5; round++) {
    await world.pass();
    await node.mine();
  }
  assert.equal(world.reportOf(order.id)?.result, 'paid');
  // Deeper than what nodes keep of blocks that were replaced.
  await node.mine(10);
  await node.reorganise(15);
  assert.equal(await node.balanceOf(order.to), 0n);
  await world.approve(world.withdrawal('2', COIN / 10n));
  const problems = (await world.pass()).map(({ problem }) => problem);
  assert.deepEqual(problems, ['deep-reorganisation', 'deep-reorganisation']);
  await node.mine(2);
  assert.equal(await node.balanceOf(order.to), COIN / 2n);
  assert.deepEqual(await world.pass(), []);
});

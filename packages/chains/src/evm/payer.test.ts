/** Goal: payments end once and as ordered on a real node, whatever happens to them. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../tools/nightly.ts';
import { Anvil, type Token } from '../../test/anvil.ts';
import type { Kill } from '../../test/crashes.ts';
import { runScenario } from '../../test/payment-run.ts';
import { SCENARIOS, type Scenario } from '../../test/payment-scenarios.ts';

/** Each takes half a second. `npx glasshouse faults-chains` does many more. */
const RUNS = runs(3, 10);

/** Every step that each scenario reaches, found by its test. */
const reached: { readonly scenario: Scenario; readonly kills: readonly Kill[] }[] = [];

let node: Anvil;
let token: Token;

before(async () => {
  node = await Anvil.start();
  token = await node.deployToken();
});
after(async () => {
  await node.stop();
});

for (const scenario of SCENARIOS)
  test(`D0028 ${scenario.name}: each payment ends once, and the chain agrees`, async () => {
    const { paidTwice, stuck, wrong, seen } = await runScenario(scenario, { node, token });
    assert.deepEqual({ paidTwice, stuck, wrong }, { paidTwice: [], stuck: [], wrong: [] });
    const kills = [...seen].flatMap(([step, count]) =>
      Array.from({ length: count }, (_, at) => ({ step, occurrence: at + 1 })),
    );
    reached.push({ scenario, kills });
  });

test('D0028 a payer that dies at any steps continues, and pays once', async () => {
  assert.equal(reached.length, SCENARIOS.length);
  const any = fc.constantFrom(...reached).chain(({ scenario, kills }) =>
    fc.record({
      scenario: fc.constant(scenario),
      deaths: fc.array(fc.constantFrom(...kills), { minLength: 1, maxLength: 4 }),
    }),
  );
  let died = 0;
  const law = fc.asyncProperty(any, async ({ scenario, deaths }) => {
    const found = await runScenario(scenario, { node, token }, deaths);
    const { paidTwice, stuck, wrong } = found;
    assert.deepEqual({ paidTwice, stuck, wrong }, { paidTwice: [], stuck: [], wrong: [] });
    died += found.deaths;
  });
  await fc.assert(law, { numRuns: RUNS });
  assert.ok(died > 0);
});

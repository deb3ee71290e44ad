/** Goal: payments end once and as ordered on a real node, whatever happens to them. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { Anvil, type Token } from '../test/anvil.ts';
import type { Kill } from '../test/crashes.ts';
import { runScenario } from '../test/payment-run.ts';
import { SCENARIOS, type Scenario } from '../test/payment-scenarios.ts';

/** Each takes half a second. `npm run faults:chains` does many more. */
const KILLS = 12;

/** Every step that a run reaches, found by the tests of the scenarios. */
const kills: { readonly scenario: Scenario; readonly kill: Kill }[] = [];

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
    for (const [step, count] of seen)
      for (let occurrence = 1; occurrence <= count; occurrence++)
        kills.push({ scenario, kill: { step, occurrence } });
  });

test('D0028 a payer that dies at any step continues, and pays once', async () => {
  assert.ok(kills.length > 0);
  const any = fc.constantFrom(...kills);
  let died = 0;
  const law = fc.asyncProperty(any, async ({ scenario, kill }) => {
    const { paidTwice, stuck, wrong, deaths } = await runScenario(scenario, { node, token }, kill);
    assert.deepEqual({ paidTwice, stuck, wrong }, { paidTwice: [], stuck: [], wrong: [] });
    died += deaths;
  });
  await fc.assert(law, { numRuns: KILLS });
  // Which of three answers comes first is chance, so a few deaths do not happen.
  assert.ok(died > KILLS / 2, `${died} of ${KILLS} died`);
});

/**
 * Goal: the risk table decides as it says, and no fact that is worse makes a decision milder.
 * Method: random facts around every threshold, against a second reading of the table.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decide, RISK_RULES, RULES_FOR_TWO, type RiskFacts } from './risk.ts';

const DAY_MS = 86_400_000;
const USDT = 1_000_000;
const HARMLESS: RiskFacts = {
  value: 1,
  sum: 1,
  count: 1,
  addressKnownMs: 30 * DAY_MS,
  deviceKnownMs: 30 * DAY_MS,
  credentialsAgeMs: 30 * DAY_MS,
  recorded: 1,
};
/** Facts that are worse when they are less. */
const LESS_IS_WORSE: ReadonlySet<string> = new Set(
  RISK_RULES.filter(({ below }) => below !== undefined).map(({ fact }) => fact),
);
const FACTS = Object.keys(HARMLESS) as (keyof RiskFacts)[];

/** Values on both sides of each threshold of a fact, and anything else. */
function around(fact: keyof RiskFacts): fc.Arbitrary<number> {
  const limits = RISK_RULES.filter((rule) => rule.fact === fact).flatMap(({ from, below }) => [
    from ?? below ?? 0,
  ]);
  if (fact === 'recorded') return fc.constantFrom(0, 1);
  const near = limits.flatMap((limit) => [limit - 1, limit, limit + 1]);
  return fc.oneof(fc.constantFrom(...near), fc.nat({ max: 60_000 * USDT }));
}
const facts = fc.record(
  Object.fromEntries(FACTS.map((fact) => [fact, around(fact)])),
) as unknown as fc.Arbitrary<RiskFacts>;

test('funding I9 each rule applies exactly from its threshold on, and alone needs what it says', () => {
  assert.deepEqual(decide(HARMLESS), { approvals: 0, reasons: [] });
  for (const { name, fact, from, below, approvals } of RISK_RULES) {
    const limit = from ?? below ?? 0;
    const [at, beside] = from === undefined ? [limit - 1, limit] : [limit, limit - 1];
    const given = decide({ ...HARMLESS, [fact]: at });
    assert.ok(given.reasons.includes(name), name);
    assert.ok(given.approvals >= approvals, name);
    assert.ok(!decide({ ...HARMLESS, [fact]: beside }).reasons.includes(name), name);
  }
});

test('funding I9 the reasons are the rules that apply, and the strictest or their number decides', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { approvals, reasons } = decide(given);
      const applying = RISK_RULES.filter((rule) => {
        if (rule.from !== undefined) return !(given[rule.fact] < rule.from);
        return !(given[rule.fact] >= (rule.below ?? 0));
      });
      assert.deepEqual(
        reasons,
        applying.map(({ name }) => name),
      );
      const strictest = applying.reduce((most, rule) => Math.max(most, rule.approvals), 0);
      assert.equal(approvals, applying.length >= RULES_FOR_TWO ? 2 : strictest);
    }),
  );
});

test('funding I9 a worse fact never makes the decision milder', () => {
  fc.assert(
    fc.property(facts, fc.constantFrom(...FACTS), fc.nat(), (given, fact, step) => {
      const worse = LESS_IS_WORSE.has(fact) ? given[fact] - step : given[fact] + step;
      const before = decide(given);
      const after = decide({ ...given, [fact]: worse });
      assert.ok(after.approvals >= before.approvals);
      for (const reason of before.reasons) assert.ok(after.reasons.includes(reason), reason);
    }),
  );
});

/**
 * Goal: the risk table decides as it says, and no fact that is worse makes a decision milder.
 * Method: random facts around every threshold, against a second reading of the table.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  WITHDRAWAL_THRESHOLDS,
  type Threshold,
  type ThresholdName,
} from '../../../contract/withdrawal-thresholds.ts';
import { thresholdsOf } from '../risk-thresholds.ts';
import { decide, riskRules, type RiskFacts, type Thresholds } from './risk.ts';

const DAY_MS = 86_400_000;
const USDT = 1_000_000;
const STANDARD = thresholdsOf((name) => WITHDRAWAL_THRESHOLDS[name].standard);
/** Whatever operators may set. */
const anyThresholds = fc
  .record(
    Object.fromEntries(
      Object.entries<Threshold>(WITHDRAWAL_THRESHOLDS).map(([name, { min, max }]) => [
        name,
        fc.integer({ min, max }),
      ]),
    ),
  )
  .map((set) => thresholdsOf((name: ThresholdName) => set[name]!));
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
  riskRules(STANDARD)
    .filter(({ below }) => below !== undefined)
    .map(({ fact }) => fact),
);
const FACTS = Object.keys(HARMLESS) as (keyof RiskFacts)[];

/** Values on both sides of each threshold of a fact, and anything else. */
function around(fact: keyof RiskFacts, thresholds: Thresholds): fc.Arbitrary<number> {
  const limits = riskRules(thresholds)
    .filter((rule) => rule.fact === fact)
    .flatMap(({ from, below }) => [from ?? below ?? 0]);
  if (fact === 'recorded') return fc.constantFrom(0, 1);
  const near = limits.flatMap((limit) => [limit - 1, limit, limit + 1]);
  return fc.oneof(fc.constantFrom(...near), fc.nat({ max: 60_000 * USDT }));
}
interface Case {
  readonly thresholds: Thresholds;
  readonly given: RiskFacts;
}
const cases: fc.Arbitrary<Case> = fc.oneof(fc.constant(STANDARD), anyThresholds).chain((thresholds) =>
  fc.record({
    thresholds: fc.constant(thresholds),
    given: fc.record(
      Object.fromEntries(FACTS.map((fact) => [fact, around(fact, thresholds)])),
    ) as unknown as fc.Arbitrary<RiskFacts>,
  }),
);

test('funding I9 each rule applies exactly from its threshold on, and alone needs what it says', () => {
  assert.deepEqual(decide(HARMLESS, STANDARD), { approvals: 0, reasons: [] });
  for (const { name, fact, from, below, approvals } of riskRules(STANDARD)) {
    const limit = from ?? below ?? 0;
    const [at, beside] = from === undefined ? [limit - 1, limit] : [limit, limit - 1];
    const given = decide({ ...HARMLESS, [fact]: at }, STANDARD);
    assert.ok(given.reasons.includes(name), name);
    assert.ok(given.approvals >= approvals, name);
    assert.ok(!decide({ ...HARMLESS, [fact]: beside }, STANDARD).reasons.includes(name), name);
  }
});

test('funding I9 the reasons are the rules that apply, and the strictest or their number decides', () => {
  fc.assert(
    fc.property(cases, ({ given, thresholds }) => {
      const { approvals, reasons } = decide(given, thresholds);
      const applying = riskRules(thresholds).filter((rule) => {
        if (rule.from !== undefined) return !(given[rule.fact] < rule.from);
        return !(given[rule.fact] >= (rule.below ?? 0));
      });
      assert.deepEqual(
        reasons,
        applying.map(({ name }) => name),
      );
      const strictest = applying.reduce((most, rule) => Math.max(most, rule.approvals), 0);
      assert.equal(approvals, applying.length >= thresholds.rulesForTwo ? 2 : strictest);
    }),
  );
});

test('funding I9 a worse fact never makes the decision milder', () => {
  fc.assert(
    fc.property(cases, fc.constantFrom(...FACTS), fc.nat(), ({ given, thresholds }, fact, step) => {
      const worse = LESS_IS_WORSE.has(fact) ? given[fact] - step : given[fact] + step;
      const before = decide(given, thresholds);
      const after = decide({ ...given, [fact]: worse }, thresholds);
      assert.ok(after.approvals >= before.approvals);
      for (const reason of before.reasons) assert.ok(after.reasons.includes(reason), reason);
    }),
  );
});

/**
 * Goal: the checks find ordinary bugs in the core's rules. Method: a fixed small sample of the
 * generated mutants, and the generator on a source of its own; `npx glasshouse mutations
 * --generated` tries all of them.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { nightly } from '../../../../tools/nightly.ts';
import { ACCEPTED_SURVIVORS } from './accepted-survivors.ts';
import { sampled, staleSurvivors } from './mutations.ts';
import { mutantsOf, withSwitches } from './mutants.ts';
import { tryMutants } from './run.ts';

const SAMPLE = { sample: 20, seed: 1 };
/** The bar: 95 of 100 are found. The sources determine which mutants are drawn. */
const SURVIVORS_MAX = SAMPLE.sample * 0.05;

test('R14.7 the generator makes each kind of mutant, and each changes what its source says', () => {
  const source = [
    'const SIZE_MAX = 3;',
    'export function f(a: number, b: number): string | number {',
    "  if (a < 0 || b > SIZE_MAX) return 'f/refused';",
    '  const list = [a];',
    '  return Math.floor(a / 2) + Math.min(a, b) + list[b - b]!;',
    '}',
  ].join('\n');
  const mutants = mutantsOf('f.ts', source);
  assert.deepEqual(
    mutants.map(({ kind, from, to }) => `${kind}: ${from} => ${to}`),
    [
      'limit: 3 => 2',
      'limit: 3 => 4',
      'guard: a < 0 || b > SIZE_MAX => false',
      'condition: a < 0 || b > SIZE_MAX => a < 0',
      'condition: a < 0 || b > SIZE_MAX => b > SIZE_MAX',
      'comparison: a < 0 => a <= 0',
      'comparison: b > SIZE_MAX => b >= SIZE_MAX',
      'sign: Math.floor(a / 2) + Math.min(a, b) + list[b - b]! => Math.floor(a / 2) + Math.min(a, b) - list[b - b]!',
      'sign: Math.floor(a / 2) + Math.min(a, b) => Math.floor(a / 2) - Math.min(a, b)',
      'rounding: Math.floor(a / 2) => Math.ceil(a / 2)',
      'extreme: Math.min(a, b) => Math.max(a, b)',
    ],
  );
  assert.equal(new Set(mutants.map(({ key }) => key)).size, mutants.length);
  const switched = withSwitches(source, mutants, (mutant) => mutants.indexOf(mutant) + 1);
  assert.equal(switched.split('\n').length, source.split('\n').length);
  for (let id = 1; id <= mutants.length; id++) assert.ok(switched.includes(`isMutant(${id}) ?`));
});

test('R14.7 every accepted survivor fits the sources of today, once', () => {
  assert.deepEqual(staleSurvivors(), []);
  assert.equal(new Set(ACCEPTED_SURVIVORS.map(({ key }) => key)).size, ACCEPTED_SURVIVORS.length);
});

test('R14.7 the checks find a sample of the mutants', nightly('planted bugs by 50 seeds'), async () => {
  const accepted = new Set(ACCEPTED_SURVIVORS.map(({ key }) => key));
  const verdicts = await tryMutants((mutants) =>
    sampled(
      mutants.filter(({ key }) => !accepted.has(key)),
      SAMPLE,
    ),
  );
  assert.equal(verdicts.length, SAMPLE.sample);
  const survived = verdicts.filter(({ by }) => by === null).map(({ mutant }) => mutant.key);
  assert.ok(survived.length <= SURVIVORS_MAX, survived.join('\n'));
});

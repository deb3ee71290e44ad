/**
 * Goal: the core obeys the rules as an independent auditor understands them. Method: random
 * commands; the auditor checks every event and outcome, and at the end every account, order and
 * position.
 */
import test from 'node:test';
import fc from 'fast-check';
import { playAudited } from '../sim/audited-runs.ts';
import { randomStep } from '../sim/random-commands.ts';

test('R11.2 spot I8 seconds-contract I4 flash-exchange I5 funding I6 fund I10 the auditor finds no breach in random sequences', () => {
  fc.assert(
    fc.property(fc.array(randomStep, { minLength: 50, maxLength: 150, size: 'max' }), fc.nat(1), playAudited),
    // A fixed seed; `npm run simulate -- --seeds N` draws others.
    { numRuns: 300, seed: 2026 },
  );
});

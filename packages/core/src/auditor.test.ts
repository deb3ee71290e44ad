/**
 * Goal: the core obeys the rules as an auditor that was written apart from it understands them. Method: random commands,
 * every event and answer of which is looked at, and at the end every account, order and position.
 */
import test from 'node:test';
import fc from 'fast-check';
import { playAudited } from '../sim/audited-runs.ts';
import { randomStep } from '../sim/random-commands.ts';

test('R11.2 spot I8 seconds-contract I4 the auditor finds no breach in random sequences', () => {
  fc.assert(
    fc.property(fc.array(randomStep, { minLength: 50, maxLength: 150, size: 'max' }), fc.nat(1), playAudited),
    // The same each time; `npm run simulate -- --seeds N` draws others.
    { numRuns: 300, seed: 2026 },
  );
});

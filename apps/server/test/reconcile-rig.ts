/**
 * npx glasshouse reconcile-rig [--steps 1000] [--seed 1]: random deposits, withdrawals, sweeps,
 * crashes of the payer and reorganisations on a real node, after each of which the ledger must
 * equal the chain to the unit. Prints what was done. Exit code 0: the ledger always equalled the
 * chain.
 */
import { parseArgs } from 'node:util';
import { runRandomPayments } from './random-payments.ts';

const RESTART_EVERY = 100;

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const [steps, seed] = [Number(values.steps), Number(values.seed)];
console.table(await runRandomPayments({ steps, seed, restartEvery: RESTART_EVERY }));
console.log(`${steps} steps, seed ${seed}: the ledger always equalled the chain.`);

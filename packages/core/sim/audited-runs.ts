/**
 * Random sequences of commands, the same each time, played under the auditor; half of them go on from a snapshot in the middle. What the
 * run of a mutant tries first.
 */
import fc from 'fast-check';
import { Exchange, type CoreEvent } from '../src/index.ts';
import { Auditor } from './auditor/auditor.ts';
import { viewOf } from './auditor/view.ts';
import { Player } from './player.ts';
import { randomStep, SET_UP, type RandomStep } from './random-commands.ts';

/** Runs of so many sequences each: the first are short, so that most mutants are found soon. */
const RUN_SIZES = [2, 4, 8, 16, 30, 60, 120, 160];
const SEED = 20_260_101;

export function auditedRuns(): { readonly name: string; readonly run: () => void }[] {
  const count = RUN_SIZES.reduce((sum, size) => sum + size, 0);
  const sequences = fc.sample(fc.array(randomStep, { minLength: 60, maxLength: 150, size: 'max' }), {
    seed: SEED,
    numRuns: count,
  });
  let from = 0;
  return RUN_SIZES.map((size) => {
    const own = sequences.slice(from, (from += size));
    return { name: `audited sequences ${from - size + 1} to ${from}`, run: () => own.forEach(playAudited) };
  });
}

/** Throws at the first breach. */
export function playAudited(steps: readonly RandomStep[], number = 0): void {
  let exchange = new Exchange();
  const player = new Player();
  const auditor = new Auditor();
  const restoreAt = number % 2 === 0 ? -1 : SET_UP.length + Math.floor(steps.length / 2);
  [...SET_UP, ...steps].forEach((step, i) => {
    if (i === restoreAt) exchange = restored(exchange);
    const command = player.commandOf(step, exchange);
    const { timeMs } = player;
    const seq = exchange.seq + 1;
    const outcome = exchange.apply(seq, timeMs, command);
    const events: CoreEvent[] = [];
    exchange.drainEvents((event) => events.push(event));
    auditor.observe({ seq, timeMs, command, outcome, events });
    if (auditor.breaches.length > 0)
      throw new Error(`${auditor.breaches.join('\n')}\n${JSON.stringify(command)}`);
  });
  auditor.compare(viewOf(exchange));
  const broken = exchange.audit().filter(({ ok }) => !ok);
  if (broken.length > 0 || auditor.breaches.length > 0)
    throw new Error(
      [...auditor.breaches, ...broken.map(({ name, figures }) => `${name}: ${figures}`)].join('\n'),
    );
}

function restored(exchange: Exchange): Exchange {
  const again = Exchange.restore(exchange.snapshot());
  if (again.hash() !== exchange.hash()) throw new Error('a restored exchange has another hash');
  return again;
}

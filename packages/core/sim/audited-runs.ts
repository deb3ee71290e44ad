/**
 * Fixed sequences of random commands, played under the auditor. Half of them continue from a
 * snapshot in the middle. A run of a mutant tries them first.
 */
import fc from 'fast-check';
import { Exchange, type Command, type CoreEvent, type Outcome } from '../src/index.ts';
import { Auditor } from './auditor/auditor.ts';
import { viewOf } from './auditor/view.ts';
import { OWNERS } from './owners.ts';
import { Player } from './player.ts';
import { randomStep } from './random-commands.ts';
import type { RandomStep } from './random-step.ts';
import { SET_UP } from './set-up.ts';

/** Sequences per run. The first runs are short, so that most mutants are found soon. */
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
  /** After a restore, the original and the restored exchange both continue. */
  let original: Exchange | null = null;
  const player = new Player();
  const auditor = new Auditor();
  const reported = new Set<string>();
  const restoreAt = number % 2 === 0 ? -1 : SET_UP.length + Math.floor(steps.length / 2);
  [...SET_UP, ...steps].forEach((step, i) => {
    if (i === restoreAt) {
      original = exchange;
      exchange = Exchange.restore(original.snapshot());
      demandSame(exchange, original);
    }
    const command = player.commandOf(step, exchange);
    const { timeMs } = player;
    const seq = exchange.seq + 1;
    const books = booksOf(exchange);
    const outcome = exchange.apply(seq, timeMs, command);
    const events = drained(exchange);
    for (const event of events) reported.add(JSON.stringify(event));
    const first = original?.apply(seq, timeMs, command) ?? outcome;
    original?.log.clear();
    if (JSON.stringify(first) !== JSON.stringify(outcome))
      throw new Error(`a restored exchange answers ${JSON.stringify(outcome)}, not ${JSON.stringify(first)}`);
    auditor.observe({ seq, timeMs, command, outcome, events });
    if (command.type === 'process-due') auditor.compareOwed(exchange.obligations());
    const breaches = [...auditor.breaches, ...breachesOf({ exchange, books, command, outcome })];
    if (breaches.length > 0) throw new Error(`${breaches.join('\n')}\n${JSON.stringify(command)}`);
  });
  if (original !== null) demandSame(exchange, original);
  auditor.compare(viewOf(exchange));
  demandReported(exchange, reported);
  const broken = exchange.audit().filter(({ ok }) => !ok);
  if (broken.length > 0 || auditor.breaches.length > 0)
    throw new Error(
      [...auditor.breaches, ...broken.map(({ name, figures }) => `${name}: ${figures}`)].join('\n'),
    );
}

function drained(exchange: Exchange): CoreEvent[] {
  const bound = exchange.eventCount;
  const events: CoreEvent[] = [];
  exchange.drainEvents((event) => events.push(event));
  if (events.length > bound)
    throw new Error(`${events.length} events, where at most ${bound} were announced`);
  return events;
}

/** Each book's version and depth. */
const booksOf = (exchange: Exchange): { version: number; shown: string }[] =>
  exchange.markets.map(({ definition: { market } }) => {
    const { version, ...depth } = exchange.depth(market, Infinity);
    return { version, shown: JSON.stringify(depth) };
  });

/** Checks the exchange's query results after each command. */
function breachesOf(done: {
  readonly exchange: Exchange;
  readonly books: ReturnType<typeof booksOf>;
  readonly command: Command;
  readonly outcome: Outcome;
}): string[] {
  const { exchange, books, command, outcome } = done;
  const breaches: string[] = [];
  booksOf(exchange).forEach(({ version, shown }, i) => {
    const before = books[i];
    if (before !== undefined && before.shown !== shown && before.version === version)
      breaches.push(`book ${i} has changed and says version ${version} as before`);
  });
  if (command.type === 'process-due' && outcome.error === null && outcome.count < command.limit)
    if (exchange.dueCount !== 0) breaches.push(`${exchange.dueCount} are due, where nothing was left to do`);
  for (const owner of OWNERS) {
    const orders = exchange.features.spot.openOrders(owner);
    const sorted = orders.toSorted((a, b) => b.placedMs - a.placedMs || b.order - a.order);
    const positions = exchange.features['seconds-contract']
      .openPositions(owner)
      .map(({ position }) => position);
    const own = [...exchange.features['seconds-contract'].open()]
      .filter((position) => position.owner === owner)
      .map(({ position }) => position);
    if (orders.some((order, i) => order !== sorted[i]) || positions.join() !== own.toReversed().join())
      breaches.push(`what is open of ${owner} is not told newest first`);
  }
  return breaches;
}

function demandSame(one: Exchange, other: Exchange): void {
  if (one.hash() !== other.hash())
    throw new Error('a restored exchange is not as the one that it was made from');
  const [restored, original] = [openOf(one), openOf(other)];
  if (restored !== original) throw new Error(`a restored exchange has open ${restored}, not ${original}`);
}

/** All open objects. A field that no snapshot saves is missing here, and not in the hash. */
function openOf({ featureList }: Exchange): string {
  return JSON.stringify(featureList.map(({ name, feature }) => [name, ...feature.open()]));
}

/**
 * Every open object was reported by an event. Triggers of trailing stops are reported only every
 * ten ticks.
 */
function demandReported({ featureList }: Exchange, reported: ReadonlySet<string>): void {
  for (const { name, feature } of featureList)
    for (const one of feature.open()) {
      const { trailPpm = 0, trail = 0 } = one as { trailPpm?: number; trail?: number };
      const isTrailing = trailPpm > 0 || trail > 0;
      if (!isTrailing && !reported.has(JSON.stringify(one)))
        throw new Error(`${name} never reported ${JSON.stringify(one)}`);
    }
}

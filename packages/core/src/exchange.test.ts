/**
 * Goal: the invariants of R10.2, R10.3 and R11.2 hold after every command of any sequence. Method:
 * fast-check draws sequences; the audit recomputes every invariant, and all balances are rebuilt
 * from the postings alone.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../tools/nightly.ts';
import { Player } from '../sim/player.ts';
import { randomStep } from '../sim/random-commands.ts';
import type { RandomStep } from '../sim/random-step.ts';
import { SET_UP } from '../sim/set-up.ts';
import { ReadAhead } from './features/spot/read-ahead.ts';
import { Exchange, type Command, type CoreEvent } from './index.ts';

interface Applied {
  readonly command: Command;
  readonly timeMs: number;
}

interface Checks {
  readonly onEvents?: (events: CoreEvent[]) => void;
  /**
   * After each of the steps. The set-up before them is checked at its end: it is the same each
   * time.
   */
  readonly onStep?: (exchange: Exchange) => void;
}

interface Played {
  readonly exchange: Exchange;
  readonly applied: readonly Applied[];
}

/** Plays the set-up, then steps with checks after each. */
function play(steps: readonly RandomStep[], { onEvents, onStep }: Checks = {}): Played {
  const exchange = new Exchange();
  const player = new Player();
  const applied: Applied[] = [];
  for (const step of [...SET_UP, ...steps]) {
    const command = player.commandOf(step, exchange);
    const { timeMs } = player;
    applied.push({ command, timeMs });
    exchange.apply(applied.length, timeMs, command);
    const events: CoreEvent[] = [];
    exchange.drainEvents((event) => events.push(event));
    onEvents?.(events);
    if (applied.length >= SET_UP.length) onStep?.(exchange);
  }
  return { exchange, applied };
}

/** Sequences without a case prove nothing about it. */
const CASES = [
  'traded',
  'order 0/0',
  'order 1/0',
  'order 2/1',
  'order 2/2',
  'order 2/3',
  'order 2/4',
  'waiting order 0/0',
  'waiting order 2/1',
  'waiting order 2/4',
  'fired order 0/0',
  'fired order 1/0',
  'fired order 2/2',
  'position 1/1/0',
  'position 1/2/0',
  'position 1/3/0',
  'position 2/0/1',
  'position 2/0/2',
];
const LEAST_OF_EACH = runs(2, 11);
const SEQUENCES_OF_ROUND = runs(300, 2_000);
/** If chance brought too few of a case, more rounds are played before the test fails. */
const MOST_ROUNDS = 20;

test('R10.2 R10.3 R11.2 spot I1 spot I2 spot I3 spot I4 seconds-contract I1 seconds-contract I2 wallet I1 every invariant holds after every command of random sequences', () => {
  const seen = new Map<string, number>();
  const rare = (): string[] => CASES.filter((name) => (seen.get(name) ?? 0) < LEAST_OF_EACH);
  for (let round = 0; round < MOST_ROUNDS && (round === 0 || rare().length > 0); round++)
    playAndCount(seen, round);
  assert.deepEqual(rare(), [], JSON.stringify([...seen]));
});

/** Plays sequences and counts their cases. Each round plays others. */
function playAndCount(seen: Map<string, number>, round: number): void {
  const count = (name: string): void => void seen.set(name, (seen.get(name) ?? 0) + 1);
  fc.assert(
    fc.property(fc.array(randomStep, { minLength: 20, maxLength: 60, size: 'max' }), (steps) => {
      const books = new Map<string, bigint>();
      const onEvents = (events: CoreEvent[]): void => {
        for (const event of events) {
          count(caseOf(event));
          if (event.type !== 'posting') continue;
          for (const part of ['available', 'frozen'] as const) {
            const key = `${event.owner}/${event.wallet}/${event.asset}/${part}`;
            books.set(key, (books.get(key) ?? 0n) + BigInt(event[part]));
          }
        }
      };
      const onStep = (exchange: Exchange): void => {
        const breaches = exchange.audit().filter((finding) => !finding.ok);
        assert.deepEqual(breaches, []);
        exchange.forEachAccount(({ owner, wallet, asset, available, frozen }) => {
          assert.equal(books.get(`${owner}/${wallet}/${asset}/available`) ?? 0n, BigInt(available));
          assert.equal(books.get(`${owner}/${wallet}/${asset}/frozen`) ?? 0n, BigInt(frozen));
        });
      };
      play(steps, { onEvents, onStep });
    }),
    { numRuns: SEQUENCES_OF_ROUND, ...(round === 0 ? {} : { seed: round }) },
  );
}

function caseOf(event: CoreEvent): string {
  if (event.type === 'position-changed') return `position ${event.status}/${event.result}/${event.reason}`;
  if (event.type !== 'order-changed') return event.type;
  const waits = event.trigger > 0 ? (event.firedTick > 0 ? 'fired ' : 'waiting ') : '';
  return `${waits}order ${event.status}/${event.end}`;
}

test('R11.3 the same commands give the same state hash, also across a snapshot and its restore', () => {
  fc.assert(
    fc.property(fc.array(randomStep, { maxLength: 60, size: 'max' }), fc.nat(), (steps, cut) => {
      const { exchange, applied } = play(steps);
      let replayed = new Exchange();
      const restoreAt = cut % applied.length;
      applied.forEach(({ command, timeMs }, i) => {
        replayed.apply(i + 1, timeMs, command);
        replayed.log.clear();
        if (i === restoreAt) replayed = Exchange.restore(replayed.snapshot());
      });
      assert.equal(replayed.hash(), exchange.hash());
    }),
    { numRuns: runs(150, 500) },
  );
});

/**
 * Invalid commands that no caller submits. Prefetching must survive them, because it runs before
 * any refusal.
 */
const JUNK: readonly Command[] = [NaN, -1, 0.5, 3 * 2 ** 21 + 0.5, 2 ** 60, Infinity].flatMap((number) => [
  { type: 'cancel-order', owner: 1000, order: number },
  { type: 'amend-order', owner: 1000, order: number, price: number, lots: 1 },
  ...[0, number].map((market): Command => ({
    type: 'place-order',
    owner: 1000,
    market,
    side: 0,
    price: number,
    lots: 1,
    quoteAmount: 0,
    timeInForce: 0,
    selfTrade: 0,
    clientOrderId: null,
  })),
]);

test('R11.3 D0012 commands applied together, read ahead, are as one after the other', () => {
  fc.assert(
    fc.property(fc.array(randomStep, { minLength: 40, maxLength: 240, size: 'max' }), (steps) => {
      // Few ticks, so that the commands between two of them form a batch, often longer than one
      // prefetched group.
      const rare = steps.filter(({ type }, i) => type !== 'next-tick' || i % 8 === 0);
      const { exchange: played, applied } = play(rare);
      const replayed = new Exchange();
      replayed.features.spot.readAheadFrom = 0;
      for (let from = 0, to = 0; from < applied.length; from = to) {
        const { timeMs } = applied[from]!;
        while (applied[to]?.timeMs === timeMs) to++;
        const commands = applied.slice(from, to).map(({ command }) => command);
        const batch = { firstSeq: from + 1, timeMs, commands };
        assert.equal(replayed.applyAll(batch).length, to - from);
        replayed.log.clear();
      }
      new ReadAhead(replayed.features.spot).read(JUNK, 0, JUNK.length);
      assert.equal(replayed.hash(), played.hash());
    }),
    { numRuns: 200 },
  );
});

test('R11.9 spot I6 a refused command changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(randomStep, { minLength: 20, maxLength: 60, size: 'max' }),
      randomStep,
      (steps, last) => {
        if (isOfRun(last)) return;
        const { exchange } = play(steps);
        const before = balancesOf(exchange);
        const outcome = exchange.apply(exchange.seq + 1, exchange.timeMs, last);
        const events: CoreEvent[] = [];
        exchange.drainEvents((event) => events.push(event));
        if (outcome.error === null) return;
        assert.deepEqual(balancesOf(exchange), before);
        assert.deepEqual(events, []);
      },
    ),
    { numRuns: 500 },
  );
});

type StepOfRun = Exclude<RandomStep, Command>;
/** Steps that become commands only during a run. */
const OF_RUN: Readonly<Record<StepOfRun['type'], true>> = {
  'next-tick': true,
  'at-limit': true,
  'cancel-some': true,
  'meet-some': true,
  'amend-some': true,
  'amend-stop-some': true,
  'replace-some': true,
};

function isOfRun(step: RandomStep): step is StepOfRun {
  return Object.hasOwn(OF_RUN, step.type);
}

function balancesOf(exchange: Exchange): unknown[] {
  const balances: unknown[] = [];
  exchange.forEachAccount((account) => balances.push(account));
  exchange.features.spot.forEachOrder((order) => balances.push(order));
  return balances;
}

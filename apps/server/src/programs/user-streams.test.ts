/**
 * Goal: a program goes on after a cut with the very events that follow, within a budget of memory.
 * Method: random listeners of random users come, leave and come back while events happen.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ProgramEvents } from '../contract/program-events.ts';
import type { CommittedBatch } from '../pipeline/batch.ts';
import { UserStreams, type NumberedEvent } from './user-streams.ts';

const KEPT_MAX = 60;
const MINUTE_MS = 60_000;
const step = fc.record({
  user: fc.integer({ min: 1, max: 2 }),
  does: fc.constantFrom('listen' as const, 'leave' as const, 'wait' as const, 'trade' as const),
  events: fc.integer({ min: 1, max: 30 }),
});

test('trading-api I7 what is told after a cut is what follows, or is told not to be whole', async () => {
  let whole = 0;
  let broken = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 100 }), async (steps) => {
      let nowMs = 1_000_000;
      let made = 0;
      const listened = new Set<number>();
      const source: ProgramEvents = {
        listened: (owner, isListened) => (isListened ? listened.add(owner) : listened.delete(owner)),
        of: (batch, isHeard) =>
          (batch as unknown as { owners: number[] }).owners
            .filter((owner) => isHeard(owner))
            .map((owner) => ({ owner, place: made, event: { made: ++made } as never })),
      };
      const streams = new UserStreams([source], () => nowMs, KEPT_MAX);
      /** All events of a user since the stream of that user began, and what a program has seen. */
      const seen = new Map<number, NumberedEvent[]>();
      const programs = new Map<number, (event: NumberedEvent) => void>();
      const all = new Map<number, number[]>();
      for (const { user, does, events } of steps) {
        if (does === 'wait') {
          nowMs += events * MINUTE_MS;
          streams.removeOld();
          for (const owner of all.keys()) if (!listened.has(owner)) all.delete(owner);
        } else if (does === 'trade') {
          const owners = Array.from({ length: events }, () => user);
          const before = made;
          streams.publish({ owners } as unknown as CommittedBatch);
          if (listened.has(user)) all.set(user, [...(all.get(user) ?? []), ...rangeAfter(before, made)]);
        } else if (does === 'leave') {
          const program = programs.get(user);
          if (program !== undefined) streams.leave(user, program);
          programs.delete(user);
        } else if (!programs.has(user)) {
          const own = seen.get(user) ?? [];
          const program = (event: NumberedEvent): void => void own.push(event);
          const isNew = !listened.has(user);
          const { seq, missed } = await streams.listen(user, program, own.at(-1)?.seq ?? null);
          if (missed === null || isNew) {
            broken++;
            own.length = 0;
          } else if (own.length > 0) {
            whole++;
            own.push(...missed);
            assert.equal(own.at(-1)!.seq, seq);
          }
          seen.set(user, own);
          programs.set(user, program);
        }
        for (const [owner, own] of seen) {
          if (!programs.has(owner) || own.length === 0) continue;
          const madeByThem = own.map(({ event }) => (event as unknown as { made: number }).made);
          assert.deepEqual(madeByThem, all.get(owner)!.slice(-own.length));
          for (const [i, { seq }] of own.entries()) assert.equal(seq, own[0]!.seq + i);
        }
      }
    }),
    { numRuns: 300, seed: 3 },
  );
  assert.ok(whole > 100 && broken > 100, `${whole} ${broken}`);
});

const rangeAfter = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, i) => from + i + 1);

/**
 * Goal: requests of strangers leave time in the event loop for users (D0016). Method: a queue whose
 * clock and turns the test controls.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue, TURN_MS_MAX } from './fair-queue.ts';

function newQueue(waitingMax = 1_000) {
  let nowMs = 0;
  const turns: (() => void)[] = [];
  const ran: string[] = [];
  const late: string[] = [];
  const queue = new FairQueue<string, string>({
    run: (job) => void ran.push(job),
    onLate: (job) => void late.push(job),
    waitingMax,
    waitMsMax: 2_000,
    now: () => nowMs,
    nextTurn: (turn) => void turns.push(turn),
  });
  /** Runs the next turn of the loop, `tookMs` later. */
  const turn = (tookMs: number) => {
    nowMs += tookMs;
    turns.shift()?.();
  };
  return { queue, ran, late, turn };
}

test('R13.6 D0016 keys are served round-robin, however much one of them requests', () => {
  const { queue, ran, turn } = newQueue();
  const quota = queue.quota;
  for (let i = 0; i < quota + 500; i++) queue.push('flood', 'flood');
  assert.equal(ran.length, quota, 'the rest waits for the next turn');
  queue.push('person', 'person');
  turn(1);
  assert.ok(ran.slice(quota, quota + 2).includes('person'));
});

test('R13.6 D0016 long turns of the loop start fewer jobs, short ones more', () => {
  const { queue, ran, turn } = newQueue(10_000);
  for (let i = 0; i < 5_000; i++) queue.push('flood', 'flood');
  for (let i = 0; i < 10; i++) turn(TURN_MS_MAX * 5);
  const least = queue.quota;
  assert.ok(least <= 2, `${least}`);
  const before = ran.length;
  turn(TURN_MS_MAX * 5);
  assert.equal(ran.length - before, least, 'but some always begin');
  for (let i = 0; i < 10; i++) turn(1);
  assert.ok(queue.quota > least);
});

test('R13.6 R11.8 a full queue refuses, and a job that waited too long is not started', () => {
  const { queue, ran, late, turn } = newQueue(3);
  const quota = queue.quota;
  for (let i = 0; i < quota + 3; i++) assert.ok(queue.push('flood', `${i}`));
  assert.equal(queue.push('flood', 'one more'), false);
  turn(2_001);
  assert.equal(ran.length, quota);
  assert.deepEqual(late, [quota, quota + 1, quota + 2].map(String));
  assert.ok(queue.push('flood', 'after'));
});

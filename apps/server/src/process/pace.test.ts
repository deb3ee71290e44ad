/** Goal: work gathers, and nobody waits for that. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from './pace.ts';

const LONG_MS = 60_000;

test('R10.5 D0042 a turn begins when somebody waits, before or after it began to gather, and else in time', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const pace = new Pace(LONG_MS);
  pace.hurry();
  await pace.due();
  let isDue = false;
  const due = pace.due().then(() => (isDue = true));
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(!isDue, 'the next one gathers');
  pace.hurry();
  await due;
  const inTime = pace.due();
  context.mock.timers.tick(LONG_MS);
  await inTime;
  await new Pace(0).due();
});

/** Goal: screens get a time tick every five seconds. Method: a clock that the test turns. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { CLOCK_INTERVAL_MS, onClock } from './tick-clock.ts';

test('R4.10 every listener gets a tick every 5 seconds while the page is visible, and none afterwards', () => {
  assert.equal(CLOCK_INTERVAL_MS, 5_000);
  const page = { visibilityState: 'visible' };
  Object.assign(globalThis, { document: page });
  mock.timers.enable({ apis: ['setInterval'] });
  const told: string[] = [];
  const leave = [onClock(() => told.push('first')), onClock(() => told.push('second'))];
  mock.timers.tick(4_999);
  assert.deepEqual(told, []);
  mock.timers.tick(1);
  assert.deepEqual(told, ['first', 'second']);
  mock.timers.tick(10_000);
  assert.equal(told.length, 6);
  page.visibilityState = 'hidden';
  mock.timers.tick(5_000);
  assert.equal(told.length, 6, 'a page that nobody sees');
  page.visibilityState = 'visible';
  leave[0]?.();
  mock.timers.tick(5_000);
  assert.equal(told.length, 7);
  leave[1]?.();
  mock.timers.tick(20_000);
  assert.equal(told.length, 7, 'nobody listens');
  mock.timers.reset();
});

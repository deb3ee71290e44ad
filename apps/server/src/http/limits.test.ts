/** A refusal for too many attempts says when they are possible again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT_LIMITS, RateLimits } from './limits.ts';

test('R7.6 Retry-After is the time until points return, of each limit and key', async () => {
  const limits = new RateLimits();
  const { points, duration } = ACCOUNT_LIMITS['wrong-sign-in'];
  for (let taken = 0; taken < points; taken++) assert.ok(await limits.take('wrong-sign-in', 'one'));
  assert.equal(await limits.take('wrong-sign-in', 'one'), false);
  const { error, retryAfterS = 0 } = await limits.tooMany('wrong-sign-in', 'one');
  assert.equal(error, 'request/too-many');
  assert.ok(retryAfterS > duration / 2 && retryAfterS <= duration, String(retryAfterS));
  assert.ok(await limits.take('wrong-sign-in', 'two'));
});

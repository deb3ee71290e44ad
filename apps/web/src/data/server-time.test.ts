/**
 * Goal: the estimated time of the server can be sent as the time of a call. Method: an exchange of
 * an odd number of milliseconds, of which half is added.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learnServerTime, serverNow } from './server-time.ts';

test('R11.4 the time of the server is in whole milliseconds, whatever a frame took', () => {
  for (const roundTripMs of [3, 4, 7]) {
    learnServerTime(Date.now() + 1_000, roundTripMs);
    assert.equal(serverNow() % 1, 0);
  }
  assert.ok(serverNow() > Date.now() + 900);
});

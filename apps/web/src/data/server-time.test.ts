/**
 * Goal: the estimated time of the server can be sent as the time of a call. Method: an exchange of
 * an odd number of milliseconds, of which half is added.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learnServerTime, onServerTime, serverNow } from './server-time.ts';

test('R11.4 the time of the server is in whole milliseconds, whatever a frame took', () => {
  for (const roundTripMs of [3, 4, 7]) {
    learnServerTime(Date.now() + 1_000, roundTripMs);
    assert.equal(serverNow() % 1, 0);
  }
  assert.ok(serverNow() > Date.now() + 900);
});

test('R3.8 who shows the time is told at once when the clock turns out to be another one', () => {
  let told = 0;
  const forget = onServerTime(() => told++);
  learnServerTime(serverNow() + 90_000);
  assert.equal(told, 1);
  learnServerTime(serverNow() + 20);
  assert.equal(told, 1, 'small corrections come with the next second');
  forget();
  learnServerTime(serverNow() - 90_000);
  assert.equal(told, 1);
});

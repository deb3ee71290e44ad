/** Goal: what programs may ask for. Method: a clock that the test moves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROGRAM_LIMITS, Weights } from './weights.ts';

const MINUTE_MS = 60_000;
const START_MS = 1_800_000_000_000;

function weightsAt(startMs = START_MS) {
  const clock = { nowMs: startMs };
  return { clock, weights: new Weights({ factor: 1, now: () => clock.nowMs }) };
}

test('trading-api I5 a network has its weight a minute, and another network its own', () => {
  const { clock, weights } = weightsAt();
  clock.nowMs += 45_000;
  assert.equal(weights.take('a', PROGRAM_LIMITS.weightOfMinute), null);
  assert.deepEqual(weights.take('a', 1), { error: 'request/too-many', retryAfterS: 15 });
  assert.equal(weights.take('b', 1), null);
  clock.nowMs += 15_000;
  assert.equal(weights.take('a', 1), null);
  assert.equal(weights.usedBy('a'), 1);
});

test('trading-api I5 who goes on beyond the weight is not heard, each time twice as long, and is forgiven', () => {
  const { clock, weights } = weightsAt();
  const banOf = (): number => {
    weights.take('a', PROGRAM_LIMITS.weightOfMinute);
    for (let i = 0; i < 100; i++) assert.equal(weights.take('a', 1)?.error, 'request/too-many');
    const refused = weights.take('a', 1);
    assert.equal(refused?.error, 'request/banned');
    return refused.retryAfterS ?? 0;
  };
  assert.equal(banOf(), 120);
  clock.nowMs += 119_000;
  assert.deepEqual(weights.take('a', 1), { error: 'request/banned', retryAfterS: 1 });
  assert.equal(weights.take('b', 1), null);
  clock.nowMs += MINUTE_MS;
  assert.equal(banOf(), 240);
  clock.nowMs += 5 * MINUTE_MS;
  // A minute within the limit takes one ban off the count.
  for (let i = 0; i < 3; i++, clock.nowMs += MINUTE_MS) assert.equal(weights.take('a', 1), null);
  assert.equal(banOf(), 120);
});

test('trading-api I5 a user has so many new orders in ten seconds and a day, whatever is refused', () => {
  const { clock, weights } = weightsAt(86_400_000 * 20_000);
  const { ordersOf10s, ordersOfDay } = PROGRAM_LIMITS;
  assert.equal(weights.takeOrders(1, ordersOf10s), null);
  assert.deepEqual(weights.takeOrders(1, 1), { error: 'request/too-many-orders', retryAfterS: 10 });
  assert.equal(weights.takeOrders(2, 1), null);
  for (let placed = ordersOf10s; placed < ordersOfDay; placed += ordersOf10s) {
    clock.nowMs += 10_000;
    assert.equal(weights.takeOrders(1, ordersOf10s), null);
  }
  clock.nowMs += 10_000;
  const refused = weights.takeOrders(1, 1);
  assert.equal(refused?.error, 'request/too-many-orders');
  assert.ok((refused.retryAfterS ?? 0) > 10, 'the rest of the day');
  assert.deepEqual({ ...weights.ordersOf(1) }.inDay, ordersOfDay);
  clock.nowMs = 86_400_000 * 20_001;
  assert.equal(weights.takeOrders(1, 1), null);
});

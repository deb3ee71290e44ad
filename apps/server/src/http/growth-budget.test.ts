/** Goal: what requests add to the disk is bounded. Method: the budget with a clock of the test. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GROWTH } from '@glasshouse/protocol';
import { GrowthBudget, type RoomState } from './growth-budget.ts';
import type { Caller } from './handler.ts';

const DAY_MS = 86_400_000;
const CHAT = { grows: 'chat' } as const;
const visitor = (ip: string) => ({ userId: 0, operator: null, ip });
const user = (userId: number) => ({ userId, operator: null, ip: '192.0.2.1' });

function budgetOf() {
  const state = { nowMs: 5 * DAY_MS, room: 'enough' as RoomState };
  const budget = new GrowthBudget({ room: () => state.room, rateFactor: 1, nowMs: () => state.nowMs });
  /** How many of so many tries are taken. */
  const taken = (caller: Parameters<GrowthBudget['refuse']>[1], tries: number): number => {
    let count = 0;
    for (let i = 0; i < tries; i++) {
      if (budget.refuse(CHAT, caller) !== null) continue;
      budget.count(CHAT, caller);
      count++;
    }
    return count;
  };
  return { budget, state, taken };
}

test('R13.6 a user, an area and all areas have a day’s number each, whoever else is at theirs', () => {
  const { budget, state, taken } = budgetOf();
  const { ofUser, ofArea, ofAllAreas } = GROWTH.chat;
  assert.equal(taken(user(1000), ofUser + 10), ofUser);
  assert.equal(taken(user(1001), 10), 10);
  // 65,536 networks of one customer are one area.
  const networks = Array.from({ length: ofArea + 10 }, (_, i) => `2001:db8:7:${i.toString(16)}::1`);
  assert.equal(
    networks.reduce((sum, ip) => sum + taken(visitor(ip), 1), 0),
    ofArea,
  );
  const areas = Array.from({ length: ofAllAreas / ofArea + 9 }, (_, i) => `10.${i >> 8}.${i & 255}.9`);
  const all = areas.reduce((sum, ip) => sum + taken(visitor(ip), ofArea), 0);
  assert.equal(all + ofArea, ofAllAreas);
  assert.equal(taken(user(1002), 1), 1, 'users do not count with areas');
  const refusal = budget.refuse(CHAT, visitor('198.51.100.7'));
  assert.deepEqual(refusal, { error: 'request/daily-limit', retryAfterS: DAY_MS / 1000 });
  state.nowMs += DAY_MS;
  assert.equal(taken(visitor('198.51.100.7'), 1), 1);
});

test('R13.6 without room nothing grows but what people need to reach their money', () => {
  const { budget, state } = budgetOf();
  const errorOf = (grows: 'chat' | 'signIns' | null) => budget.refuse({ grows }, user(1000))?.error;
  state.room = 'short';
  assert.deepEqual(
    [errorOf('chat'), errorOf('signIns'), errorOf(null)],
    ['request/no-room', undefined, undefined],
  );
  state.room = 'none';
  assert.deepEqual([errorOf('signIns'), errorOf(null)], ['request/no-room', undefined]);
  state.room = 'enough';
  assert.equal(errorOf('chat'), undefined);
});

test('R13.6 calls that give back go on without a memory of their key, beyond its budget and without room', () => {
  const { budget, state } = budgetOf();
  const caller = { ...user(1000), idempotency: { key: 'k', requestHash: '' } } as Caller;
  const isKept = () => budget.withKey(caller).idempotency !== null;
  assert.ok(isKept());
  state.room = 'short';
  assert.ok(!isKept());
  state.room = 'enough';
  let kept = 1;
  while (isKept()) kept++;
  assert.equal(kept, GROWTH.keys.ofUser);
});

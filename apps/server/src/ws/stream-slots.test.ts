/**
 * Goal: visitors never lock users out of the stream, and no network locks out others. Method: the
 * slots alone, with small limits.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StreamSlots, type SlotHolder } from './stream-slots.ts';

const LIMITS = { total: 8, visitors: 6, visitorsOfOneNetwork: 4, ofOneUser: 2 };

function client(network: string, userId = 0): SlotHolder & { userId: number } {
  return { network, userId, giveWay: () => {} };
}

test("R13.6 D0016 one network gets a part of the visitors' slots", () => {
  const slots = new StreamSlots(LIMITS);
  for (let i = 0; i < 4; i++) slots.enter(client('192.0.2.1'));
  assert.deepEqual(slots.decide('192.0.2.1'), { refusal: 429, leaver: null });
  assert.deepEqual(slots.decide('192.0.2.2'), { refusal: null, leaver: null });
});

test("R13.6 D0016 when all visitors' slots are taken, the network that holds most loses its oldest", () => {
  const slots = new StreamSlots(LIMITS);
  const oldest = client('192.0.2.1');
  for (const each of [client('192.0.2.2'), oldest, client('192.0.2.1'), client('192.0.2.1')])
    slots.enter(each);
  for (let i = 0; i < 2; i++) slots.enter(client('192.0.2.3'));
  assert.deepEqual(slots.decide('192.0.2.4'), { refusal: null, leaver: oldest });
});

test("R13.6 D0016 users count separately: signing in frees a visitor's slot, and only users can fill the stream", () => {
  const slots = new StreamSlots(LIMITS);
  const person = client('192.0.2.1');
  slots.enter(person);
  slots.leave(person);
  for (let userId = 1; userId <= 7; userId++) slots.enter(client('192.0.2.1', userId));
  const visitor = client('192.0.2.1');
  slots.enter(visitor);
  assert.equal(slots.decide('192.0.2.9').leaver, visitor);
  slots.leave(visitor);
  slots.enter(client('192.0.2.1', 8));
  assert.deepEqual(slots.decide('192.0.2.9'), { refusal: 503, leaver: null });
});

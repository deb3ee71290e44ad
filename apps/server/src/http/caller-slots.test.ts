/** Goal: of one caller some handlers run at once, in order; other callers do not wait for them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGate } from '../testing/gate.ts';
import { CallerSlots } from './caller-slots.ts';

test('R16.6 R13.6 of one caller some handlers run at once, and the others wait for these', async () => {
  const slots = new CallerSlots(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = async (caller: string, name: string): Promise<string> =>
    slots.run(caller, async () => {
      begun.push(name);
      const gate = newGate<string>();
      ends.set(name, () => gate.open(name));
      return gate.opened;
    });
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => begin('a', name));
  const other = begin('b', 'b1');
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
  ends.get('a2')?.();
  assert.equal(await all[1], 'a2');
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3']);
  const failing = slots.run('a', () => Promise.reject(new Error('it failed')));
  for (const name of ['b1', 'a1', 'a3']) {
    await Promise.resolve();
    ends.get(name)?.();
  }
  assert.equal(await other, 'b1');
  await assert.rejects(failing, /it failed/);
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3', 'a4']);
  ends.get('a4')?.();
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'a4']);
  // All slots are free again.
  void begin('a', 'a5');
  void begin('a', 'a6');
  assert.deepEqual(begun.slice(-2), ['a5', 'a6']);
});

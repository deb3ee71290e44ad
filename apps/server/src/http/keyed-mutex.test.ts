/** The mutex at its limit: what does not fit is refused, and what runs may still fail. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDGE_LIMITS } from './edge-limits.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { newGate } from '../testing/gate.ts';

test('R13.6 D0016 work that finds too much waiting for its key is refused and does not run; of another key it runs', async () => {
  const mutex = new KeyedMutex();
  const gate = newGate();
  const held = Array.from({ length: EDGE_LIMITS.inFlightOfOneCaller + 1 }, () =>
    mutex.run('one', () => gate.opened),
  );
  const ran: string[] = [];
  const refused = await mutex.run('one', () => void ran.push('one'));
  assert.deepEqual(refused, { error: 'request/too-many' });
  await mutex.run('two', () => void ran.push('two'));
  assert.deepEqual(ran, ['two']);
  gate.open(undefined);
  await Promise.all(held);
  await assert.rejects(
    mutex.run('one', () => Promise.reject(new Error('of the work'))),
    /of the work/,
  );
});

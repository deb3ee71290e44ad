/** Goal: a key has one answer. Method: requests of one key whose order is fixed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLS, type Call, type Refusal } from '@glasshouse/protocol';
import { answerOnce } from './answer-once.ts';
import type { Caller } from './handler.ts';

test('R12.3 whoever is refused while another request of its key was done gets the answer of that one', async () => {
  const call = (CALLS as readonly Call[]).find(({ name }) => name === 'fund/buy')!;
  const answers: unknown[] = [{ error: 'wallet/insufficient-balance' }, { id: '1' }];
  const memory = {
    find: (): Promise<Refusal | null> => Promise.resolve(null),
    add: (): Promise<boolean> => Promise.resolve(false),
  };
  const caller = {} as Caller;
  assert.deepEqual(await answerOnce(memory, { call, caller }, () => answers.shift()), { id: '1' });
});

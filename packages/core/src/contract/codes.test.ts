/** Goal: two names never share a code, and whoever adds one is told which is free. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { namesByCode } from './codes.ts';

test('D0021 a code that is in use is refused with the name that has it and the next free one', () => {
  assert.deepEqual(
    namesByCode('reason', [
      ['bought', 1],
      ['issue', 0],
    ]),
    ['issue', 'bought'],
  );
  assert.throws(
    () =>
      namesByCode('reason', [
        ['bought', 3],
        ['sold', 7],
        ['given-up', 3],
      ]),
    { message: 'reason given-up has the code of bought, 3: the next free one is 8' },
  );
  assert.throws(
    () =>
      namesByCode(
        'house account',
        [
          ['reserve', 15],
          ['network', 20],
          ['escrow', 15],
        ],
        (owner) => owner >= 20,
      ),
    { message: 'house account escrow has the code of reserve, 15: the next free one is 16' },
  );
});

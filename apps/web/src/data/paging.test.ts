/** Goal: lists end where R4.9 says. Method: pages of known length. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPage } from './paging.ts';

const page = (rows: number, sum: number) => ({ list: Array.from({ length: rows }), totalRow: sum, sum });

test('R4.9 no-more is set when the loaded count reaches the sum', () => {
  assert.equal(nextPage([page(10, 25)]), 2);
  assert.equal(nextPage([page(10, 25), page(10, 25)]), 3);
  assert.equal(nextPage([page(10, 25), page(10, 25), page(5, 25)]), undefined);
  assert.equal(nextPage([page(0, 0)]), undefined);
});
test('R4.9 an empty page ends the list even when the sum says otherwise', () => {
  assert.equal(nextPage([page(10, 30), page(0, 30)]), undefined);
  assert.equal(nextPage([{ ...page(3, 25), nextCursor: null }]), undefined);
  assert.equal(nextPage([{ ...page(10, 25), nextCursor: '7' }]), 2);
});

/**
 * Goal: the events of whoever listens always know their orders. Method: few places, many owners.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../db/database.ts';
import { OrderNumbers } from './order-numbers.ts';

test('trading-api I8 the numbers of an owner who listens stay in memory, whoever else comes', async () => {
  const reads: unknown[] = [];
  const query = async (_sql: string, [owner]: readonly unknown[] = []) => {
    reads.push(owner);
    return {
      rows: [
        { order_id: 7, number: 70, list_number: null, partner_order: 0, client_order_id: null, status: 0 },
      ],
    };
  };
  const numbers = new OrderNumbers({ query } as unknown as Pick<Database, 'query'>, 0, 3);
  for (const owner of [1, 2]) {
    await numbers.of(owner);
    numbers.keep(owner, true);
  }
  for (let owner = 10; owner < 20; owner++) await numbers.of(owner);
  for (const owner of [1, 2]) assert.equal(numbers.known(owner)?.find(7)?.number, 70);
  assert.equal(numbers.known(10), undefined);
  numbers.keep(1, false);
  await numbers.of(30);
  await numbers.of(31);
  assert.equal(numbers.known(1), undefined);
  assert.deepEqual(
    reads.filter((owner) => owner === 2),
    [2],
  );
});

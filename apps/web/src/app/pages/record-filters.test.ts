/** Goal: filters select what a reader expects. Method: days, pairs and texts of old links. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { dayStart, filterInput, knownFilters } from './record-filters.ts';

const PAIRS = [{ baseCoin: 'BTC', quoteCoin: 'USDT' }];
const NONE = { pair: '', coin: '', status: '', from: '', to: '' };

test('R4.9 filters of records: both days are included, in the reader’s time', () => {
  const { range } = filterInput({ ...NONE, from: '2026-11-23', to: '2026-11-23' }, PAIRS);
  assert.deepEqual(range, {
    startTime: new Date(2026, 10, 23).getTime(),
    endTime: new Date(2026, 10, 24).getTime(),
  });
  assert.equal(dayStart('2026-12-31', 1), new Date(2027, 0, 1).getTime());
});

test('R4.9 filters of records: what is not known does not filter', () => {
  const unknown = { pair: 'BTC-EUR', coin: '?', status: 'lost', from: '2026-02-31', to: 'yesterday' };
  assert.deepEqual(knownFilters(unknown, PAIRS), NONE);
  assert.deepEqual(filterInput(NONE, PAIRS), {
    pair: undefined,
    currency: undefined,
    status: undefined,
    range: {},
  });
  const known = { pair: 'BTC-USDT', coin: 'BTC', status: 'finished', from: '2026-02-28', to: '' };
  assert.deepEqual(knownFilters(known, PAIRS), known);
  const { pair, status } = filterInput({ ...NONE, pair: 'BTC-USDT', status: 'cancelled' }, PAIRS);
  assert.deepEqual([pair, status], [PAIRS[0], 2]);
});

/** Goal: filters select what a reader expects. Method: days, pairs and texts of old links. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { dayStart, filterInput, knownFilters, NONE } from './record-filters.ts';

const PAIRS = [{ baseCoin: 'BTC', quoteCoin: 'USDT' }];
const KNOWN = { pairs: PAIRS, coins: ['BTC', 'USDT'] };

test('R4.9 filters of records: both days are included, in the reader’s time', () => {
  const { range } = filterInput({ ...NONE, from: '2026-11-23', to: '2026-11-23' }, KNOWN);
  assert.deepEqual(range, {
    startTime: new Date(2026, 10, 23).getTime(),
    endTime: new Date(2026, 10, 24).getTime(),
  });
  assert.equal(dayStart('2026-12-31', 1), new Date(2027, 0, 1).getTime());
});

test('R4.9 filters of records: what is not known does not filter', () => {
  const unknown = {
    pair: 'BTC-EUR',
    coin: 'EUR',
    side: 'up',
    status: 'lost',
    number: '#12',
    from: '2026-02-31',
    to: 'yesterday',
  };
  assert.deepEqual(knownFilters(unknown, KNOWN), NONE);
  assert.deepEqual(filterInput(NONE, KNOWN), {
    pair: undefined,
    currency: undefined,
    side: undefined,
    status: undefined,
    id: undefined,
    range: {},
  });
  const known = {
    pair: 'BTC-USDT',
    coin: 'BTC',
    side: 'sell',
    status: 'cancelled',
    number: '12',
    from: '2026-02-28',
    to: '',
  };
  assert.deepEqual(knownFilters(known, KNOWN), known);
  const { pair, side, status, id } = filterInput(known, KNOWN);
  assert.deepEqual([pair, side, status, id], [PAIRS[0], 'sell', 2, '12']);
});

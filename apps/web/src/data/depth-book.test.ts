/**
 * Goal: the displayed book equals the server's book. Method: snapshots, deltas and groups with
 * known sums.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DepthDelta, DepthSnapshot } from '@glasshouse/protocol/stream';
import { applyDelta, bestOf, bookFrom, rowPrice, viewOf } from './depth-book.ts';

const channel = 'depth:btcusdt';
const snapshot: DepthSnapshot = {
  type: 'depth-snapshot',
  channel,
  version: 7,
  timeMs: 0,
  bids: [
    ['100.01', '1.5'],
    ['100.00', '0.5'],
    ['99.98', '2'],
  ],
  asks: [
    ['100.02', '1'],
    ['100.11', '3'],
  ],
};
const delta = (from: number, version: number, rest: Partial<DepthDelta> = {}): DepthDelta => ({
  type: 'depth-delta',
  channel,
  from,
  version,
  timeMs: 0,
  bids: [],
  asks: [],
  ...rest,
});
const options = { priceDecimals: 2, amountDecimals: 4, groupTicks: 1, levels: 20 } as const;

test('R2.16 R3.3 levels are best first with running sums', () => {
  const view = viewOf(bookFrom(snapshot), options);
  assert.deepEqual(
    view.bids.map((level) => [level.price, level.amount, level.total]),
    [
      ['100.01', '1.5000', '1.5000'],
      ['100.00', '0.5000', '2.0000'],
      ['99.98', '2.0000', '4.0000'],
    ],
  );
  assert.equal(view.asks[0]?.price, '100.02');
  assert.equal(view.bids[2]?.share, 1);
});
test('R3.3 the best prices are the highest bid and the lowest ask, in whatever order levels came', () => {
  const book = bookFrom({ ...snapshot, bids: snapshot.bids.toReversed(), asks: snapshot.asks.toReversed() });
  assert.deepEqual(bestOf(book), { bid: '100.01', ask: '100.02' });
  assert.deepEqual(bestOf(bookFrom({ ...snapshot, bids: [] })).bid, undefined);
});
test('R2.16 grouping never makes a price look better than it is', () => {
  const view = viewOf(bookFrom(snapshot), { ...options, groupTicks: 10 });
  assert.deepEqual(
    view.bids.map((level) => [level.price, level.amount]),
    [
      ['100.00', '2.0000'],
      ['99.90', '2.0000'],
    ],
  );
  assert.deepEqual(
    view.asks.map((level) => level.price),
    ['100.10', '100.20'],
  );
});
test('R2.16 an order is marked in the row that holds it, however the book is grouped', () => {
  const exact = { priceDecimals: 2, groupTicks: 1 } as const;
  const grouped = { priceDecimals: 2, groupTicks: 100 } as const;
  assert.equal(rowPrice('bids', '100.01', exact), '100.01');
  assert.equal(rowPrice('asks', '70000', exact), '70000.00');
  assert.equal(rowPrice('bids', '100.99', grouped), '100.00');
  assert.equal(rowPrice('asks', '100.01', grouped), '101.00');
});
test('R9.1 the compact view has 5 levels', () => {
  assert.equal(viewOf(bookFrom(snapshot), { ...options, levels: 2 }).bids.length, 2);
});
test('R7.7 market I4 a delta changes and removes levels', () => {
  const book = applyDelta(
    bookFrom(snapshot),
    delta(7, 8, {
      bids: [
        ['100.01', '0'],
        ['99.99', '4'],
      ],
    }),
  );
  assert.ok(book !== 'gap');
  assert.deepEqual([...book.bids.keys()].sort(), ['100.00', '99.98', '99.99']);
});
test('R7.7 market I4 a delta that does not follow is a gap, an old one is ignored', () => {
  const book = bookFrom(snapshot);
  assert.equal(applyDelta(book, delta(8, 9)), 'gap');
  assert.equal(applyDelta(book, delta(5, 6)), book);
});

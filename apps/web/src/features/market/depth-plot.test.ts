/** Goal: the depth chart shows the book's sums. Method: a small book, its lines and readings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depthPlot, readingAt } from './depth-plot.ts';

const level = (price: string, total: string) => ({ price, amount: '1', total, share: 0 });
const BOOK = {
  bids: [level('99', '1'), level('98', '3'), level('96', '6')],
  asks: [level('101', '2'), level('102', '4'), level('110', '9')],
};
const SIZE = { width: 800, height: 400 };

test('R2.17 both sides are drawn over the same price range, the shorter one, around the middle', () => {
  const plot = depthPlot(BOOK, SIZE);
  assert.ok(plot);
  assert.equal(plot.middle, 100);
  assert.equal(plot.xOf(96), 0);
  assert.equal(plot.xOf(104), 800);
  assert.equal(plot.priceAt(400), 100);
  assert.equal(plot.yOf(0), 400);
  assert.match(plot.bids.line, /^M300\.0,400\.0L300\.0,/);
});
test('R2.17 a small distant order does not widen the range', () => {
  const far = { bids: [...BOOK.bids, level('10', '6.1')], asks: BOOK.asks };
  assert.equal(depthPlot(far, SIZE)?.xOf(96), 0);
});
test('R2.17 at the pointer: the last level reached, and the cumulated amount up to it', () => {
  const plot = depthPlot(BOOK, SIZE);
  assert.ok(plot);
  const at = (price: number) => readingAt(plot, plot.xOf(price));
  assert.deepEqual([at(97.5)?.side, at(97.5)?.price, at(97.5)?.total], ['bids', '98', '3']);
  assert.deepEqual([at(103)?.side, at(103)?.price, at(103)?.total], ['asks', '102', '4']);
  assert.equal(at(103)?.fromMiddle, 0.02);
  assert.equal(at(99.9)?.price, '99');
});
test('R2.17 without one side there is no depth to draw', () => {
  assert.equal(depthPlot({ bids: [], asks: BOOK.asks }, SIZE), undefined);
  assert.equal(depthPlot(BOOK, { width: 0, height: 0 }), undefined);
});

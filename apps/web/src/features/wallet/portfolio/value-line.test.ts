/** Goal: results leave out what came from outside. Method: days worked out by hand, and a law. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, valueLineOf, type ValueInput } from './value-line.ts';

const START = 20_000 * DAY_MS;
const closes = new Map([
  [START - DAY_MS, 100],
  [START, 110],
]);
const input = (list: ValueInput['history']['list']): ValueInput => ({
  history: { startTime: START, list },
  closesOf: (coin) => (coin === 'ETH' ? closes : new Map()),
  priceOf: (coin) => (coin === 'ETH' ? 120 : 1),
  nowMs: START + DAY_MS + 1000,
});

test('R2.6 the value follows holdings and prices, and a deposit is no result', () => {
  const line = valueLineOf(
    input([
      { currency: 'ETH', opening: '2', days: [{ time: START, change: '1', flow: '1' }] },
      { currency: 'USDT', opening: '50', days: [{ time: START + DAY_MS, change: '-20', flow: '-15' }] },
    ]),
  );
  assert.deepEqual(
    line.points.map(({ timeMs, value }) => [timeMs - START, value]),
    [
      [0, '250'],
      [DAY_MS, '380'],
      [DAY_MS + 1000, '390'],
    ],
  );
  // Deposited 110 on the first day; withdrew 15 and lost 5 on the second.
  assert.equal(line.result.amount, '45');
  assert.equal(line.result.ratio, 45 / 360);
  assert.equal(line.today.amount, '25');
  assert.deepEqual(
    line.days.map(({ timeMs, value, flow, amount }) => [timeMs - START, value, flow, amount]),
    [
      [0, '380', '110', '20'],
      [DAY_MS, '390', '-15', '25'],
    ],
  );
});

test('R2.6 who holds nothing has no ratio', () => {
  const { points, result } = valueLineOf(input([]));
  assert.deepEqual(
    [points.map(({ value }) => value), result],
    [['0', '0', '0'], { amount: '0', ratio: undefined }],
  );
});

test('R2.6 without a change of price, and whatever comes and goes, there is no result', () => {
  const moves = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(moves, fc.integer({ min: 0, max: 1_000_000 }), (changes, opening) => {
      const days = changes.map((change, at) => ({
        time: START + at * DAY_MS,
        change: String(change),
        flow: String(change),
      }));
      const {
        result,
        today,
        days: each,
      } = valueLineOf(input([{ currency: 'USDT', opening: String(opening), days }]));
      assert.deepEqual(
        [result.amount, today.amount, ...each.map(({ amount }) => amount)],
        ['0', '0', '0', '0'],
      );
    }),
  );
});

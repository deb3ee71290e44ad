/**
 * Goal: data stored by another version of the site never breaks this one. Method: possible texts in
 * localStorage.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shaped } from './preference-shape.ts';

const DEFAULTS = { timeframe: '1M', panes: ['VOL'], magnet: false };

test('R3.13 stored choices replace the defaults field by field', () => {
  assert.deepEqual(shaped('{"timeframe":"1D","panes":["RSI","VOL"]}', DEFAULTS), {
    timeframe: '1D',
    panes: ['RSI', 'VOL'],
    magnet: false,
  });
});
test('R3.13 data of another shape, unknown data and non-records are ignored', () => {
  assert.deepEqual(shaped('{"timeframe":5,"panes":[1],"magnet":null,"other":1}', DEFAULTS), DEFAULTS);
  for (const text of [null, '', '{', 'null', '7', '[]']) assert.deepEqual(shaped(text, DEFAULTS), DEFAULTS);
});

/** Goal: countdowns follow the server's clock. Method: one position at several times and prices. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PositionRow } from '@glasshouse/protocol/seconds-contract';
import { netOf, progressOf } from './countdown.ts';

const position: PositionRow = {
  id: '1',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  time: 500,
  openTime: 1000,
  openPrice: '100',
  finishPrice: null,
  openAmount: '50',
  profitRate: '0.85',
  feeRate: '0.002',
  fees: '0.1',
  holdingTime: 60,
  finishTime: null,
  status: 0,
  result: null,
  profit: '0',
  direction: 'down',
  reason: null,
  openTick: 1,
  finishTick: null,
};

const against = (price: string) => ({ price, quoteDecimals: 6 });

test('R3.8 the countdown runs from opening time over the duration', () => {
  assert.equal(progressOf(position, 1000, against('100')).secondsLeft, 60);
  assert.equal(progressOf(position, 31_001, against('100')).secondsLeft, 30);
  assert.equal(progressOf(position, 99_000, against('100')).phase, 'settling');
  assert.equal(progressOf({ ...position, openTime: null }, 1000, against('100')).phase, 'waiting');
});
test('R3.8 if it ended now: win, lose, draw, fee included', () => {
  assert.equal(progressOf(position, 2000, against('99')).net, '42.4');
  assert.equal(progressOf(position, 2000, against('101')).net, '-50.1');
  assert.equal(progressOf(position, 2000, against('100.0')).net, '0');
});
test('R3.8 the net of a closed position includes the fee; a draw refunds it', () => {
  assert.equal(netOf({ ...position, status: 1, result: 'win', profit: '42.5' }), '42.4');
  assert.equal(netOf({ ...position, status: 1, result: 'lose', profit: '-50' }), '-50.1');
  assert.equal(netOf({ ...position, status: 1, result: 'draw' }), '0');
  assert.equal(netOf({ ...position, status: 2 }), '0');
});

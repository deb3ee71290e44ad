/** Goal: the check finds a missing unit and a short reserve. Method: books with one of each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Books } from './calls.ts';
import { checkBooks } from './check-books.ts';

const coin = {
  currency: 'BTC',
  users: '1',
  traders: '2',
  house: '0.5',
  products: '0.00000001',
  cameIn: '3.50000001',
};
const reserve = {
  product: 'finance',
  currency: 'USDT',
  count: 1,
  customers: '10',
  owedNow: '0',
  owedAtMost: '0.2',
  reserved: '0.2',
  free: '5',
  inCoins: null,
};
const books = (coins: Books['coins'], reserves: Books['reserves']): Books => ({
  time: 0,
  seq: '1',
  journal: '',
  coins,
  reserves,
});

test('R10.10 the check in the browser finds one missing unit and a short reserve', () => {
  assert.deepEqual(checkBooks(books([coin], [reserve])), { coins: 1, reserves: 1, wrong: [] });
  const off = [{ ...coin, house: '0.49999999' }];
  const short = [{ ...reserve, reserved: '0.19999999' }];
  assert.deepEqual(checkBooks(books(off, short)).wrong, ['BTC', 'finance USDT']);
});

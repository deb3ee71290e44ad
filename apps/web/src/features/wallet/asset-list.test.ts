/** Goal: the hide-small rule of R4.9. Method: totals around 0.1. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssetRow } from '@glasshouse/protocol/wallet';
import { shownAssets, type AssetFilter } from './asset-list.ts';

const row = (currencyName: string, total: string): AssetRow => ({
  currencyName,
  currency: currencyName,
  status: 1,
  price: '1',
  availableCurrency: total,
  frozenCurrency: '0',
  total,
});
const list = [row('BTC', '0.1'), row('ETH', '0.11'), row('USDT', '500'), row('EOS', '0')];
const names = (filter: AssetFilter) => shownAssets(list, filter).map((each) => each.currency);

test('R4.9 hide-small keeps assets with total above 0.1', () => {
  assert.deepEqual(names({ search: '', hideSmall: true }), ['USDT', 'ETH']);
});
test('R2.6 assets are found by code and listed by value', () => {
  assert.deepEqual(names({ search: '', hideSmall: false }), ['USDT', 'ETH', 'BTC', 'EOS']);
  assert.deepEqual(names({ search: 'e', hideSmall: false }), ['ETH', 'EOS']);
});
test('R2.6 an account of a product lists only the coins that it holds, however little', () => {
  const dust = { ...row('DOGE', '0.001'), total: '0' };
  const shown = shownAssets([...list, dust], { search: '', hideSmall: false, hideEmpty: true });
  assert.deepEqual(
    shown.map(({ currency }) => currency),
    ['USDT', 'ETH', 'BTC', 'DOGE'],
  );
});

/** Goal: the quote table finds and sorts. Method: three pairs with known figures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DayTick, PairInfo } from '@glasshouse/protocol/market';
import { pairRows, type PairFilter } from './pair-list.ts';

const pair = (baseCoin: string, quoteCoin: string, baseName: string): PairInfo => ({
  baseCoin,
  quoteCoin,
  baseName,
  symbol: `${baseCoin}${quoteCoin}`.toLowerCase(),
  state: 'trading',
  delistsAt: null,
  opensAt: null,
  priceDecimals: 2,
  amountDecimals: 4,
  indexDecimals: 2,
  quoteDecimals: 6,
  baseDecimals: 8,
  minNotional: '5',
  maxNotional: '100',
  limitBandPpm: 500_000,
  marketBandPpm: 50_000,
  maxOpenOrders: 200,
  makerFeePpm: 0,
  takerFeePpm: 0,
  secondsContract: true,
});
const day = (open: number, close: number, vol: number): DayTick => ({
  id: 0,
  open,
  close,
  high: close,
  low: open,
  vol,
  amount: 1,
  count: 1,
});
const pairs = [
  pair('BTC', 'USDT', 'Bitcoin'),
  pair('ETH', 'USDT', 'Ethereum'),
  pair('ETH', 'BTC', 'Ethereum'),
];
const tickers = { btcusdt: day(100, 110, 5), ethusdt: day(10, 9, 50), ethbtc: day(1, 1, 1) };
const base: PairFilter = {
  tab: 'USDT',
  search: '',
  favourites: new Set(['ethbtc']),
  sort: { column: 'volume', descending: true },
};
const symbols = (filter: Partial<PairFilter>) =>
  pairRows(pairs, tickers, { ...base, ...filter }).map((row) => row.pair.symbol);

test('R2.16 quotes are listed by quote coin and sorted', () => {
  assert.deepEqual(symbols({}), ['ethusdt', 'btcusdt']);
  assert.deepEqual(symbols({ sort: { column: 'change', descending: true } }), ['btcusdt', 'ethusdt']);
  assert.deepEqual(symbols({ sort: { column: 'price', descending: false } }), ['ethusdt', 'btcusdt']);
});
test('R2.16 quotes can be searched by code and by name', () => {
  assert.deepEqual(symbols({ search: 'bitc' }), ['btcusdt']);
  assert.deepEqual(symbols({ search: 'eth/' }), ['ethusdt']);
});
test('R2.16 favourites list pairs of every quote coin', () => {
  assert.deepEqual(symbols({ tab: 'favourites' }), ['ethbtc']);
});

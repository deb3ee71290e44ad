/**
 * Goal: after a cut nothing counts that was heard before it, and the failure of one coin is its
 * own. Method: a scripted exchange, which keeps its old books as ccxt does;
 * `test/market-sources.test.ts` has the real class.
 */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test, type TestContext } from 'node:test';
import type { CcxtBook, CcxtExchange } from './ccxt-exchange.ts';
import { CcxtSource } from './ccxt-source.ts';

const book = (middle: number, nonce: number): CcxtBook => ({
  bids: [[middle - 1, 1]],
  asks: [[middle + 1, 1]],
  nonce,
});

const settled = async (): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve));
};

function begin(context: TestContext, { isTogether }: { isTogether: boolean }) {
  const books: Record<string, CcxtBook> = { 'BTC/USDT': book(90_000, 1), 'ETH/USDT': book(3100, 1) };
  const messages = new EventEmitter();
  const exchange: CcxtExchange = {
    markets: { 'BTC/USDT': {}, 'ETH/USDT': {} },
    orderbooks: books,
    has: { watchOrderBookForSymbols: isTogether },
    options: {},
    undiciRequest: async () => {},
    getDispatcherOptions: () => ({}),
    loadHttpProxyAgent: async () => {},
    loadMarkets: async () => {},
    watchOrderBookForSymbols: async () => once(messages, 'message'),
    watchOrderBook: async (symbol) => {
      if (symbol === 'ETH/USDT') throw new Error('no such channel');
      await once(messages, 'message');
    },
    fetchOHLCV: async () => Promise.resolve([]),
    close: async () => {},
  };
  const errors: unknown[] = [];
  const source = new CcxtSource({ name: 'one', exchange, onError: (error) => errors.push(error) });
  context.after(() => source.stop());
  const heard = (): string[] => Object.keys(source.quotesAt(0).coins);
  const message = async (): Promise<void> => {
    messages.emit('message');
    await settled();
  };
  source.setCoins(['BTC', 'ETH']);
  return { books, messages, errors, heard, message };
}

test('R10.1 market I6 a book from before a cut is no news when the first message after it comes', async (context) => {
  const { books, messages, errors, heard, message } = begin(context, { isTogether: true });
  await settled();
  await message();
  assert.deepEqual(heard(), ['BTC', 'ETH']);
  messages.emit('error', new Error('cut'));
  await settled();
  assert.deepEqual([heard(), errors.length], [[], 1]);
  // Its first wait before it asks again.
  await new Promise((resolve) => setTimeout(resolve, 300));
  books['BTC/USDT'] = book(90_001, 2);
  await message();
  assert.deepEqual(heard(), ['BTC']);
  books['ETH/USDT'] = book(3101, 2);
  await message();
  assert.deepEqual(heard(), ['BTC', 'ETH']);
});

test('R10.1 market I6 a coin whose channel fails takes no other coin with it', async (context) => {
  const { books, errors, heard, message } = begin(context, { isTogether: false });
  delete books['ETH/USDT'];
  await settled();
  await message();
  assert.deepEqual(heard(), ['BTC']);
  const failures = errors.length;
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.ok(errors.length > failures, 'it has failed again');
  assert.deepEqual(heard(), ['BTC']);
});

/**
 * Goal: a program that only follows its streams knows the same as one that asks. Method: two users
 * place, cancel and replace orders at random over HTTP while ccxt Pro follows both accounts and the
 * book; at the end of each round its orders, fills, balances and book equal those that ccxt reads
 * over HTTP. FOLLOW_MINUTES sets for how long rounds are played.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { IS_NIGHTLY, runs } from '../../../../../tools/nightly.ts';
import { MASTER_KEY } from '../../testing/fund-password.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { keyOf, Program } from '../../testing/program.ts';
import {
  bearStrayErrors,
  ccxtOf,
  type Ccxt,
  type CcxtBalance,
  type CcxtLevels,
  type CcxtOrder,
  type CcxtTrade,
} from '../../testing/ccxt.ts';

const PAIR = 'BTC/USDT';
const symbol = 'BTCUSDT';
/** Of a round: all its orders and fills of a user fit one page of the lists. */
const STEPS = runs(200, 600);
/** At least one round is played. */
const FOLLOWED_MS = Number(process.env.FOLLOW_MINUTES ?? 0) * 60_000;
/** Between steps where rounds are played for long, so that a machine does other work besides. */
const PACE_MS = 20;
const SEED = IS_NIGHTLY ? Date.now() % 1_000_000 : 52;
/** Long enough for any machine. */
const EQUAL_WITHIN_MS = 60_000;

let server: TestServer;
let traders: readonly Trader[];
before(async () => {
  bearStrayErrors();
  server = await startTestServer({ env: { MASTER_KEY, RATE_LIMIT_FACTOR: '1000' } });
  traders = await Promise.all(['one', 'two'].map(traderOf));
});
after(async () => {
  await Promise.all(traders.map(({ client }) => client.close()));
  await server.close();
});

interface Trader {
  readonly client: Ccxt;
  readonly program: Program;
  readonly followed: Followed;
  /** The numbers of orders that were placed and not yet cancelled. */
  readonly placed: number[];
}

async function traderOf(name: string): Promise<Trader> {
  const key = await keyOf(server, await server.register(name));
  const client = await ccxtOf(server.server.url, key);
  const program = new Program(server.server.url, key);
  return { client, program, followed: new Followed(), placed: [] };
}

/** What the streams have told. */
class Followed {
  readonly orders = new Map<string, CcxtOrder>();
  readonly trades = new Map<string, CcxtTrade>();
  balance: CcxtBalance | null = null;
  book: CcxtLevels | null = null;

  start(client: Ccxt): void {
    void follow<CcxtOrder[]>(client, ['watchOrders', PAIR], (orders) => {
      for (const order of orders) this.orders.set(order.id, order);
    });
    void follow<CcxtTrade[]>(client, ['watchMyTrades', PAIR], (trades) => {
      for (const trade of trades) this.trades.set(trade.id, trade);
    });
    void follow<CcxtBalance>(client, ['watchBalance'], (balance) => {
      this.balance = balance;
    });
    void follow<CcxtLevels>(client, ['watchOrderBook', PAIR], (book) => {
      this.book = book;
    });
  }
}

/** Takes what a watch returns again and again, until the program is closed. */
async function follow<T>(
  client: Ccxt,
  [method, ...of]: readonly [string, ...unknown[]],
  take: (told: T) => void,
): Promise<void> {
  try {
    for (;;) take(await client.call<T>(method, ...of));
  } catch (error) {
    if ((error as Error).name !== 'ExchangeClosedByUser') throw error;
  }
}

interface Step {
  readonly by: number;
  readonly action: number;
  readonly which: number;
  readonly side: 'BUY' | 'SELL';
  readonly kind: 'LIMIT' | 'LIMIT_MAKER' | 'IOC' | 'FOK' | 'MARKET';
  readonly price: number;
  readonly quantity: string;
}
const STEP: fc.Arbitrary<Step> = fc.record({
  by: fc.nat({ max: 1 }),
  action: fc.nat({ max: 9 }),
  which: fc.nat({ max: 1_000 }),
  side: fc.constantFrom('BUY', 'SELL'),
  kind: fc.constantFrom('LIMIT', 'LIMIT', 'LIMIT', 'LIMIT_MAKER', 'IOC', 'FOK', 'MARKET'),
  price: fc.integer({ min: 59_970, max: 60_030 }),
  quantity: fc.integer({ min: 10, max: 90 }).map((lots) => `0.000${lots}`),
});

/** One of ten cancels, one replaces, the others place. Some are refused, which changes nothing. */
async function take({ by, action, which, ...step }: Step): Promise<void> {
  const { program, placed } = traders[by]!;
  const order = orderOf(step);
  const at = which % Math.max(1, placed.length);
  if (action < 2 && placed.length > 0) {
    const [orderId] = placed.splice(at, 1) as [number];
    if (action === 0) return void (await program.ask('DELETE /api/v3/order', { symbol, orderId }));
    const replacing = { ...order, cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrderId: orderId };
    const { body } = await program.ask<{ newOrderResponse?: { orderId: number } }>(
      'POST /api/v3/order/cancelReplace',
      replacing,
    );
    const replaced = body.newOrderResponse?.orderId;
    if (replaced !== undefined) placed.push(replaced);
    return;
  }
  const { status, body } = await program.ask<{ orderId: number }>('POST /api/v3/order', order);
  if (status === 200) placed.push(body.orderId);
}

function orderOf({ side, kind, price, quantity }: Pick<Step, 'side' | 'kind' | 'price' | 'quantity'>) {
  if (kind === 'MARKET') return { symbol, side, type: kind, quantity };
  const type = kind === 'LIMIT_MAKER' ? kind : 'LIMIT';
  const timeInForce = kind === 'LIMIT' ? 'GTC' : kind === 'LIMIT_MAKER' ? undefined : kind;
  return { symbol, side, type, timeInForce, price, quantity };
}

/** Without `postOnly`, which ccxt does not read from events. */
const shownOrder = (order: CcxtOrder) => {
  const { id, clientOrderId, type, side, status, price, amount, filled, cost, average } = order;
  return { id, clientOrderId, type, side, status, price, amount, filled, cost, average };
};
const shownTrade = ({ id, order, side, takerOrMaker, price, amount, timestamp, fee }: CcxtTrade) => ({
  id,
  order,
  side,
  takerOrMaker,
  price,
  amount,
  timestamp,
  cost: fee.cost,
  currency: fee.currency,
});
const byId = <T extends { readonly id: string }>(list: Iterable<T>): readonly T[] =>
  [...list].toSorted((a, b) => Number(a.id) - Number(b.id));
const shownBook = ({ bids, asks, nonce }: CcxtLevels) => ({
  bids: Array.from(bids, ([price, amount]) => [price, amount]),
  asks: Array.from(asks, ([price, amount]) => [price, amount]),
  nonce,
});
const COINS = ['BTC', 'USDT'];
const shownBalance = ({ free, used, total }: CcxtBalance) =>
  COINS.map((coin) => [coin, free[coin], used[coin], total[coin]]);

const told = ({ orders, trades, balance, book }: Followed) => ({
  orders: byId(orders.values()).map(shownOrder),
  trades: byId(trades.values()).map(shownTrade),
  balance: balance === null ? null : shownBalance(balance),
  book: book === null ? null : shownBook(book),
});
const asked = async (client: Ccxt) => ({
  orders: byId(await client.call<CcxtOrder[]>('fetchOrders', PAIR, undefined, 1_000)).map(shownOrder),
  trades: byId(await client.call<CcxtTrade[]>('fetchMyTrades', PAIR, undefined, 1_000)).map(shownTrade),
  balance: shownBalance(await client.call<CcxtBalance>('fetchBalance')),
  book: shownBook(await client.call<CcxtLevels>('fetchOrderBook', PAIR, 5_000)),
});

/** Forgets what ended before the page of the lists that was asked for. */
function forgetBefore<T>(known: Map<string, T>, page: readonly { readonly id: string }[]): void {
  const first = Math.min(...page.map(({ id }) => Number(id)));
  for (const id of known.keys()) if (Number(id) < first) known.delete(id);
}

/** Waits for the last events of the streams; then both must be equal. */
async function assertEqual({ client, followed }: Trader): Promise<void> {
  const expected = await asked(client);
  forgetBefore(followed.orders, expected.orders);
  forgetBefore(followed.trades, expected.trades);
  const deadline = Date.now() + EQUAL_WITHIN_MS;
  const areEqual = () => JSON.stringify(told(followed)) === JSON.stringify(expected);
  while (!areEqual() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(told(followed), expected, `seed ${SEED}`);
}

test('D0052 R7.7 ccxt Pro that follows an account and the book knows what ccxt reads over HTTP', async () => {
  for (const { client, followed } of traders) {
    await client.call('loadMarkets');
    followed.start(client);
  }
  // The streams are open when each account has told of one order, and the book of it.
  for (const trader of traders) await untilTold(trader);
  const until = Date.now() + FOLLOWED_MS;
  for (let round = 0; round === 0 || Date.now() < until; round++) await playRound(round);
  const [{ followed }] = traders as readonly [Trader, Trader];
  const statuses = new Set([...followed.orders.values()].map(({ status }) => status));
  assert.deepEqual([...statuses].toSorted(), ['canceled', 'closed', 'expired', 'open']);
  assert.ok(followed.trades.size > STEPS / 10, `${followed.trades.size} fills`);
});

/** Starts without open orders, so none changes once its page of the lists is past. */
async function playRound(round: number): Promise<void> {
  for (const { program, placed } of traders) {
    if (round > 0) await program.ask('DELETE /api/v3/openOrders', { symbol });
    placed.length = 0;
  }
  for (const step of fc.sample(STEP, { numRuns: STEPS, seed: SEED + round })) {
    await take(step);
    if (FOLLOWED_MS > 0) await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  }
  for (const trader of traders) await assertEqual(trader);
  if (round % 20 === 19) console.log(`${round + 1} rounds were equal`);
}

/** Places orders far from all others until the streams tell of the newest. */
async function untilTold({ program, followed }: Trader): Promise<void> {
  const far = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: 50_000, quantity: '0.001' };
  const { body } = await program.ask<{ orderId: number }>('POST /api/v3/order', far);
  const id = String(body.orderId);
  const deadline = Date.now() + EQUAL_WITHIN_MS;
  while (!followed.orders.has(id) || followed.balance === null || followed.book === null) {
    assert.ok(Date.now() < deadline, 'the streams tell nothing');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

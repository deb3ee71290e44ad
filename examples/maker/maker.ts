/**
 * A market maker that uses the published API alone: quotes both sides of three pairs around their
 * last prices, follows them, keeps within its limits, and at its end accounts for every unit.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as client from '@glasshouse/client';
import { mulPpmCeil } from '@glasshouse/money';
import { OwnBooks } from './own-books.ts';
import { Pair, unitsOf } from './pair.ts';

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'LTCUSDT'];
const LEVELS = 3;
/** From the last price to the first quote, and from each quote to the next. */
const DISTANCE_PPM = 40;
/** Quotes follow when the price is so far from where they were made. */
const MOVE_PPM = 30;
/** In the quote coin: of one order, and of what it may be long or short of the base coin. */
const ORDER_VALUE = '40';
const INVENTORY_VALUE = '400';
/** If the platform does not hear from us for so long, it cancels all orders of the account. */
const COUNTDOWN_MS = 10_000;
/** By this our orders are known. */
const PREFIX = `maker-${Date.now().toString(36)}-`;

const { values: given } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    keys: { type: 'string', default: 'data/demo-api-keys.json' },
    seconds: { type: 'string', default: '60' },
  },
});
const { hmac } = JSON.parse(readFileSync(given.keys, 'utf8')) as { hmac: { apiKey: string; secret: string } };
const credentials = await client.hmacKey(hmac.apiKey, hmac.secret);
const socket = new client.SocketClient({ url: given.url, credentials });
await socket.ready();
const info = await socket.ask('market/get-exchange-info', { symbols: SYMBOLS });
const pairs = info.symbols.map((symbol) => new Pair(symbol));
const books = await OwnBooks.open(socket, pairs);
const mirror = new client.AccountMirror(socket, { event: (event) => books.take(event) });
await mirror.whole();
let lastOrder = 0;

/** Our orders on one pair. */
class Quoter {
  readonly pair: Pair;
  price = '0';
  /** Settled when none of its requests is on its way. */
  idle: Promise<void> | null = null;
  #madeAt = 0;

  constructor(pair: Pair) {
    this.pair = pair;
  }

  follow(price: string): void {
    this.price = price;
    const ticks = this.pair.ticks(price);
    const isNear = Math.abs(ticks - this.#madeAt) < mulPpmCeil(this.#madeAt, MOVE_PPM);
    if (isNear || this.idle !== null || !mirror.isWhole) return;
    this.idle = this.#quote(ticks).finally(() => (this.idle = null));
  }

  /** Replaces all orders as one message; those that are refused are missing until the next one. */
  async #quote(ticks: number): Promise<void> {
    const { symbol } = this.pair;
    const old = [...mirror.orders.values()].filter(
      (order) => order.symbol === symbol && order.clientOrderId.startsWith(PREFIX),
    );
    const cancels = old.map(({ orderId }): client.BatchPart => ({
      endpoint: 'spot/delete-order',
      parameters: { symbol, orderId },
    }));
    try {
      await socket.batch([...cancels, ...this.#orders(ticks)]);
      this.#madeAt = ticks;
    } catch (error) {
      // What was lost is in the mirror when the line is back, and is replaced then.
      if (!(error instanceof client.UnansweredError)) throw error;
    }
  }

  #orders(ticks: number): client.BatchPart[] {
    const { symbol, base, decimals } = this.pair;
    const held = this.pair.worth(books.change(base), ticks);
    const most = unitsOf(INVENTORY_VALUE, decimals.quote);
    return (['BUY', 'SELL'] as const).flatMap((side) => {
      const sign = side === 'BUY' ? 1 : -1;
      if (sign * held >= most) return [];
      return Array.from({ length: LEVELS }, (_, i): client.BatchPart => {
        const price = ticks - sign * mulPpmCeil(ticks, DISTANCE_PPM * (i + 1));
        const newClientOrderId = `${PREFIX}${++lastOrder}`;
        const terms = {
          ...this.pair.terms(price, ORDER_VALUE),
          newClientOrderId,
          type: 'LIMIT_MAKER',
        } as const;
        return { endpoint: 'spot/new-order', parameters: { symbol, side, ...terms } };
      });
    });
  }

  /** Cancels all of them, however often the line breaks meanwhile. */
  async end(): Promise<void> {
    await this.idle;
    for (;;) {
      try {
        const { symbol } = this.pair;
        await socket.ask('spot/delete-open-orders', { symbol, origClientOrderIdPrefix: PREFIX });
      } catch (error) {
        if (error instanceof client.ApiError && error.error === 'spot/unknown-order') return;
        if (!(error instanceof client.UnansweredError)) throw error;
        await socket.ready();
      }
    }
  }
}

const quoters = new Map(pairs.map((pair) => [pair.symbol, new Quoter(pair)]));
const stream = new client.MarketStream({
  url: given.url,
  names: SYMBOLS.map((symbol) => client.streamName('miniTicker', { symbol })),
  begun: () => undefined,
  event: (_name, event) => 'c' in event && quoters.get(event.s)?.follow(event.c),
});
const renew = () =>
  socket.ask('spot/countdown-cancel-all', { countdownTime: COUNTDOWN_MS }).catch(() => undefined);
const renewing = setInterval(() => void renew(), COUNTDOWN_MS / 4);
await Promise.race([
  new Promise((resolve) => setTimeout(resolve, Number(given.seconds) * 1_000)),
  new Promise((resolve) => process.once('SIGINT', resolve)),
]);

stream.close();
clearInterval(renewing);
for (const quoter of quoters.values()) await quoter.end();
await socket.ask('spot/countdown-cancel-all', { countdownTime: 0 });
await mirror.whole();
// Events that were no longer kept after a cut.
if (mirror.readings > 1) await books.complete();
for (const { pair, price } of quoters.values())
  console.log(`${pair.symbol}: ${books.profit(pair, price)} at ${price}`);
const differences = await books.differences();
socket.close();
for (const difference of differences) console.log(`Differs: ${difference}`);
if (differences.length === 0) console.log(`Reconciled: ${books.count} trades, every unit is accounted for`);
else process.exitCode = 1;

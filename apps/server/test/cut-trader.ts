/**
 * A trader whose line is cut: sends seeded requests by our own client, and keeps what each was
 * answered, which trades it was told of, and what it sent without an answer.
 */
import {
  AccountMirror,
  ApiError,
  BookFollower,
  RestClient,
  SocketClient,
  UnansweredError,
  type BatchPart,
  type Credentials,
  type ParametersFor,
} from '@glasshouse/client';

export const SYMBOL = 'BTCUSDT';
const BACKOFF = { firstMs: 20, maxMs: 500 };
/** Actions at a time. */
const AT_ONCE = 8;
const BATCH = 12;
/** More than may wait on one socket. */
const FLOOD = 450;

type Order = ParametersFor<'spot/new-order'>;
/** What a new order was answered. 'cancelled': and its cancel was answered too. */
export type Fate = 'placed' | 'cancelled' | 'refused' | 'unknown' | 'not-sent';

export interface TraderOptions {
  /** Of the network that is cut. */
  readonly url: string;
  readonly credentials: Credentials;
  readonly seed: number;
}

export class CutTrader {
  /** By client order id. */
  readonly orders = new Map<string, Fate>();
  /** Of an order that was amended: the quantity that was answered last. */
  readonly amended = new Map<string, string>();
  readonly lost = new Map<string, UnansweredError>();
  /** The trades that events told, in their order. */
  readonly trades: number[] = [];
  /** How often events were missing, which may happen when the server has restarted. */
  anew = 0;
  misfits = 0;
  refusals = new Map<string, number>();
  socket!: SocketClient;
  mirror!: AccountMirror;
  book!: BookFollower;
  readonly #options: TraderOptions;
  readonly #random: (count: number) => number;
  #price = 0;
  #names = 0;

  constructor(options: TraderOptions) {
    this.#options = options;
    this.#random = seeded(options.seed);
    this.#open();
  }

  /** Ends the program and begins another one, which knows only what it wrote down. */
  restart(): void {
    this.close();
    this.#open();
  }

  close(): void {
    this.misfits += this.socket.misfits + this.book.misfits;
    this.socket.close();
    this.book.close();
  }

  #open(): void {
    const { url, credentials } = this.#options;
    this.socket = new SocketClient({ url, credentials, backoff: BACKOFF });
    this.mirror = new AccountMirror(this.socket, {
      event: (event) => {
        if (event.e === 'executionReport' && event.x === 'TRADE') this.trades.push(event.t);
      },
      anew: () => this.anew++,
    });
    this.book = new BookFollower({ url, rest: new RestClient({ url }), symbol: SYMBOL, backoff: BACKOFF });
  }

  /** Acts until it is over; resolves when nothing is on its way any more. */
  async act(isOver: () => boolean): Promise<void> {
    const { price } = await this.#priceNow();
    this.#price = Math.round(Number(price));
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (!isOver()) {
          await this.#step();
          // Lets others on, also where a request fails at once.
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      }),
    );
  }

  async #priceNow(): Promise<{ readonly price: string }> {
    for (;;) {
      await this.socket.ready();
      try {
        const found = await this.socket.ask('market/get-price', { symbol: SYMBOL });
        return Array.isArray(found) ? found[0]! : found;
      } catch (error) {
        if (!(error instanceof UnansweredError)) throw error;
      }
    }
  }

  async #step(): Promise<void> {
    const kind = this.#random(40);
    if (kind === 0) return this.#flood();
    if (kind < 3) return this.#cancelAll();
    if (kind < 8) return this.#batch();
    const open = this.#someOpen();
    if (kind < 20 || open === null) return this.#place(this.#order());
    if (kind < 28) return this.#cancel(open);
    if (kind < 33) return this.#amend(open);
    return this.#replace(open);
  }

  /** Mostly far from the price, some where they trade at once. */
  #order(): Order & { readonly newClientOrderId: string } {
    const side = this.#random(2) === 0 ? 'BUY' : 'SELL';
    const percent = this.#random(4) === 0 ? -1 : 1 + this.#random(20);
    const sign = side === 'BUY' ? -1 : 1;
    return {
      symbol: SYMBOL,
      side,
      type: 'LIMIT',
      timeInForce: this.#random(6) === 0 ? 'IOC' : 'GTC',
      price: String(Math.round(this.#price * (1 + (sign * percent) / 100))),
      quantity: `0.000${10 + this.#random(90)}`,
      newClientOrderId: `cut-${this.#options.seed}-${++this.#names}`,
      newOrderRespType: 'RESULT',
    };
  }

  #someOpen(): string | null {
    const open = [...this.mirror.orders.values()];
    return open.length === 0 ? null : open[this.#random(open.length)]!.clientOrderId;
  }

  async #place(order: Order & { readonly newClientOrderId: string }): Promise<void> {
    await this.#noted([order.newClientOrderId], async () => {
      await this.socket.ask('spot/new-order', order);
      this.#note(order.newClientOrderId, 'placed');
    });
  }

  async #cancel(origClientOrderId: string): Promise<void> {
    await this.#noted([], async () => {
      await this.socket.ask('spot/delete-order', { symbol: SYMBOL, origClientOrderId });
      this.#note(origClientOrderId, 'cancelled');
    });
  }

  async #cancelAll(): Promise<void> {
    await this.#noted([], async () => {
      const gone = await this.socket.ask('spot/delete-open-orders', { symbol: SYMBOL });
      for (const one of gone) if ('origClientOrderId' in one) this.#note(one.origClientOrderId, 'cancelled');
    });
  }

  async #amend(origClientOrderId: string): Promise<void> {
    await this.#noted([], async () => {
      const given = { symbol: SYMBOL, origClientOrderId, newQty: '0.00009' };
      const { amendedOrder } = await this.socket.ask('spot/amend-keep-priority', given);
      this.amended.set(origClientOrderId, amendedOrder.qty);
    });
  }

  async #replace(cancelOrigClientOrderId: string): Promise<void> {
    const order = this.#order();
    await this.#noted([order.newClientOrderId], async () => {
      const mode = { cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrigClientOrderId } as const;
      await this.socket.ask('spot/cancel-replace', { ...order, ...mode });
      this.#note(cancelOrigClientOrderId, 'cancelled');
      this.#note(order.newClientOrderId, 'placed');
    });
  }

  async #batch(): Promise<void> {
    const orders = Array.from({ length: BATCH }, () => this.#order());
    const parts = orders.map((parameters): BatchPart => ({ endpoint: 'spot/new-order', parameters }));
    await this.#noted(
      orders.map(({ newClientOrderId }) => newClientOrderId),
      async () => {
        const results = await this.socket.batch(parts);
        for (const [i, { error }] of results.entries()) {
          this.#note(orders[i]!.newClientOrderId, error === null ? 'placed' : 'refused');
          if (error !== null) this.#refused(error);
        }
      },
    );
  }

  async #flood(): Promise<void> {
    await Promise.all(Array.from({ length: FLOOD }, () => this.#place(this.#order())));
  }

  /** Notes what becomes of orders when the request is refused, or its answer is missing. */
  async #noted(names: readonly string[], ask: () => Promise<void>): Promise<void> {
    try {
      await ask();
    } catch (error) {
      if (error instanceof ApiError) this.#refused(error);
      else if (!(error instanceof UnansweredError)) throw error;
      for (const name of names) {
        this.#note(name, error instanceof UnansweredError ? error.outcome : 'refused');
        if (error instanceof UnansweredError && error.outcome === 'unknown') this.lost.set(name, error);
      }
    }
  }

  /** The answer to a cancel may come before that to the batch that placed the order. */
  #note(name: string, fate: Fate): void {
    if (this.orders.get(name) !== 'cancelled') this.orders.set(name, fate);
  }

  #refused({ error }: ApiError): void {
    this.refusals.set(error, (this.refusals.get(error) ?? 0) + 1);
  }
}

/** Numbers below a count, the same in each run (mulberry32). */
function seeded(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}

/**
 * The open orders and balances of an account, kept by its events. They are read at the start and
 * where events are missing; in between nothing is asked.
 */
import type { ExecutionReport, UserEvent } from '@glasshouse/protocol/programs';
import type { EventFollower } from './account-events.ts';
import { delay } from './backoff.ts';
import type { AnswerOf } from './endpoint-types.ts';
import type { SocketClient } from './socket-client.ts';

type Order = AnswerOf<'spot/query-open-orders'>[number];
/** An open order, in the fields that its events tell. */
export type MirroredOrder = Pick<Order, (typeof TOLD)[number]>;
export interface Balance {
  readonly free: string;
  readonly locked: string;
}

const TOLD = [
  'symbol',
  'orderId',
  'clientOrderId',
  'side',
  'type',
  'price',
  'origQty',
  'executedQty',
  'cummulativeQuoteQty',
  'status',
] as const;
const OPEN: ReadonlySet<string> = new Set(['NEW', 'PARTIALLY_FILLED']);
const AGAIN_MS = 1_000;

export interface MirrorOptions {
  /** Gets each event once, as it comes. */
  readonly event?: (event: UserEvent) => void;
  /** Called when events are missing: what `event` was told has a gap here. */
  readonly anew?: () => void;
}

export class AccountMirror implements EventFollower {
  /** How often orders and balances were read. */
  readings = 0;
  readonly #socket: SocketClient;
  readonly #options: MirrorOptions;
  readonly #orders = new Map<number, MirroredOrder>();
  readonly #balances = new Map<string, Balance>();
  /** Events since the reading began; null when all are applied. */
  #held: UserEvent[] | null = [];
  #waiting: (() => void)[] = [];

  constructor(socket: SocketClient, options: MirrorOptions = {}) {
    this.#socket = socket;
    this.#options = options;
    socket.follow(this);
  }

  /** Whether it shows the account. While it is read anew, it shows what it was before. */
  get isWhole(): boolean {
    return this.#held === null;
  }

  /** Resolves when it shows the account; rejects if the socket has ended before. */
  async whole(): Promise<void> {
    if (this.isWhole) return;
    const shown = new Promise<void>((resolve) => this.#waiting.push(resolve));
    await Promise.race([shown, this.#socket.ended]);
  }

  /** By their numbers. */
  get orders(): ReadonlyMap<number, MirroredOrder> {
    return this.#orders;
  }

  /** By coin. */
  get balances(): ReadonlyMap<string, Balance> {
    return this.#balances;
  }

  resumed(isWhole: boolean): void {
    if (!isWhole) this.#options.anew?.();
    if (!isWhole || !this.isWhole) void this.#read();
  }

  event(event: UserEvent): void {
    if (this.#held === null) this.#apply(event);
    else this.#held.push(event);
    this.#options.event?.(event);
  }

  /**
   * Each event tells a whole order or balance, so the last one of each is right, whether or not
   * what was read has it already.
   */
  async #read(): Promise<void> {
    const held: UserEvent[] = [];
    this.#held = held;
    while (this.#held === held && !this.#socket.isClosed) {
      try {
        const [{ balances }, orders] = await Promise.all([
          this.#socket.ask('spot/query-account'),
          this.#socket.ask('spot/query-open-orders'),
        ]);
        if (this.#held !== held) return;
        this.#show(balances, orders);
        this.#held = null;
        for (const event of held) this.#apply(event);
        for (const resolve of this.#waiting.splice(0)) resolve();
      } catch {
        await delay(AGAIN_MS, new AbortController().signal);
      }
    }
  }

  #show(balances: AnswerOf<'spot/query-account'>['balances'], orders: readonly Order[]): void {
    this.readings++;
    this.#orders.clear();
    for (const order of orders) this.#orders.set(order.orderId, toldOf(order));
    this.#balances.clear();
    for (const { asset, free, locked } of balances) this.#balances.set(asset, { free, locked });
  }

  #apply(event: UserEvent): void {
    if (event.e === 'outboundAccountPosition')
      for (const { a: asset, f: free, l: locked } of event.B) this.#balances.set(asset, { free, locked });
    if (event.e !== 'executionReport') return;
    if (OPEN.has(event.X)) this.#orders.set(event.i, orderOf(event));
    else this.#orders.delete(event.i);
  }
}

const toldOf = (order: Order): MirroredOrder =>
  Object.fromEntries(TOLD.map((field) => [field, order[field]])) as unknown as MirroredOrder;

const orderOf = (report: ExecutionReport): MirroredOrder => ({
  symbol: report.s,
  orderId: report.i,
  clientOrderId: report.c,
  side: report.S,
  type: report.o,
  price: report.p,
  origQty: report.q,
  executedQty: report.z,
  cummulativeQuoteQty: report.Z,
  status: report.X,
});

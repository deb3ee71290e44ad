/**
 * The life of a market: its definition, its terms, halts, and its end.
 *
 * A notice says when a market ends. At the first tick from then on it is delisted for good, and a
 * source in the due queue cancels its orders one by one, best prices first, then the waiting ones
 * (D0013). A market that a product still needs then gets no notice, and products promise nothing
 * beyond one (`CoreFeature.needs`), so no promise loses its price.
 *
 * A halted market can have a time at which it opens, at the first tick from then on.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { DueItem, DueQueue } from '../../due/due-queue.ts';
import type { Kernel, PricedTick } from '../../contract/feature.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import { Market, MARKET_STATUS, type Registry } from '../../registry.ts';
import { isMarketSound } from './bounds.ts';
import type { ChangeMarket, DefineMarket, DelistMarket, OpenMarket, SetMarketStatus } from './commands.ts';
import { DUE_ORDER, SPOT_CODE, type DueOrders } from './due-orders.ts';
import type { Fees } from './fees.ts';
import type { WaitingOrders } from './waiting-orders.ts';
import { BUY, SELL } from '../../matching/side.ts';

/** Market numbers run from 0 to MARKETS_MAX - 1. */
const MARKETS_MAX = 1024;
/** The longest notice, of an end or an opening. */
export const NOTICE_MS_MAX = 366 * 86_400_000;

interface Parts {
  readonly kernel: Kernel;
  readonly pool: OrderPool;
  readonly fees: Fees;
  readonly due: DueOrders;
  readonly waiting: WaitingOrders;
}

export class Listings {
  readonly #kernel: Kernel;
  readonly #registry: Registry;
  readonly #queue: DueQueue;
  readonly #pool: OrderPool;
  readonly #fees: Fees;
  readonly #due: DueOrders;
  readonly #waiting: WaitingOrders;

  constructor({ kernel, pool, fees, due, waiting }: Parts) {
    this.#kernel = kernel;
    this.#registry = kernel.registry;
    this.#queue = kernel.due;
    this.#pool = pool;
    this.#fees = fees;
    this.#due = due;
    this.#waiting = waiting;
  }

  define(command: DefineMarket): RefusalName | null {
    const { market, base, quote } = command;
    const { assets, markets } = this.#registry;
    const baseAsset = assets[base];
    const quoteAsset = assets[quote];
    if (baseAsset === undefined || quoteAsset === undefined || base === quote) return 'wallet/unknown-asset';
    const isShaped =
      Number.isInteger(market) &&
      market >= 0 &&
      market < MARKETS_MAX &&
      command.lotDecimals <= baseAsset.decimals &&
      command.indexDecimals >= command.priceDecimals;
    if (!isShaped || markets[market] !== undefined) return 'request/invalid';
    const decimals = { base: baseAsset.decimals, quote: quoteAsset.decimals };
    if (!isMarketSound(command, decimals)) return 'request/invalid';
    const defined = new Market(command, decimals, this.#pool);
    markets[market] = defined;
    this.#fees.price(defined);
    return null;
  }

  /** Orders that rest stay. Fees are those of the moment of a trade, whenever its orders came. */
  change({ type: _type, ...terms }: ChangeMarket): RefusalName | null {
    const market = this.#listed(terms.market);
    if (market === null) return 'market/unknown-pair';
    const definition = { ...market.definition, ...terms };
    const { assets } = this.#registry;
    const [base, quote] = [assets[market.base]!.decimals, assets[market.quote]!.decimals];
    if (!isMarketSound(definition, { base, quote })) return 'request/invalid';
    market.change(definition);
    this.#fees.price(market);
    return null;
  }

  /** Halts or resumes a market. */
  setStatus({ market: number, status, cancels }: SetMarketStatus): RefusalName | null {
    const market = this.#registry.markets[number];
    if (market === undefined || market.status === MARKET_STATUS.delisted) return 'market/unknown-pair';
    const isHalt = status === MARKET_STATUS.halted;
    if (!isHalt && status !== MARKET_STATUS.trading) return 'request/invalid';
    market.status = status;
    market.takesCancels = !isHalt || cancels === 1;
    market.opensMs = 0;
    if (!isHalt) this.#due.resume(number);
    return null;
  }

  /** Gives notice, moves its time, or takes it back. */
  delist({ market: number, closesMs }: DelistMarket, timeMs: number): RefusalName | null {
    const market = this.#listed(number);
    if (market === null) return 'market/unknown-pair';
    if (closesMs !== 0 && !isNotice(closesMs, timeMs)) return 'request/invalid';
    if (closesMs !== 0 && this.#kernel.isNeeded(number, { timeMs, closesMs })) return 'market/needed';
    market.closesMs = closesMs;
    return null;
  }

  /** Names or moves the time of an opening. */
  open({ market: number, opensMs }: OpenMarket, timeMs: number): RefusalName | null {
    const market = this.#listed(number);
    if (market === null) return 'market/unknown-pair';
    const { status, closesMs } = market;
    const isBeforeEnd = closesMs === 0 || opensMs < closesMs;
    if (!isNotice(opensMs, timeMs) || !isBeforeEnd || status !== MARKET_STATUS.halted)
      return 'request/invalid';
    // A new coin that is being sold begins to trade when it is listed.
    if (!market.hasPrice && this.#kernel.isNeeded(number, { timeMs, closesMs: timeMs }))
      return 'market/needed';
    market.opensMs = opensMs;
    return null;
  }

  #listed(number: number): Market | null {
    const market = this.#registry.markets[number];
    return market === undefined || market.status === MARKET_STATUS.delisted ? null : market;
  }

  /** Ends a market whose notice a tick has reached, or opens one whose time has come. */
  onTick(market: Market, { tick, tickMs }: PricedTick): void {
    if (market.status === MARKET_STATUS.delisted) return;
    if (market.closesMs !== 0 && tickMs >= market.closesMs) {
      market.status = MARKET_STATUS.delisted;
      market.takesCancels = true;
      market.opensMs = 0;
      this.#addSource(market, tick);
    } else if (market.opensMs !== 0 && tickMs >= market.opensMs) {
      const { index } = market.book;
      this.setStatus({ type: 'set-market-status', market: index, status: MARKET_STATUS.trading, cancels: 1 });
    }
  }

  #addSource(market: Market, tick: number): void {
    const { index } = market.book;
    // One item stands for all: a restore finds the orders again.
    const item = { feature: SPOT_CODE, tick, market: index, id: index, action: DUE_ORDER.delist };
    const whole = { ...item, tickMs: 0, price: 0 };
    const hasNext = (): boolean => this.nextOrder(market) !== 0;
    this.#queue.addSource({
      ...item,
      hasNext,
      take: () => whole,
      waiting: () => (hasNext() ? [whole] : []),
    });
  }

  restoreDue({ market, tick }: DueItem): void {
    this.#addSource(this.#registry.markets[market]!, tick);
  }

  /** The slot of the next order that a delisted market cancels; 0 if it has none. */
  nextOrder({ book }: Market): number {
    for (const side of [BUY, SELL] as const) {
      const best = book.best(side);
      if (best !== 0) return book.headAt(side, best);
    }
    for (const slot of this.#waiting.slots(book.index)) return slot;
    return 0;
  }

  /**
   * Whether the volumes of the fee tiers are counted at this market's price: it prices the quote
   * asset of another one.
   */
  prices(market: Market): boolean {
    const asset = this.#fees.definition?.asset;
    if (market.quote !== asset) return false;
    return this.#registry
      .defined()
      .some((other) => other.quote === market.base && other.status !== MARKET_STATUS.delisted);
  }
}

const isNotice = (atMs: number, timeMs: number): boolean =>
  Number.isSafeInteger(atMs) && atMs > timeMs && atMs - timeMs <= NOTICE_MS_MAX;

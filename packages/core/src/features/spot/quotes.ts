/**
 * Quotes of a market maker: one command replaces all of them on a market. They are ordinary resting
 * orders that leave no rows in the order history. Money moves in one net posting per asset.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { Side } from '../../matching/side.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import type { Market, Registry } from '../../registry.ts';
import type { SpotParts } from './execution.ts';
import type { OpenOrders } from './open-orders.ts';
import { flagsOf } from './order-flags.ts';
import { unitsToFreeze } from './terms.ts';
import * as ACCOUNTS from '../../accounts.ts';
import * as SIDE from '../../matching/side.ts';
import * as REGISTRY from '../../registry.ts';
import * as COMMANDS from './commands.ts';
import * as RECORD from '../../matching/order-record.ts';
import * as SPOT_RECORD from './order-record.ts';
import * as REASONS from './reasons.ts';

const { FIRST_USER, WALLET } = ACCOUNTS;
const { BUY, SELF_TRADE, SELL } = SIDE;
const { MARKET_STATUS } = REGISTRY;
const { TIME_IN_FORCE: TIF } = COMMANDS;
const { FIELDS, PLACE, PLACE_MASK, QUANTITIES, SLOT_MASK } = RECORD;
const { FEE, FILLED_QUOTE, FROZEN, IS_QUOTE, LOTS, PLACED_MS } = SPOT_RECORD;

/** Most quotes per side; more are refused. */
export const QUOTES_MAX = 500;

const { 'order-frozen': FROZEN_FOR, 'order-released': RELEASED } = REASONS.SPOT_REASON;

const QUOTE_FLAGS = flagsOf(TIF.POST_ONLY, SELF_TRADE.cancelNewest) | IS_QUOTE;

export class Quotes {
  declare private readonly ledger: Ledger;
  declare private readonly registry: Registry;
  declare private readonly pool: OrderPool;
  declare private readonly orders: OpenOrders;

  constructor(parts: SpotParts & { orders: OpenOrders }) {
    this.ledger = parts.ledger;
    this.registry = parts.registry;
    this.pool = parts.pool;
    this.orders = parts.orders;
  }

  /**
   * Replaces an owner's quotes on a market; returns the number that now rest. Money moves in one
   * net posting per asset. Skips quotes that would trade or that the balance does not cover. On a
   * halted market it only withdraws quotes.
   */
  replace(
    command: { owner: number; market: number; bids: readonly number[]; asks: readonly number[] },
    timeMs: number,
  ): RefusalName | number {
    const market = this.registry.markets[command.market];
    if (market === undefined) return 'market/unknown-pair';
    if (command.owner >= FIRST_USER) return 'spot/unknown-order';
    if (Math.max(command.bids.length, command.asks.length) > 2 * QUOTES_MAX) return 'request/invalid';
    const block = this.ledger.blockOf(command.owner, WALLET.exchange);
    const released = this.#withdrawQuotes(block, market);
    let count = 0;
    for (const side of [BUY, SELL] as const) {
      const asset = side === BUY ? market.definition.quote : market.definition.base;
      const source = block * this.ledger.stride + asset;
      const budget = this.ledger.available(source) + released[side];
      const placed = this.#placeQuotes(market, side, {
        block,
        levels: side === BUY ? command.bids : command.asks,
        budget,
        timeMs,
      });
      const net = placed.frozen - released[side];
      if (net > 0) this.ledger.freeze({ account: source, units: net, reason: FROZEN_FOR, reference: 0 });
      else if (net < 0) this.ledger.release({ account: source, units: -net, reason: RELEASED, reference: 0 });
      count += placed.count;
    }
    return count;
  }

  #withdrawQuotes(block: number, market: Market): [number, number] {
    const released: [number, number] = [0, 0];
    const { fields, quantities } = this.pool;
    for (const slot of this.orders.slotsOf(block)) {
      const place = fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
      if ((place & PLACE_MASK) >> 1 !== market.book.index || (place & IS_QUOTE) === 0) continue;
      market.book.remove(slot);
      released[place & 1] = released[place & 1]! + quantities[(slot & SLOT_MASK) * QUANTITIES + FROZEN]!;
      this.orders.drop(slot, block);
    }
    return released;
  }

  #placeQuotes(
    market: Market,
    side: Side,
    quotes: { block: number; levels: readonly number[]; budget: number; timeMs: number },
  ): { frozen: number; count: number } {
    let frozen = 0;
    let count = 0;
    if (market.status !== MARKET_STATUS.trading) return { frozen, count };
    for (let i = 0; i + 1 < quotes.levels.length && this.pool.hasRoom; i += 2) {
      const price = quotes.levels[i]!;
      const lots = quotes.levels[i + 1]!;
      if (!isQuotable(market, side, { price, lots })) continue;
      const need = unitsToFreeze(market, { side, price, lots });
      if (need < 0 || frozen + need > quotes.budget) break;
      const slot = this.pool.take();
      market.book.rest(slot, { side, price, lots, owner: quotes.block, flags: QUOTE_FLAGS });
      this.orders.add(slot, quotes.block);
      const { quantities } = this.pool;
      const from = (slot & SLOT_MASK) * QUANTITIES;
      quantities[from + LOTS] = lots;
      quantities[from + FILLED_QUOTE] = 0;
      quantities[from + FEE] = 0;
      quantities[from + FROZEN] = need;
      quantities[from + PLACED_MS] = quotes.timeMs;
      frozen += need;
      count++;
    }
    return { frozen, count };
  }
}

function isQuotable(market: Market, side: Side, quote: { price: number; lots: number }): boolean {
  const isWhole =
    Number.isSafeInteger(quote.price) &&
    quote.price > 0 &&
    quote.price < 2 ** 30 &&
    Number.isSafeInteger(quote.lots) &&
    quote.lots > 0;
  return isWhole && quote.lots <= market.lotsMax && !market.book.crosses(side, quote.price);
}

/**
 * Places the exits of orders. When an order with a stop loss or a take profit ends and has traded,
 * one waiting order takes its place. It sells the lots that a buy has received, or spends the
 * amount that a sale has received, as far as the owner still has it available; at market, when the
 * index price reaches one of its triggers.
 *
 * A delisted market places none. An exit is not checked against the limits of the owner's orders,
 * because its entry was. Its trigger may already be reached: then the next tick fires it.
 */
import { sideOf, selfTradeOf, flagsOf } from './order-flags.ts';
import type { Conditionals } from './conditionals.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { Exit } from './settlement.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { MARKET_STATUS, type Market, type Registry } from '../../registry.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import * as SIDE from '../../matching/side.ts';
import * as COMMANDS from './commands.ts';
import * as EVENTS from './events.ts';
import * as RECORD from '../../matching/order-record.ts';

const { BUY, SELL } = SIDE;
const { STOP_KIND, TIME_IN_FORCE: TIF } = COMMANDS;
const { NO_EXTRA } = EVENTS;
const { PLACE_MASK } = RECORD;

/** The size of an exit: lots of a sale, quote units of a purchase. */
interface Size {
  readonly lots: number;
  readonly quoteAmount: number;
}

export class Exits {
  readonly #registry: Registry;
  readonly #pool: OrderPool;
  readonly #conditionals: Conditionals;
  readonly #log: EventLog;
  readonly #ledger: Ledger;

  constructor(parts: {
    readonly registry: Registry;
    readonly pool: OrderPool;
    readonly log: EventLog;
    readonly ledger: Ledger;
    readonly conditionals: Conditionals;
  }) {
    this.#registry = parts.registry;
    this.#pool = parts.pool;
    this.#log = parts.log;
    this.#ledger = parts.ledger;
    this.#conditionals = parts.conditionals;
  }

  /** Places the exits of orders that have ended, and empties the list. */
  place(ended: Exit[]): void {
    for (const exit of ended.splice(0)) this.#place(exit);
  }

  #place(exit: Exit): void {
    const { block, place, extra, entry } = exit;
    const market = this.#registry.markets[(place & PLACE_MASK) >> 1]!;
    if (market.status === MARKET_STATUS.delisted) return;
    const side = sideOf(place) === BUY ? SELL : BUY;
    const asset = side === BUY ? market.quote : market.base;
    const available = this.#ledger.available(block * this.#ledger.stride + asset);
    const size = sizeOf(exit, market, available);
    // The entry's slot has just been freed, so there is room, unless that slot has used its last
    // generation.
    if (size === null || !this.#pool.hasRoom) return;
    const { stopLoss, takeProfit } = extra;
    const isBracket = stopLoss > 0 && takeProfit > 0;
    const single = stopLoss > 0 ? STOP_KIND.stopLoss : STOP_KIND.takeProfit;
    const kind = isBracket ? STOP_KIND.bracket : single;
    this.#conditionals.wait(this.#pool.take(), {
      block,
      market,
      side,
      price: 0,
      lots: size.lots,
      frozen: side === BUY ? size.quoteAmount : size.lots * market.unitsPerLot,
      flags: flagsOf(TIF.GTC, selfTradeOf(place)),
      timeMs: this.#log.timeMs,
      extra: {
        ...NO_EXTRA,
        quoteAmount: size.quoteAmount,
        kind,
        trigger: stopLoss || takeProfit,
        target: isBracket ? takeProfit : 0,
        isAbove: (side === BUY) === (kind !== STOP_KIND.takeProfit),
        entry,
      },
    });
  }
}

/**
 * The size of the exit: what the order has received after fees, as far as it is available. Null if
 * that is less than a lot, or than the smallest value of an order. A quote amount is cut to the
 * largest value of an order, which also applies when the exit fires.
 */
function sizeOf({ place, lots, quoteUnits, fee }: Exit, market: Market, available: number): Size | null {
  if (sideOf(place) === SELL) {
    const { minNotional, maxNotional } = market.definition;
    const quoteAmount = Math.min(quoteUnits - fee, available, maxNotional);
    return quoteAmount < minNotional ? null : { lots: 0, quoteAmount };
  }
  const units = Math.min(lots * market.unitsPerLot - fee, available);
  const received = Math.floor(units / market.unitsPerLot);
  return received < 1 ? null : { lots: received, quoteAmount: 0 };
}

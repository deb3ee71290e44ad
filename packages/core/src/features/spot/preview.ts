/**
 * Computes what an order would do now, without placing it: applies the same checks and walks the
 * book as the match would. Ignores the hidden lots of icebergs; with those, the order can trade
 * more, or at a better price.
 */
import * as QUOTE from '@glasshouse/protocol/spot/quote';
import type { RefusalName } from '@glasshouse/protocol';
import type { PlaceConditional, PlaceExtended } from './commands.ts';
import type { Conditionals } from './conditionals.ts';
import type { Execution } from './execution.ts';
import type { CheckedOrder, ExtendedOrders } from './extended-orders.ts';
import { unitsToFreeze } from './terms.ts';
import * as SIDE from '../../matching/side.ts';
import * as COMMANDS from './commands.ts';
import * as RECORD from '../../matching/order-record.ts';

const { feeOf } = QUOTE;
const { BUY, SELF_TRADE, SELL } = SIDE;
const { TIME_IN_FORCE: TIF } = COMMANDS;
const { FIELDS, NEXT, OPEN, OWNER, QUANTITIES, SLOT_MASK } = RECORD;

/** Prices are in ticks, 0 without a fill; quantities in lots; amounts in units. */
export interface OrderPreview {
  readonly filledLots: number;
  readonly filledQuote: number;
  /** The fee, in the asset that the order receives. */
  readonly fee: number;
  readonly bestPrice: number;
  readonly worstPrice: number;
  /** Lots that rest or wait. */
  readonly restingLots: number;
  /** Units frozen for those lots, in the asset that the order pays. */
  readonly frozen: number;
  /** Lots that self-trade prevention (`decrement`) would take from the order. */
  readonly preventedLots: number;
  /** False if a part of the order would be cancelled. */
  readonly isComplete: boolean;
}

const ENDS_AT_OWN = new Set<number>([SELF_TRADE.cancelNewest, SELF_TRADE.cancelBoth]);

const NOTHING = {
  filledLots: 0,
  filledQuote: 0,
  fee: 0,
  bestPrice: 0,
  worstPrice: 0,
  restingLots: 0,
  frozen: 0,
  preventedLots: 0,
  isComplete: true,
};

export class Previews {
  readonly #extended: ExtendedOrders;
  readonly #conditionals: Conditionals;
  readonly #execution: Execution;

  constructor(parts: {
    readonly extended: ExtendedOrders;
    readonly conditionals: Conditionals;
    readonly execution: Execution;
  }) {
    this.#extended = parts.extended;
    this.#conditionals = parts.conditionals;
    this.#execution = parts.execution;
  }

  of(command: PlaceExtended | PlaceConditional, timeMs: number): RefusalName | OrderPreview {
    if (command.type === 'place-conditional') {
      const waiting = this.#conditionals.check(command, timeMs);
      if (typeof waiting === 'string') return waiting;
      return { ...NOTHING, restingLots: command.lots, frozen: waiting.frozen };
    }
    const checked = this.#extended.check(command, timeMs, false);
    return typeof checked === 'string' ? checked : this.#walk(command, checked);
  }

  // oxlint-disable-next-line complexity -- Follows the match.
  #walk(command: PlaceExtended, { market, block, terms }: CheckedOrder): OrderPreview {
    const { side, price: ownPrice, timeInForce, selfTrade } = command;
    const { book, feePpm } = market;
    const { fees, orders } = this.#execution;
    const { pool } = orders;
    const { fields, quantities, fillsMax } = pool;
    const other = side === BUY ? SELL : BUY;
    const rate = feePpm[(fees.traders[block << 1]! << 1) | 1]!;
    const done = { ...NOTHING };
    let left = terms.lots;
    let hasEnded = false;
    let met = 0;
    for (let at = book.best(other); at !== 0 && !hasEnded; at = book.nextPrice(other, at)) {
      if (left === 0 || (side === BUY ? at > terms.limit : at < terms.limit)) break;
      for (let slot = book.headAt(other, at); slot !== 0 && left > 0;) {
        const next = fields[(slot & SLOT_MASK) * FIELDS + NEXT]!;
        const isOwn = selfTrade !== SELF_TRADE.allow && fields[(slot & SLOT_MASK) * FIELDS + OWNER] === block;
        hasEnded = met === fillsMax || (isOwn && ENDS_AT_OWN.has(selfTrade));
        if (hasEnded) break;
        met++;
        if (isOwn && selfTrade === SELF_TRADE.decrement) {
          const lots = Math.min(left, quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]!);
          left -= lots;
          done.preventedLots += lots;
          hasEnded = left === 0;
        }
        if (!isOwn) {
          const lots = Math.min(left, pool.shownLots(slot));
          const quote = market.quoteFloor(at, lots);
          left -= lots;
          done.filledLots += lots;
          done.filledQuote += quote;
          done.fee += feeOf(side === BUY ? lots * market.unitsPerLot : quote, rate);
          done.bestPrice ||= at;
          done.worstPrice = at;
        }
        slot = next;
      }
    }
    const rests = ownPrice !== 0 && (timeInForce === TIF.GTC || timeInForce === TIF.POST_ONLY);
    if (!rests || hasEnded || left === 0) return { ...done, isComplete: left === 0 && !hasEnded };
    const frozen = unitsToFreeze(market, { side, price: ownPrice, lots: left });
    return { ...done, restingLots: left, frozen };
  }
}

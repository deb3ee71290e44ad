/** Orders with further terms: a bound on slippage, an end in time, exits. */
import type { RefusalName } from '@glasshouse/protocol';
import type { Market } from '../../registry.ts';
import type { PlaceExtended } from './commands.ts';
import { isExpiry } from './conditional-terms.ts';
import type { Execution, SpotParts } from './execution.ts';
import { flagsOf } from './order-flags.ts';
import { isPrice, isQuantity, termsOf, type OwnOrders, type Terms } from './terms.ts';
import * as ACCOUNTS from '../../accounts.ts';
import * as MONEY from '@glasshouse/money';
import * as SIDE from '../../matching/side.ts';
import * as COMMANDS from './commands.ts';
import * as EVENTS from './events.ts';
import * as RECORD from '../../matching/order-record.ts';
import * as SPOT_RECORD from './order-record.ts';

const { WALLET } = ACCOUNTS;
const { PPM } = MONEY;
const { BUY } = SIDE;
const { TIME_IN_FORCE: TIF } = COMMANDS;
const { NO_EXTRA } = EVENTS;
const { IS_ICEBERG } = RECORD;
const {
  HAS_EXITS,
  HAS_EXTRA,
  INCOMING_LOTS,
  INCOMING_NEED,
  INCOMING_PLACED_MS,
  INCOMING_WHOLE,
  TAKEN_FEE,
  TAKEN_LOTS,
  TAKEN_QUOTE,
} = SPOT_RECORD;

/** Most parts in which an iceberg trades, so that its fills fit one match. */
export const ICEBERG_PARTS_MAX = 100;

/** An order that can be placed. Its terms are those of the last check. */
export interface CheckedOrder {
  readonly market: Market;
  readonly block: number;
  readonly terms: Terms;
}

export class ExtendedOrders {
  readonly #parts: SpotParts & { readonly execution: Execution; readonly own: OwnOrders };
  readonly #terms: Terms = { limit: 0, lots: 0, need: 0 };
  lastOrder = 0;

  constructor(parts: SpotParts & { readonly execution: Execution; readonly own: OwnOrders }) {
    this.#parts = parts;
  }

  place(command: PlaceExtended, timeMs: number): RefusalName | null {
    const checked = this.check(command, timeMs);
    if (typeof checked === 'string') return checked;
    this.#enter(command, checked, timeMs);
    return null;
  }

  /**
   * Checks in this order: account, market, clientOrderId, the further terms, the terms of an
   * order, number of open orders, balance. Without `seesHidden`, as if icebergs had no hidden part.
   */
  check(command: PlaceExtended, timeMs: number, seesHidden = true): RefusalName | CheckedOrder {
    const { execution, ledger, own, registry } = this.#parts;
    const block = ledger.blockOf(command.owner, WALLET.exchange);
    if (block === 0) return 'wallet/account-unknown';
    const market = registry.markets[command.market];
    if (market === undefined) return 'market/unknown-pair';
    const { clientOrderId, side } = command;
    if (clientOrderId !== null && execution.isIdTaken(block, clientOrderId))
      return 'spot/client-order-id-taken';
    const terms = this.#terms;
    const refusal =
      extendedRefusal(command, market, timeMs) ??
      visibleRefusal(command, market) ??
      termsOf(command, market, own.of(block, timeMs, seesHidden), terms) ??
      this.#roomRefusal(command, market, block);
    if (refusal !== null) return refusal;
    const source = block * ledger.stride + (side === BUY ? market.quote : market.base);
    if (ledger.available(source) < terms.need) return 'wallet/insufficient-balance';
    return { market, block, terms };
  }

  #enter(command: PlaceExtended, { market, block, terms }: CheckedOrder, timeMs: number): void {
    const { execution, pool } = this.#parts;
    const { clientOrderId, expiresMs, stopLoss, takeProfit, timeInForce, selfTrade } = command;
    const visible = command.visibleLots;
    const slot = pool.take();
    this.lastOrder = pool.idOf(slot);
    const { incoming, quantities, settlement } = execution;
    const quoteAmount = command.lots > 0 ? 0 : command.quoteAmount;
    const exits = stopLoss > 0 || takeProfit > 0 ? HAS_EXITS : 0;
    incoming.market = market;
    incoming.slot = slot;
    incoming.block = block;
    incoming.side = command.side;
    incoming.price = command.price;
    incoming.limit = terms.limit;
    incoming.timeInForce = timeInForce;
    incoming.selfTrade = selfTrade;
    incoming.extra = { ...NO_EXTRA, clientOrderId, quoteAmount, expiresMs, stopLoss, takeProfit, visible };
    const iceberg = visible > 0 ? IS_ICEBERG : 0;
    incoming.flags = flagsOf(timeInForce, selfTrade) | HAS_EXTRA | exits | iceberg;
    quantities[INCOMING_LOTS] = terms.lots;
    quantities[INCOMING_WHOLE] = command.lots > 0 ? command.lots : 0;
    quantities[INCOMING_PLACED_MS] = timeMs;
    quantities[INCOMING_NEED] = terms.need;
    const { taken } = settlement;
    taken[TAKEN_LOTS] = 0;
    taken[TAKEN_QUOTE] = 0;
    taken[TAKEN_FEE] = 0;
    execution.expiries.add(this.lastOrder, expiresMs);
    execution.execute();
  }

  /** An order with exits counts even if it never rests, because its exit waits. */
  #roomRefusal(command: PlaceExtended, market: Market, block: number): RefusalName | null {
    const { execution, pool } = this.#parts;
    if (!pool.hasRoom) return 'spot/too-many-orders';
    if (execution.orders.count(block) < market.definition.maxOpenOrders) return null;
    const { price, timeInForce, stopLoss, takeProfit } = command;
    const isTaker = price === 0 || timeInForce === TIF.IOC || timeInForce === TIF.FOK;
    return isTaker && stopLoss === 0 && takeProfit === 0 ? null : 'spot/too-many-orders';
  }
}

function rests({ price, timeInForce }: PlaceExtended): boolean {
  return price !== 0 && (timeInForce === TIF.GTC || timeInForce === TIF.POST_ONLY);
}

function extendedRefusal(command: PlaceExtended, market: Market, timeMs: number): RefusalName | null {
  const { price, slippagePpm, expiresMs, stopLoss, takeProfit } = command;
  if (expiresMs !== 0 && !rests(command)) return 'request/invalid';
  if (!isExpiry(expiresMs, timeMs)) return 'spot/expiry-out-of-range';
  const isBound = slippagePpm === 0 || (price === 0 && slippagePpm > 0 && slippagePpm <= PPM);
  if (!isBound) return 'request/invalid';
  if (stopLoss === 0 && takeProfit === 0) return null;
  return areExits(command, price || market.referencePrice()) ? null : 'spot/exit-out-of-range';
}

/**
 * Why an iceberg is refused: its visible part must be large enough to be an order, and it must not
 * have too many parts.
 */
function visibleRefusal(command: PlaceExtended, market: Market): RefusalName | null {
  const { price, lots, visibleLots } = command;
  if (visibleLots === 0) return null;
  if (!rests(command)) return 'request/invalid';
  const isInRange =
    isPrice(price) &&
    isQuantity(visibleLots) &&
    visibleLots < lots &&
    lots <= visibleLots * ICEBERG_PARTS_MAX &&
    market.quoteCeil(price, visibleLots) >= market.definition.minNotional;
  return isInRange ? null : 'spot/visible-out-of-range';
}

/** A buy's stop loss lies below the price of the entry, its take profit above; a sale's reverse. */
function areExits({ side, stopLoss, takeProfit }: PlaceExtended, price: number): boolean {
  const isLoss =
    stopLoss === 0 || (isPrice(stopLoss) && (side === BUY ? stopLoss < price : stopLoss > price));
  const isProfit =
    takeProfit === 0 || (isPrice(takeProfit) && (side === BUY ? takeProfit > price : takeProfit < price));
  return price > 0 && isLoss && isProfit;
}

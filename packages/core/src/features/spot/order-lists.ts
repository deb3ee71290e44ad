/**
 * Two orders of which one ends the other (OCO): a limit order that rests, and a stop that waits on
 * the other side of the price. What trades, fires or is cancelled first ends the other; together
 * they freeze what the dearer one needs.
 */
import type { RefusalName } from '@glasshouse/protocol';
import type { Market } from '../../registry.ts';
import type { PlaceOco, PlaceOrderList } from './commands.ts';
import { ocoNeed, ocoRefusal } from './conditional-terms.ts';
import type { Conditionals } from './conditionals.ts';
import type { Execution, SpotParts } from './execution.ts';
import { flagsOf } from './order-flags.ts';
import { unitsToFreeze } from './terms.ts';
import * as ACCOUNTS from '../../accounts.ts';
import * as SIDE from '../../matching/side.ts';
import * as REGISTRY from '../../registry.ts';
import * as COMMANDS from './commands.ts';
import * as EVENTS from './events.ts';
import * as SPOT_RECORD from './order-record.ts';

const { WALLET } = ACCOUNTS;
const { BUY } = SIDE;
const { MARKET_STATUS } = REGISTRY;
const { STOP_KIND, TIME_IN_FORCE: TIF, TRIGGER_SOURCE } = COMMANDS;
const { NO_EXTRA } = EVENTS;
const { HAS_EXTRA, IS_LINKED } = SPOT_RECORD;

type Parts = SpotParts & { readonly conditionals: Conditionals; readonly execution: Execution };
type Pair = Omit<PlaceOrderList, 'type' | 'owner' | 'market'>;

export class OrderLists {
  readonly #parts: Parts;
  readonly #conditionals: Conditionals;
  lastOrder = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#conditionals = parts.conditionals;
  }

  /** The legs have one name, and the stop compares the index price. */
  placeOco(command: PlaceOco, timeMs: number): RefusalName | null {
    const names = { listClientOrderId: null, stopClientOrderId: command.clientOrderId };
    return this.#place({ ...command, ...names, source: TRIGGER_SOURCE.index }, timeMs);
  }

  placeList(command: PlaceOrderList, timeMs: number): RefusalName | null {
    const { clientOrderId, stopClientOrderId } = command;
    if (clientOrderId !== null && clientOrderId === stopClientOrderId) return 'spot/client-order-id-taken';
    return this.#place(command, timeMs);
  }

  /** Checks as a waiting order is, then the limit leg, which must not trade, and held owners. */
  #place(command: Omit<PlaceOrderList, 'type'>, timeMs: number): RefusalName | null {
    const block = this.#parts.ledger.blockOf(command.owner, WALLET.exchange);
    if (block === 0) return 'wallet/account-unknown';
    const market = this.#parts.registry.markets[command.market];
    if (market === undefined) return 'market/unknown-pair';
    if (this.#isTaken(block, command)) return 'spot/client-order-id-taken';
    if (market.status !== MARKET_STATUS.trading) return market.closedRefusal;
    const refusal = ocoRefusal(command, market);
    if (refusal !== null) return refusal;
    if (this.#parts.held.refusesOco(block, market, { ...command, timeMs })) return 'spot/held-price';
    const room = this.#conditionals.roomRefusal(market, block, false, 2);
    if (room !== null) return room;
    const need = ocoNeed(command, market);
    if (need < 0) return 'spot/above-maximum';
    if (this.#conditionals.available(block, market, command.side) < need)
      return 'wallet/insufficient-balance';
    const slots = { stop: this.#parts.pool.take(), leg: this.#parts.pool.take() };
    this.lastOrder = this.#parts.pool.idOf(slots.leg);
    this.enter(slots, command, { block, market, timeMs });
    return null;
  }

  /** Whether an open order has the name of one of the legs, or an open list that of the list. */
  #isTaken(block: number, { listClientOrderId, clientOrderId, stopClientOrderId }: Pair): boolean {
    const { execution } = this.#parts;
    const isOpen = (name: string | null): boolean => name !== null && execution.isIdTaken(block, name);
    if (isOpen(clientOrderId) || isOpen(stopClientOrderId)) return true;
    return listClientOrderId !== null && execution.orders.hasList(block, listClientOrderId);
  }

  /**
   * Registers the stop leg of an OCO and puts its other leg into the book. The slots of both are
   * allocated.
   */
  enter(
    { stop, leg }: { readonly stop: number; readonly leg: number },
    pair: Pair,
    { block, market, timeMs }: { readonly block: number; readonly market: Market; readonly timeMs: number },
  ): void {
    const { side, price, lots, trigger, stopPrice, listClientOrderId } = pair;
    const legNeed = unitsToFreeze(market, { side, price, lots });
    const flags = flagsOf(TIF.GTC, pair.selfTrade) | IS_LINKED;
    const extra = { ...NO_EXTRA, listClientOrderId };
    const common = { block, market, side, lots, timeMs };
    this.#conditionals.wait(stop, {
      ...common,
      price: stopPrice,
      frozen: Math.max(0, ocoNeed(pair, market) - legNeed),
      flags,
      extra: {
        ...extra,
        clientOrderId: pair.stopClientOrderId,
        source: pair.source,
        trigger,
        isAbove: side === BUY,
        kind: STOP_KIND.stopLoss,
        partner: this.#parts.pool.idOf(leg),
      },
    });
    this.#conditionals.enter(leg, {
      ...common,
      price,
      frozen: legNeed,
      flags: flags | HAS_EXTRA,
      extra: { ...extra, clientOrderId: pair.clientOrderId, partner: this.#parts.pool.idOf(stop) },
    });
  }
}

/** Cancels many open orders of an owner at once. */
import type { RefusalName } from '@glasshouse/protocol';
import type { Ledger } from '../../ledger/ledger.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import type { Market, Registry } from '../../registry.ts';
import type { CancelAll, CancelPrefixed } from './commands.ts';
import { ORDER_END } from './events.ts';
import type { Execution } from './execution.ts';
import { WALLET } from '../../accounts.ts';
import { IS_QUOTE } from './order-record.ts';
import { FIELDS, PLACE, PLACE_MASK, SLOT_MASK } from '../../matching/order-record.ts';

/**
 * Most orders that one command or one turn of a countdown cancels, not counting the last one's OCO
 * partner. Users have fewer (maxOpenOrders).
 */
export const CANCELS_MAX = 1_000;

/** `place` is the field of the order's record. */
type Applies = (market: Market, slot: number, place: number) => boolean;

interface Parts {
  readonly ledger: Ledger;
  readonly registry: Registry;
  readonly pool: OrderPool;
  readonly execution: Execution;
  /** Cancels an order and its OCO partner; returns the number cancelled. */
  readonly cancel: (slot: number, end: number) => number;
}

/** `market` -1 means every market. Each returns the number of cancelled orders. */
export class MassCancels {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A repeated call continues. Skips markets whose halt lets none be cancelled. */
  all({ owner, market }: CancelAll): number {
    const applies: Applies = ({ book, takesCancels }) =>
      takesCancels && (market < 0 || book.index === market);
    return this.#cancel(owner, applies, ORDER_END.byOwner);
  }

  /** Likewise, of the orders whose clientOrderId begins with the prefix. */
  prefixed({ owner, market, prefix }: CancelPrefixed): RefusalName | number {
    if (prefix === '') return 'request/invalid';
    const { extras } = this.#parts.execution.orders;
    const applies: Applies = ({ book, takesCancels }, slot) =>
      takesCancels &&
      (market < 0 || book.index === market) &&
      (extras.get(slot)?.clientOrderId?.startsWith(prefix) ?? false);
    return this.#cancel(owner, applies, ORDER_END.byOwner);
  }

  /**
   * Of a countdown that has ended: its owner has asked before, so no halt keeps the orders. A
   * market maker's quotes stay, as `replace-quotes` alone sets them.
   */
  countedDown(owner: number, market: number): number {
    const applies: Applies = ({ book }, _slot, place) =>
      (place & IS_QUOTE) === 0 && (market < 0 || book.index === market);
    return this.#cancel(owner, applies, ORDER_END.countdown);
  }

  #cancel(owner: number, applies: Applies, end: number): number {
    const { ledger, registry, pool, execution, cancel } = this.#parts;
    const block = ledger.blockOf(owner, WALLET.exchange);
    let count = 0;
    for (const slot of execution.orders.slotsOf(block)) {
      if (count >= CANCELS_MAX) break;
      const place = pool.fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
      // The second leg of an OCO has already ended with the first.
      if (place === -1) continue;
      if (applies(registry.markets[(place & PLACE_MASK) >> 1]!, slot, place)) count += cancel(slot, end);
    }
    execution.placeExits();
    return count;
  }
}

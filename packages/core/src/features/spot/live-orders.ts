/** All orders of spot trading, resting and waiting, by slot. */
import type { Ledger } from '../../ledger/ledger.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import type { Side } from '../../matching/side.ts';
import type { Registry } from '../../registry.ts';
import * as RECORD from '../../matching/order-record.ts';
import { sideOf } from './order-flags.ts';
import * as SPOT_RECORD from './order-record.ts';

const { FIELDS, OWNER, PLACE, PLACE_MASK, SLOT_MASK } = RECORD;
const { IS_QUOTE, IS_WAITING } = SPOT_RECORD;

export interface LiveOrder {
  readonly slot: number;
  readonly owner: number;
  readonly market: number;
  readonly side: Side;
  readonly isWaiting: boolean;
  readonly isQuote: boolean;
  /** Assets of its market. */
  readonly base: number;
  readonly quote: number;
}

export function* liveOrders(parts: {
  readonly pool: OrderPool;
  readonly ledger: Ledger;
  readonly registry: Registry;
}): Iterable<LiveOrder> {
  const { fields, highWater } = parts.pool;
  for (let slot = 1; slot < highWater; slot++) {
    const place = fields[(slot & SLOT_MASK) * FIELDS + PLACE]!;
    if (place === -1) continue;
    const market = (place & PLACE_MASK) >> 1;
    const { base, quote } = parts.registry.markets[market]!.definition;
    yield {
      slot,
      owner: parts.ledger.ownerOf(fields[(slot & SLOT_MASK) * FIELDS + OWNER]!),
      market,
      side: sideOf(place),
      isWaiting: (place & IS_WAITING) !== 0,
      isQuote: (place & IS_QUOTE) !== 0,
      base,
      quote,
    };
  }
}

/** Recomputes the invariants of spot trading from the state. */
import type { Finding } from '../../contract/feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import type { Registry } from '../../registry.ts';
import type { Execution } from './execution.ts';
import { liveOrders } from './live-orders.ts';
import { stopBuyCap } from './conditional-terms.ts';
import { unitsToFreeze } from './terms.ts';
import * as RECORD from '../../matching/order-record.ts';
import * as SPOT_RECORD from './order-record.ts';

const { FIELDS, OPEN, OWNER, PLACE, PRICE, QUANTITIES, SLOT_MASK } = RECORD;
const { FROZEN, IS_LINKED } = SPOT_RECORD;

interface SpotState {
  readonly pool: OrderPool;
  readonly ledger: Ledger;
  readonly registry: Registry;
  readonly execution: Execution;
}

export function findingsOf(spot: SpotState): Finding[] {
  return [ordersAreCovered(spot), pairs(spot), ...books(spot)];
}

/** Every open order has frozen at least the possible cost of its open quantity. */
function ordersAreCovered(spot: SpotState): Finding {
  const short: number[] = [];
  let count = 0;
  for (const { slot, side, market, isWaiting } of liveOrders(spot)) {
    // `pairs` checks waiting legs.
    if (isWaiting) continue;
    count++;
    const need = unitsToFreeze(spot.registry.markets[market]!, {
      side,
      price: spot.pool.fields[(slot & SLOT_MASK) * FIELDS + PRICE]!,
      lots: spot.pool.quantities[(slot & SLOT_MASK) * QUANTITIES + OPEN]!,
    });
    if (spot.pool.quantities[(slot & SLOT_MASK) * QUANTITIES + FROZEN]! < need)
      short.push(spot.pool.idOf(slot));
  }
  return {
    name: 'every open order is covered',
    ok: short.length === 0,
    figures: short.length === 0 ? `${count} orders` : `short: ${short.slice(0, 10).join(', ')}`,
  };
}

/**
 * The legs of an OCO refer to each other, have one owner, and together freeze the need of the
 * dearer leg.
 */
function pairs(spot: SpotState): Finding {
  const { orders } = spot.execution;
  const wrong: number[] = [];
  let legs = 0;
  for (const { slot, side, market, owner } of liveOrders(spot)) {
    const { fields, quantities } = spot.pool;
    if ((fields[(slot & SLOT_MASK) * FIELDS + PLACE]! & IS_LINKED) === 0) continue;
    legs++;
    const other = spot.pool.slotOf(orders.extras.get(slot)!.partner);
    const isMutual = other !== 0 && orders.extras.get(other)!.partner === spot.pool.idOf(slot);
    const pair = spot.registry.markets[market]!;
    const frozen = [slot, other].reduce(
      (units, leg) => units + quantities[(leg & SLOT_MASK) * QUANTITIES + FROZEN]!,
      0,
    );
    const needs = [slot, other].map((leg) => {
      const lots = quantities[(leg & SLOT_MASK) * QUANTITIES + OPEN]!;
      // At market it pays at most what is frozen, whatever the band has become.
      const cap = Math.min(
        stopBuyCap(pair, orders.extras.get(leg)?.trigger ?? 0),
        pair.priceFor(frozen, lots),
      );
      return unitsToFreeze(pair, { side, price: fields[(leg & SLOT_MASK) * FIELDS + PRICE]! || cap, lots });
    });
    const isOwned = spot.ledger.ownerOf(fields[(other & SLOT_MASK) * FIELDS + OWNER]!) === owner;
    if (!isMutual || !isOwned || frozen < Math.max(...needs)) wrong.push(spot.pool.idOf(slot));
  }
  const waiting = spot.execution.waiting.total;
  return {
    name: 'orders that wait are paired and covered',
    ok: wrong.length === 0,
    figures:
      wrong.length === 0
        ? `${waiting} wait, ${legs} legs of pairs`
        : `wrong: ${wrong.slice(0, 10).join(', ')}`,
  };
}

/** No book is crossed, and the totals of its levels are the sums of their queues. */
function books(spot: SpotState): Finding[] {
  return spot.registry.defined().map((market) => {
    const { book } = market;
    const name = `${spot.registry.assets[market.definition.base]!.code}/${spot.registry.assets[market.definition.quote]!.code}: book uncrossed and its totals right`;
    let wrong = 0;
    let levels = 0;
    for (const side of [0, 1] as const) {
      for (let price = book.best(side); price !== 0; price = book.nextPrice(side, price)) {
        levels++;
        const sum = book.queueAt(side, price).reduce((lots, slot) => lots + spot.pool.shownLots(slot), 0);
        if (sum !== book.lotsAt(side, price)) wrong++;
      }
    }
    const isUncrossed = book.bestBid === 0 || book.bestAsk === 0 || book.bestBid < book.bestAsk;
    return {
      name,
      ok: isUncrossed && wrong === 0,
      figures: `bid ${book.bestBid}, ask ${book.bestAsk}, ${levels} levels`,
    };
  });
}

/**
 * Prefetches what the next commands will need, before they are applied.
 *
 * With a million orders, an order, its neighbours and its price level lie anywhere in memory, and
 * each command would wait for one after the other. Reads for many commands at once overlap (group
 * prefetching). Prefetching changes and decides nothing.
 */
import type { SpotCommand } from './commands.ts';
import type { Ladder } from '../../matching/ladder.ts';
import type { OrderPool } from '../../matching/order-pool.ts';
import type { Registry } from '../../registry.ts';
import * as RECORD from '../../matching/order-record.ts';
import * as SPOT_RECORD from './order-record.ts';

const { FIELDS, NEXT, PLACE, PLACE_MASK, PREVIOUS, PRICE, SLOT_MASK } = RECORD;
const { OWNER_NEXT, OWNER_PREVIOUS } = SPOT_RECORD;

/** Commands per group. Their data still fits the caches of one processor core. */
export const GROUP = 64;

export class ReadAhead {
  declare private readonly pool: OrderPool;
  declare private readonly registry: Registry;
  readonly #slots = new Int32Array(GROUP);
  /** Levels to read, as indices into their ladder's links. */
  readonly #ladders: Ladder[] = [];
  readonly #levels = new Int32Array(GROUP);
  /** Fields to read. */
  readonly #places = new Int32Array(4 * GROUP);
  /** Stored only so that V8 cannot drop the loads. */
  seen = 0;

  constructor(parts: { readonly pool: OrderPool; readonly registry: Registry }) {
    this.pool = parts.pool;
    this.registry = parts.registry;
  }

  /**
   * Prefetches for the commands from `from` up to but excluding `to`, at most GROUP: first the
   * named orders and the levels of new ones, then the orders that those refer to. Addresses are
   * computed first and then read in a short loop, because work and branches between two reads
   * reduce the number of reads in flight.
   */
  read(commands: readonly { readonly type: string }[], from: number, to: number): void {
    const { markets } = this.registry;
    const firstMarket = markets.findIndex((market) => market !== undefined);
    if (firstMarket < 0) return;
    const { fields } = this.pool;
    const slots = this.#slots;
    const ladders = this.#ladders;
    const levels = this.#levels;
    const places = this.#places;
    let seen = 0;
    let orders = 0;
    let arrivals = 0;
    for (let i = from; i < to; i++) {
      const command = commands[i]! as SpotCommand;
      if (command.type === 'cancel-order' || command.type === 'amend-order')
        slots[orders++] = this.#slotOf(command.order);
      else if (command.type === 'place-order') {
        const market = markets[command.market];
        if (market === undefined) continue;
        const ladder = market.book.ladders[command.side & 1]!;
        ladders[arrivals] = ladder;
        levels[arrivals++] = (ladder.levelOf(command.price) << 2) | 1;
      }
    }
    for (let i = 0; i < orders; i++) {
      const at = (slots[i]! & SLOT_MASK) * FIELDS;
      // First and last field, because a record spans two cache lines.
      seen ^= fields[at]! ^ fields[at + FIELDS - 1]!;
    }
    for (let i = 0; i < arrivals; i++) places[i] = ladders[i]!.links[levels[i]!]!;

    let count = 0;
    for (; count < arrivals; count++) places[count] = (places[count]! & SLOT_MASK) * FIELDS + NEXT;
    for (let i = 0; i < orders; i++) {
      const at = (slots[i]! & SLOT_MASK) * FIELDS;
      places[count++] = (fields[at + NEXT]! & SLOT_MASK) * FIELDS + PREVIOUS;
      places[count++] = (fields[at + PREVIOUS]! & SLOT_MASK) * FIELDS + NEXT;
      places[count++] = (fields[at + OWNER_NEXT]! & SLOT_MASK) * FIELDS + OWNER_PREVIOUS;
      places[count++] = (fields[at + OWNER_PREVIOUS]! & SLOT_MASK) * FIELDS + OWNER_NEXT;
      const place = fields[at + PLACE]! & PLACE_MASK;
      const index = place >> 1;
      // A live order has a valid market. A free slot may hold any number; the first market replaces
      // it.
      const market = markets[index > firstMarket && index < markets.length ? index : firstMarket]!;
      const ladder = market.book.ladders[place & 1]!;
      ladders[i] = ladder;
      levels[i] = ladder.levelOf(fields[at + PRICE]!) << 2;
    }
    for (let i = 0; i < count; i++) seen ^= fields[places[i]!]!;
    for (let i = 0; i < orders; i++) seen ^= ladders[i]!.links[levels[i]!]!;
    this.seen = seen;
  }

  /** The slot of an order id, whoever owns it; 0 if the id names none. */
  #slotOf(order: number): number {
    const slot = order & SLOT_MASK;
    return slot < this.pool.highWater ? slot : 0;
  }
}

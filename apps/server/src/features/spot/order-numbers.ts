/**
 * The numbers and names of open orders in memory, of the owners who trade by the trading API:
 * loaded from the table when an owner first needs them, and kept up by what is committed from then
 * on. An order of a list is kept as long as the other one is open.
 */
import type { Database } from '../../db/database.ts';
import type { CommittedBatch, PlacedEvent } from '../../pipeline/batch.ts';
import { listNumber, orderNumber } from './order-number.ts';
import type { SpotOrdersTable } from './tables.ts';

/**
 * Owners of whom numbers are in memory. Beyond it the one that was loaded first is let go, unless
 * somebody listens to it.
 */
const OWNERS_MAX = 20_000;
/** Ended orders of an owner whose numbers are kept, for what is said of them afterwards. */
const ENDED_MAX = 1_000;

export interface KnownOrder {
  readonly order: number;
  readonly number: number;
  /** The number of its list; null if it has none. */
  readonly list: number | null;
  /** The other order of its list; 0 if it has none. */
  readonly partner: number;
  /** The name that its client gave it. */
  readonly clientOrderId: string | null;
}

export class OwnerNumbers {
  readonly #known = new Map<number, KnownOrder>();
  readonly #idOf = new Map<number, number>();
  readonly #ended = new Set<number>();

  /** An order; undefined if it is not known, as it ended long ago. */
  find(order: number): KnownOrder | undefined {
    return this.#known.get(order);
  }

  /** The orders of the list of an order, by their numbers. */
  listOf(order: number): readonly KnownOrder[] {
    const one = this.#known.get(order);
    const other = one === undefined ? undefined : this.#known.get(one.partner);
    return [one, other].filter((leg) => leg !== undefined).sort((a, b) => a.number - b.number);
  }

  /** The id of an order that is or was lately open. */
  idOf(number: number): number | undefined {
    return this.#idOf.get(number);
  }

  /** The first number that an order got is its own. */
  add(known: KnownOrder): void {
    const { order, number } = known;
    if (this.#known.has(order)) return;
    this.#known.set(order, known);
    this.#idOf.set(number, order);
  }

  end(order: number): void {
    this.#ended.add(order);
    if (this.#ended.size <= ENDED_MAX) return;
    for (const oldest of this.#ended) {
      if (this.#isNeeded(oldest)) continue;
      this.#forget(oldest);
      return;
    }
  }

  #isNeeded(order: number): boolean {
    const partner = this.#known.get(order)?.partner ?? 0;
    return partner !== 0 && this.#known.has(partner) && !this.#ended.has(partner);
  }

  #forget(order: number): void {
    const number = this.#known.get(order)?.number;
    this.#ended.delete(order);
    this.#known.delete(order);
    if (number !== undefined) this.#idOf.delete(number);
  }
}

const UNFINISHED = 0;
/** Open ones, and those that have ended since a command: `changed_seq` has an index of these. */
const COLUMNS =
  'orders.order_id, orders.number, orders.list_number, orders.partner_order, orders.client_order_id, orders.status';
const SELECT = `
  select ${COLUMNS} from spot_orders as orders where owner = $1 and status = 0
  union
  select ${COLUMNS} from spot_orders as orders
  where changed_seq > $2 and owner >= 1000 and status <> 0 and owner = $1
  union
  select ${COLUMNS} from spot_orders as orders join spot_orders as open
    on open.owner = $1 and open.status = 0 and open.partner_order <> 0 and orders.order_id = open.partner_order`;

type Row = Pick<
  SpotOrdersTable,
  'order_id' | 'number' | 'list_number' | 'partner_order' | 'client_order_id' | 'status'
>;

export class OrderNumbers {
  readonly #database: Pick<Database, 'query'>;
  readonly #owners = new Map<number, OwnerNumbers>();
  readonly #loading = new Map<number, { readonly events: PlacedEvent[]; done: Promise<OwnerNumbers> }>();
  /** Owners whose events are told. */
  readonly #listened = new Set<number>();
  readonly #ownersMax: number;
  #committedSeq: number;

  constructor(database: Pick<Database, 'query'>, committedSeq: number, ownersMax = OWNERS_MAX) {
    this.#database = database;
    this.#committedSeq = committedSeq;
    this.#ownersMax = ownersMax;
  }

  /** An owner's numbers: at once if they are in memory. */
  of(owner: number): OwnerNumbers | Promise<OwnerNumbers> {
    return this.#owners.get(owner) ?? this.#loading.get(owner)?.done ?? this.#load(owner);
  }

  /** The same if they are in memory. */
  known(owner: number): OwnerNumbers | undefined {
    return this.#owners.get(owner);
  }

  /** Whether the numbers of an owner stay in memory. */
  keep(owner: number, isKept: boolean): void {
    if (isKept) this.#listened.add(owner);
    else this.#listened.delete(owner);
  }

  /** Called at each commit, before its answers go out. */
  take({ events, lastSeq }: CommittedBatch): void {
    this.#committedSeq = lastSeq;
    if (this.#owners.size === 0 && this.#loading.size === 0) return;
    for (const place of events) {
      if (place.event.type !== 'order-changed') continue;
      const { owner } = place.event;
      const numbers = this.#owners.get(owner);
      if (numbers === undefined) this.#loading.get(owner)?.events.push(place);
      else note(numbers, place);
    }
  }

  #load(owner: number): Promise<OwnerNumbers> {
    const loading = { events: [] as PlacedEvent[], done: this.#read(owner, this.#committedSeq) };
    this.#loading.set(owner, loading);
    return loading.done;
  }

  /** What changes meanwhile is added behind what is read: an order's first number counts. */
  async #read(owner: number, sinceSeq: number): Promise<OwnerNumbers> {
    try {
      const numbers = new OwnerNumbers();
      const { rows } = await this.#database.query<Row>(SELECT, [owner, sinceSeq]);
      for (const row of rows) {
        numbers.add(knownOf(row));
        if (row.status !== UNFINISHED) numbers.end(row.order_id);
      }
      for (const place of this.#loading.get(owner)?.events ?? []) note(numbers, place);
      this.#letGo();
      this.#owners.set(owner, numbers);
      return numbers;
    } finally {
      this.#loading.delete(owner);
    }
  }

  #letGo(): void {
    if (this.#owners.size < this.#ownersMax) return;
    for (const owner of this.#owners.keys())
      if (!this.#listened.has(owner)) {
        this.#owners.delete(owner);
        return;
      }
  }
}

const knownOf = (row: Row): KnownOrder => ({
  order: row.order_id,
  number: row.number,
  list: row.list_number,
  partner: row.partner_order,
  clientOrderId: row.client_order_id,
});

function note(numbers: OwnerNumbers, place: PlacedEvent): void {
  const { event } = place;
  if (event.type !== 'order-changed') return;
  const { order, partner, clientOrderId } = event;
  const number = orderNumber(place);
  numbers.add({ order, number, list: listNumber(event, place), partner, clientOrderId });
  if (event.status !== UNFINISHED) numbers.end(event.order);
}

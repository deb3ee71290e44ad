/**
 * The numbers of open orders in memory, of the owners who trade by the trading API: loaded from the
 * table when an owner first needs them, and kept up by what is committed from then on.
 */
import type { Database } from '../../db/database.ts';
import type { CommittedBatch, PlacedEvent } from '../../pipeline/batch.ts';
import { orderNumber } from './order-number.ts';

/**
 * Owners of whom numbers are in memory. Beyond it the one that was loaded first is let go, unless
 * somebody listens to it.
 */
const OWNERS_MAX = 20_000;
/** Ended orders of an owner whose numbers are kept, for what is said of them afterwards. */
const ENDED_MAX = 1_000;

export class OwnerNumbers {
  readonly #numberOf = new Map<number, number>();
  readonly #idOf = new Map<number, number>();
  readonly #ended: number[] = [];

  /** The number of an order; undefined if it is not known, as it ended long ago. */
  numberOf(order: number): number | undefined {
    return this.#numberOf.get(order);
  }

  /** The id of an order that is or was lately open. */
  idOf(number: number): number | undefined {
    return this.#idOf.get(number);
  }

  /** The first number that an order got is its own. */
  add(order: number, number: number): void {
    if (this.#numberOf.has(order)) return;
    this.#numberOf.set(order, number);
    this.#idOf.set(number, order);
  }

  end(order: number): void {
    this.#ended.push(order);
    if (this.#ended.length <= ENDED_MAX) return;
    const oldest = this.#ended.shift()!;
    const number = this.#numberOf.get(oldest);
    this.#numberOf.delete(oldest);
    if (number !== undefined) this.#idOf.delete(number);
  }
}

const UNFINISHED = 0;
/** Open ones, and those that have ended since a command: `changed_seq` has an index of these. */
const SELECT = `
  select order_id, number from spot_orders where owner = $1 and status = 0
  union all
  select order_id, number from spot_orders
  where changed_seq > $2 and owner >= 1000 and status <> 0 and owner = $1`;

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
      const { rows } = await this.#database.query<{ order_id: number; number: number }>(SELECT, [
        owner,
        sinceSeq,
      ]);
      for (const row of rows) numbers.add(row.order_id, row.number);
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

function note(numbers: OwnerNumbers, place: PlacedEvent): void {
  const { event } = place;
  if (event.type !== 'order-changed') return;
  numbers.add(event.order, orderNumber(place));
  if (event.status !== UNFINISHED) numbers.end(event.order);
}

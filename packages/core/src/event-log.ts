/**
 * What happened, as numbers in one typed array that is written without allocation (`event-records.ts`) and decoded when it is drained
 * (`event-decoder.ts`).
 */
import { decodeEvents, type EventNames } from './event-decoder.ts';
import type { EventVisitor, OrderExtra, PositionChanged } from './events.ts';
import * as EVENT_RECORDS from './event-records.ts';

const { KIND, KINDS, POSITION_FIELDS, POSITION_SIZE, TRADE_MORE_WEIGHT } = EVENT_RECORDS;

/** An index masked with this is itself, and V8 knows its range: as SLOT_MASK in `matching/order-record.ts`. */
const INDEX_MASK = 2 ** 30 - 1;

export class EventLog {
  /** The records; writers on the hot path fill what `reserve` gave them themselves, since arguments would be boxed. */
  data = new Float64Array(1 << 16);
  /** Head of the current command's records, their kind left to add. */
  head = 0;
  /** Trades since the last drain. */
  tradeCount = 0;
  #length = 0;
  #timeMs = -1;
  /** What orders have beyond numbers, in the order of their records: it does not fit a typed array. */
  #extras: OrderExtra[] = [];

  /**
   * How much was written since the last drain: no record is decoded to more events than this over POSTING_SIZE. Nothing is counted for it
   * but trades, since each record of the hot path would pay.
   */
  get weight(): number {
    return this.#length + this.tradeCount * TRADE_MORE_WEIGHT;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** The index of a new record of `size` numbers. */
  reserve(size: number): number {
    const at = this.#length & INDEX_MASK;
    if (at + size > this.data.length) this.#grow(at + size);
    this.#length = at + size;
    return at;
  }

  #grow(size: number): void {
    const larger = new Float64Array(Math.max(this.data.length * 2, size));
    larger.set(this.data);
    this.data = larger;
  }

  /** The records that follow belong to this command. */
  begin(seq: number, timeMs: number): void {
    this.head = seq * KINDS;
    if (timeMs !== this.#timeMs) this.#time(timeMs);
  }

  #time(timeMs: number): void {
    this.#timeMs = timeMs;
    const at = this.reserve(2);
    this.data[at] = this.head + KIND.time;
    this.data[at + 1] = timeMs;
  }

  /** Files what belongs to an order's record; 0 stands for none. */
  extra(extra: OrderExtra | undefined): number {
    return extra === undefined ? 0 : this.#extras.push(extra);
  }

  position(position: Omit<PositionChanged, 'type'>): void {
    const at = this.reserve(POSITION_SIZE);
    const data = this.data;
    data[at] = this.head + KIND.position;
    let i = at + 1;
    for (const field of POSITION_FIELDS) data[i++] = position[field];
  }

  tick(tick: number, tickMs: number, prices: readonly number[]): void {
    const at = this.reserve(4 + prices.length);
    const data = this.data;
    data[at] = this.head + KIND.tick;
    data[at + 1] = tick;
    data[at + 2] = tickMs;
    data[at + 3] = prices.length;
    data.set(prices, at + 4);
  }

  /** Visits all events in order and clears the log. */
  drain(names: EventNames, visit: EventVisitor): void {
    decodeEvents({ data: this.data, end: this.#length, extras: this.#extras }, names, visit);
    this.clear();
  }

  clear(): void {
    this.#length = 0;
    this.tradeCount = 0;
    this.#timeMs = -1;
    if (this.#extras.length > 0) this.#extras = [];
  }
}

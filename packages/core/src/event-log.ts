/**
 * What happened, as numbers in one typed array, decoded when it is drained. Postings and the records
 * of the hot feature are written without allocation; all other events are plain frozen objects, which
 * the log files beside the array.
 */
import * as EVENT_RECORDS from './event-records.ts';
import type { PostingOf, Visit } from './events.ts';
import * as DIGEST from './ledger/postings-digest.ts';

const { ASSETS_MAX, FIRST_PACKED, KIND, KIND_MASK, KINDS, POSTING_SIZE } = EVENT_RECORDS;
const { FACTOR, PostingsDigest } = DIGEST;

/** The head and the number of the object; as long as a posting, so that the log's weight counts events. */
const OBJECT_SIZE = POSTING_SIZE;
/** An index masked with this is itself, and V8 knows its range: as SLOT_MASK in `matching/order-record.ts`. */
const INDEX_MASK = 2 ** 30 - 1;

/** The written records, for whoever decodes them. */
export interface LogRecords {
  readonly data: Float64Array;
  readonly objects: readonly object[];
}

/** Decodes the records of the hot feature. */
export interface PackedRecords {
  /** Visits the events of the record at `at`, and answers its length. */
  decode(records: LogRecords, at: number, visit: (event: object) => void): number;
  /** Adds the money that the record at `at` moves, and answers its length. */
  addPostings(records: LogRecords, at: number, digest: DIGEST.PostingsDigest): number;
}

/** What the numbers in the records stand for. A block is a ledger block: one wallet of one owner. */
export interface EventNames {
  ownerOf(block: number): number;
  walletOf(block: number): number;
  /** By code. */
  readonly reasons: readonly string[];
  readonly packed: PackedRecords;
}

export class EventLog {
  /** The records; writers on the hot path fill what `reserve` gave them themselves, since arguments would be boxed. */
  data = new Float64Array(1 << 16);
  /** Head of the current command's records, their kind left to add. */
  head = 0;
  /** Weight of the records written since the last drain beyond their length: see `weight`. */
  moreWeight = 0;
  #length = 0;
  #timeMs = -1;
  /** Events, and what belongs to packed records and does not fit a typed array. */
  #objects: object[] = [];

  /**
   * How much was written since the last drain: no record is decoded to more events than its weight
   * over POSTING_SIZE. A packed record that is more events than its length says adds to `moreWeight`.
   */
  get weight(): number {
    return this.#length + this.moreWeight;
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

  /** Files what belongs to a packed record; answers its number, 0 for none. */
  file(object: object | undefined): number {
    return object === undefined ? 0 : this.#objects.push(object);
  }

  /** An event. It is frozen: whoever keeps it keeps what was so now. */
  emit(event: object): void {
    const at = this.reserve(OBJECT_SIZE);
    this.data[at] = this.head + KIND.object;
    this.data[at + 1] = this.#objects.push(Object.freeze(event));
  }

  /** Visits all events in order and clears the log. */
  drain(names: EventNames, visit: Visit<object>): void {
    const records: LogRecords = { data: this.data, objects: this.#objects };
    const { data, objects } = records;
    let seq = 0;
    let timeMs = 0;
    const visitNow = (event: object): void => visit(event, seq, timeMs);
    for (let at = 0; at < this.#length;) {
      const kind = data[at]! & KIND_MASK;
      seq = (data[at]! - kind) / KINDS;
      if (kind >= FIRST_PACKED) at += names.packed.decode(records, at, visitNow);
      else if (kind === KIND.posting) {
        visitNow(postingAt(data, at, names));
        at += POSTING_SIZE;
      } else if (kind === KIND.object) {
        visitNow(objects[data[at + 1]! - 1]!);
        at += OBJECT_SIZE;
      } else {
        timeMs = data[at + 1]!;
        at += 2;
      }
    }
    this.clear();
  }

  /** Of all postings since the last drain; the log keeps them. */
  postingsDigest(packed: PackedRecords): DIGEST.PostingsDigest {
    const { data } = this;
    const records: LogRecords = { data, objects: this.#objects };
    const digest = new PostingsDigest();
    for (let at = 0; at < this.#length;) {
      const kind = data[at]! & KIND_MASK;
      if (kind >= FIRST_PACKED) at += packed.addPostings(records, at, digest);
      else if (kind === KIND.time) at += 2;
      else {
        if (kind === KIND.posting)
          digest.add(
            (data[at + 1]! + Math.imul(data[at + 2]!, FACTOR.b) + Math.imul(data[at + 3]!, FACTOR.c)) | 0,
          );
        at += POSTING_SIZE;
      }
    }
    return digest;
  }

  clear(): void {
    this.#length = 0;
    this.moreWeight = 0;
    this.#timeMs = -1;
    if (this.#objects.length > 0) this.#objects = [];
  }
}

function postingAt(data: Float64Array, at: number, names: EventNames): PostingOf<string> {
  const asset = data[at + 1]! % ASSETS_MAX;
  const block = (data[at + 1]! - asset) / ASSETS_MAX;
  return {
    type: 'posting',
    owner: names.ownerOf(block),
    wallet: names.walletOf(block),
    asset,
    available: data[at + 2]!,
    frozen: data[at + 3]!,
    reason: names.reasons[data[at + 4]!]!,
    reference: data[at + 5]!,
  };
}

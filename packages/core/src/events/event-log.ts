/**
 * The log of events, as numbers in one typed array that is decoded when it is drained. Postings,
 * the records of the hot feature and events of numbers alone are written without allocation. All
 * other events are plain frozen objects, which the log stores beside the array.
 */
import * as EVENT_RECORDS from './event-records.ts';
import type { PostingOf, Visit } from './events.ts';
import * as DIGEST from './postings-digest.ts';

const { ASSETS_MAX, FIRST_PACKED, KIND, KIND_MASK, KINDS, POSTING_SIZE } = EVENT_RECORDS;
const { FACTOR, PostingsDigest } = DIGEST;

/**
 * The head and the object's number, padded to the size of a posting so that `weight` counts events.
 */
const OBJECT_SIZE = POSTING_SIZE;
/** The head and the code of an event of numbers. */
const NUMBERS_HEAD = 2;
/**
 * Masking an index with this leaves it unchanged and lets V8 know its range (see SLOT_MASK in
 * `matching/order-record.ts`).
 */
const INDEX_MASK = 2 ** 30 - 1;

/** An event of numbers alone, which a feature writes and decodes. */
export interface NumbersEvent {
  /** How many numbers it has. */
  readonly count: number;
  /** The event whose numbers begin at `at`. */
  readonly decode: (data: Float64Array, at: number) => object;
}

/** The written records, for decoders. */
export interface LogRecords {
  readonly data: Float64Array;
  readonly objects: readonly object[];
}

/** Decodes the records of the hot feature. */
export interface PackedRecords {
  /** Visits the events of the record at `at`; returns the record's length. */
  decode(records: LogRecords, at: number, visit: (event: object) => void): number;
  /** Adds the postings of the record at `at` to the digest; returns the record's length. */
  addPostings(records: LogRecords, at: number, digest: DIGEST.PostingsDigest): number;
}

/** The names of the numbers in the records. A block is a ledger block: one wallet of one owner. */
export interface EventNames {
  ownerOf(block: number): number;
  walletOf(block: number): number;
  /** Names of the reasons, by code. */
  readonly reasons: readonly string[];
  readonly packed: PackedRecords;
}

export class EventLog {
  /**
   * The records. Writers on the hot path fill the space that `reserve` returns themselves, because
   * call arguments would be boxed.
   */
  data = new Float64Array(1 << 16);
  /** Head of the current command's records, without their kind. */
  head = 0;
  /** Weight less the length of the records written since the last drain (see `weight`). */
  moreWeight = 0;
  #length = 0;
  #timeMs = -1;
  /** Events, and parts of packed records that do not fit a typed array. */
  #objects: object[] = [];
  readonly #numbersEvents: NumbersEvent[] = [];

  /**
   * The amount written since the last drain. No record decodes to more events than its weight
   * divided by POSTING_SIZE. A packed record with more or fewer events than its length implies
   * changes `moreWeight`.
   */
  get weight(): number {
    return this.#length + this.moreWeight;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Reserves a record of `size` numbers; returns its index. */
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

  /** The time of the command that is applied. */
  get timeMs(): number {
    return this.#timeMs;
  }

  /** Starts the records of a command. */
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

  /** Stores the object part of a packed record; returns its number, 0 for none. */
  file(object: object | undefined): number {
    return object === undefined ? 0 : this.#objects.push(object);
  }

  /** Logs an event. It is frozen, so that a listener can keep it unchanged. */
  emit(event: object): void {
    const at = this.reserve(OBJECT_SIZE);
    this.data[at] = this.head + KIND.object;
    this.data[at + 1] = this.#objects.push(Object.freeze(event));
  }

  /** Declares an event of numbers; returns its code in this log. */
  define(event: NumbersEvent): number {
    return this.#numbersEvents.push(event) - 1;
  }

  /** Begins an event of numbers; returns where the caller writes them. */
  reserveNumbers(code: number, count: number): number {
    const at = this.reserve(NUMBERS_HEAD + count);
    this.data[at] = this.head + KIND.numbers;
    this.data[at + 1] = code;
    // Counts as one event in the batch's limit, whatever its length.
    this.moreWeight += POSTING_SIZE - NUMBERS_HEAD - count;
    return at + NUMBERS_HEAD;
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
      } else if (kind === KIND.numbers) {
        const { count, decode } = this.#numbersEvents[data[at + 1]!]!;
        visitNow(decode(data, at + NUMBERS_HEAD));
        at += NUMBERS_HEAD + count;
      } else {
        timeMs = data[at + 1]!;
        at += 2;
      }
    }
    this.clear();
  }

  /** Digest of all postings since the last drain. Does not clear the log. */
  postingsDigest(packed: PackedRecords): DIGEST.PostingsDigest {
    const { data } = this;
    const records: LogRecords = { data, objects: this.#objects };
    const digest = new PostingsDigest();
    for (let at = 0; at < this.#length;) {
      const kind = data[at]! & KIND_MASK;
      if (kind >= FIRST_PACKED) at += packed.addPostings(records, at, digest);
      else if (kind === KIND.time) at += 2;
      else if (kind === KIND.numbers) at += NUMBERS_HEAD + this.#numbersEvents[data[at + 1]!]!.count;
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

/**
 * Writes the bytes of a journal record: variable-length numbers, texts, lists. One buffer serves
 * all records.
 *
 * The two lowest bits of a number's first byte give its form (little-endian). 0: a whole number
 * below 2^6 in this byte. 1: below 2^14 in two bytes. 2: below 2^30 in four. 3: anything else
 * (larger, negative, fraction, NaN) as a float64 in the eight bytes that follow. Every bit is
 * preserved, because a value that the core refuses today must be refused on replay. Tag and number
 * are written by one store.
 */

const BYTES_MAX = 9;
/** Most numbers of a command outside its lists; `begin` reserves space for them at once. */
const NUMBERS_MAX = 64;

const BYTES_AT_FIRST = 1 << 17;

export class JournalWriter {
  #bytes = new Uint8Array(BYTES_AT_FIRST);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;
  /** Position from which the buffer may lack space for a command. */
  #full = BYTES_AT_FIRST - NUMBERS_MAX * BYTES_MAX;

  /** Starts a record and discards the previous one. */
  clear(): void {
    this.#at = 0;
  }

  /**
   * Starts a command, or any item with at most 64 numbers outside its lists. More would fail the
   * bounds check of the view.
   */
  begin(): void {
    if (this.#at > this.#full) this.#makeRoom(NUMBERS_MAX);
  }

  byte(value: number): void {
    this.#view.setUint8(this.#at++, value);
  }

  /**
   * Writes a code, a byte and three signed 32-bit words: 14 bytes, with one update of the position.
   */
  // oxlint-disable-next-line max-params -- Hot path: an options object would allocate.
  plain(code: number, byte: number, first: number, second: number, third: number): void {
    const view = this.#view;
    const at = this.#at;
    view.setUint16(at, code | (byte << 8), true);
    view.setInt32(at + 2, first, true);
    view.setInt32(at + 6, second, true);
    view.setInt32(at + 10, third, true);
    this.#at = at + 14;
  }

  /** Writes a code, a word and a float64: 13 bytes. */
  plainId(code: number, word: number, id: number): void {
    const view = this.#view;
    const at = this.#at;
    view.setUint8(at, code);
    view.setInt32(at + 1, word, true);
    view.setFloat64(at + 5, id, true);
    this.#at = at + 13;
  }

  number(value: number): void {
    const at = this.#at;
    if ((value & 0x3fffffff) !== value || Object.is(value, -0)) {
      this.#view.setUint8(at, 3);
      this.#view.setFloat64(at + 1, value, true);
      this.#at = at + BYTES_MAX;
    } else if (value < 0x40) {
      this.#view.setUint8(at, value << 2);
      this.#at = at + 1;
    } else if (value < 0x4000) {
      this.#view.setUint16(at, (value << 2) | 1, true);
      this.#at = at + 2;
    } else {
      this.#view.setUint32(at, (value << 2) | 2, true);
      this.#at = at + 4;
    }
  }

  /** A list of numbers of any length. */
  list(values: readonly number[]): void {
    this.number(values.length);
    this.#makeRoom(values.length + NUMBERS_MAX);
    for (const value of values) this.number(value);
  }

  /** UTF-16 code units, each as a number: exact for every text. */
  text(value: string): void {
    this.number(value.length);
    this.#makeRoom(value.length + NUMBERS_MAX);
    for (let i = 0; i < value.length; i++) this.number(value.charCodeAt(i));
  }

  /** 0 for null, else 1 and the text. */
  textOrNull(value: string | null): void {
    if (value === null) return this.number(0);
    this.number(1);
    this.text(value);
  }

  /** The record, as a view that the next record overwrites. Callers copy it to keep it. */
  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  #makeRoom(numbers: number): void {
    const end = this.#at + numbers * BYTES_MAX;
    if (end <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
    this.#full = larger.length - NUMBERS_MAX * BYTES_MAX;
  }
}

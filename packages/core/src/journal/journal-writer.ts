/**
 * Writes a journal record's bytes: numbers in as few bytes as they need, texts, lists. One buffer, reused from record to record.
 *
 * The two lowest bits of a number's first byte say how it goes on, little-endian: 0, a whole number below 2^6, is all in this byte;
 * 1, below 2^14, in two; 2, below 2^30, in four; 3, anything else (larger, negative, a fraction, not a number), as a float64 in the
 * eight that follow. Every bit is kept: what the core refuses today must be refused on replay as well. One store writes tag and number.
 */

const BYTES_MAX = 9;
/** A command's numbers outside its lists: `begin` makes room for them at once. */
const NUMBERS_MAX = 64;

const BYTES_AT_FIRST = 1 << 17;

export class JournalWriter {
  #bytes = new Uint8Array(BYTES_AT_FIRST);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;
  /** From here on there may not be room for a command. */
  #full = BYTES_AT_FIRST - NUMBERS_MAX * BYTES_MAX;

  /** Begins a record; the last one's bytes are gone. */
  clear(): void {
    this.#at = 0;
  }

  /** Begins a command, or whatever has at most 64 numbers of its own. One that had more would be told by the view's bounds. */
  begin(): void {
    if (this.#at > this.#full) this.#makeRoom(NUMBERS_MAX);
  }

  byte(value: number): void {
    this.#view.setUint8(this.#at++, value);
  }

  /** A code, a byte and three words of 32 bits with a sign: 14 bytes at once, since each store of its own would look for the end again. */
  // oxlint-disable-next-line max-params -- The hottest write of the journal: an options object would cost an allocation per command.
  plain(code: number, byte: number, first: number, second: number, third: number): void {
    const view = this.#view;
    const at = this.#at;
    view.setUint16(at, code | (byte << 8), true);
    view.setInt32(at + 2, first, true);
    view.setInt32(at + 6, second, true);
    view.setInt32(at + 10, third, true);
    this.#at = at + 14;
  }

  /** A code, a word and a float64: 13 bytes. */
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

  /** Any number of numbers. */
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

  /** 0, or 1 and the text. */
  textOrNull(value: string | null): void {
    if (value === null) return this.number(0);
    this.number(1);
    this.text(value);
  }

  /** The record, until the next one begins: a view, which who keeps it has to copy. */
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

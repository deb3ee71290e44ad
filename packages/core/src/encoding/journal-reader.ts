/**
 * Reads what the journal writer wrote. Throws on bytes that the writer cannot have written, so a
 * record is read whole or not at all.
 */

export class JournalReader {
  readonly #view: DataView;
  readonly #end: number;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#end = bytes.byteLength;
  }

  get left(): number {
    return this.#end - this.#at;
  }

  /** Throws a RangeError beyond the end, as all methods do. */
  byte(): number {
    const value = this.#view.getUint8(this.#at);
    this.#at += 1;
    return value;
  }

  word(): number {
    const value = this.#view.getInt32(this.#at, true);
    this.#at += 4;
    return value;
  }

  double(): number {
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  number(): number {
    const view = this.#view;
    const at = this.#at;
    const first = view.getUint8(at);
    switch (first & 3) {
      case 0:
        this.#at = at + 1;
        return first >>> 2;
      case 1:
        this.#at = at + 2;
        return view.getUint16(at, true) >>> 2;
      case 2:
        this.#at = at + 4;
        return view.getUint32(at, true) >>> 2;
      default:
        this.#at = at + 9;
        return view.getFloat64(at + 1, true);
    }
  }

  list(): number[] {
    const values: number[] = [];
    for (let left = this.#count(); left > 0; left--) values.push(this.number());
    return values;
  }

  text(): string {
    let text = '';
    for (let left = this.#count(); left > 0; left--) text += String.fromCharCode(this.number());
    return text;
  }

  textOrNull(): string | null {
    const mark = this.number();
    if (mark > 1) throw new RangeError(`${mark} where a text begins`);
    return mark === 0 ? null : this.text();
  }

  /** A length, at most the bytes left, because each counted item takes at least one byte. */
  #count(): number {
    const count = this.number();
    if (!Number.isInteger(count) || count < 0 || count > this.left)
      throw new RangeError(`a length of ${count} with ${this.left} bytes left`);
    return count;
  }
}

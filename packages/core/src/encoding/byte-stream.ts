/** Writes and reads the bytes of a snapshot: little-endian numbers, text, arrays of numbers. */

/**
 * On a little-endian machine (nearly all) a typed array is copied byte by byte, 30 times as fast.
 */
const IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

export class ByteWriter {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  number(value: number): void {
    this.#room(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  numbers(values: ArrayLike<number>): void {
    this.number(values.length);
    this.#room(values.length * 8);
    if (IS_LITTLE_ENDIAN && values instanceof Float64Array) {
      this.#bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), this.#length);
      this.#length += values.byteLength;
      return;
    }
    for (let i = 0; i < values.length; i++) {
      this.#view.setFloat64(this.#length, values[i]!, true);
      this.#length += 8;
    }
  }

  /** Bytes, for `ByteReader.sized`. */
  bytes(value: Uint8Array): void {
    this.number(value.length);
    this.#room(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** Text as UTF-16 code units, because the core has no text encoder. */
  text(value: string): void {
    this.number(value.length);
    this.#room(value.length * 2);
    for (let i = 0; i < value.length; i++) {
      this.#view.setUint16(this.#length, value.charCodeAt(i), true);
      this.#length += 2;
    }
  }

  /** Writes the length in bytes, then what `write` writes. */
  sized(write: () => void): void {
    const at = this.#length;
    this.number(0);
    write();
    this.#view.setFloat64(at, this.#length - at - 8, true);
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #room(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    let capacity = this.#bytes.length;
    while (capacity < this.#length + size) capacity *= 2;
    const larger = new Uint8Array(capacity);
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#view.byteLength;
  }

  number(): number {
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  numbers(): Float64Array {
    const values = new Float64Array(this.number());
    if (IS_LITTLE_ENDIAN) {
      const end = this.#at + values.byteLength;
      if (end > this.#bytes.length) throw new RangeError('the bytes end within an array');
      new Uint8Array(values.buffer).set(this.#bytes.subarray(this.#at, end));
      this.#at = end;
      return values;
    }
    for (let i = 0; i < values.length; i++) values[i] = this.number();
    return values;
  }

  /** Reads what `ByteWriter.sized` wrote. */
  sized(): Uint8Array {
    const length = this.number();
    const end = this.#at + length;
    if (!(length >= 0 && end <= this.#bytes.length)) throw new RangeError('the bytes end within a section');
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  text(): string {
    let text = '';
    for (let left = this.number(); left > 0; left--) {
      text += String.fromCharCode(this.#view.getUint16(this.#at, true));
      this.#at += 2;
    }
    return text;
  }
}

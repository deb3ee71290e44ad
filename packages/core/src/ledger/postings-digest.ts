/**
 * A digest of postings in their order: of each the account's place in the ledger and the change of
 * what is available and frozen. Two states that moved other money have other digests, but
 * for one chance in 2^64. Against mistakes, not against people: the journal's checksums are SHA-256.
 */

export class PostingsDigest {
  #low = 0x243f6a88;
  #high = 0x13198a2e;
  readonly #number = new Float64Array(1);
  readonly #words = new Int32Array(this.#number.buffer);

  /** Takes in one number, to its last bit. */
  add(value: number): void {
    this.#number[0] = value;
    const low = Math.imul(this.#low ^ this.#words[0]!, 0x9e3779b1) | 0;
    const high = Math.imul(this.#high ^ this.#words[1]!, 0x85ebca77) | 0;
    this.#low = ((low ^ (low >>> 15)) + high) | 0;
    this.#high = ((high ^ (high >>> 13)) + low) | 0;
  }

  /** Eight bytes. */
  finish(): Uint8Array {
    const bytes = new Uint8Array(8);
    const view = new DataView(bytes.buffer);
    view.setInt32(0, this.#low, true);
    view.setInt32(4, this.#high, true);
    return bytes;
  }
}

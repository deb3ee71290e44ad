/**
 * A digest of postings in their order: of each the account's place in the ledger and the change of
 * what is available and frozen, modulo 2^32. States that moved other money have other digests, but
 * for one chance in 2^32. Against mistakes, not against people: the journal's checksums are SHA-256.
 */

/** Odd, so that a change of any one field of a record changes the sum of all. */
export const FACTOR = { a: 0x9e3779b1, b: 0x85ebca77, c: 0xc2b2ae3d, d: 0x27d4eb2f } as const;

export class PostingsDigest {
  #state = 0x243f6a88;

  /** Takes in a record, as the sum of its fields, each times a factor of its own, modulo 2^32. */
  add(record: number): void {
    const mixed = Math.imul(this.#state ^ record, FACTOR.a);
    this.#state = ((mixed ^ (mixed >>> 15)) + record) | 0;
  }

  /** Four bytes. */
  finish(): Uint8Array {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setInt32(0, this.#state, true);
    return bytes;
  }
}

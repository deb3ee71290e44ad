/**
 * A digest of postings in order: the account's position in the ledger and the changes of available
 * and frozen, modulo 2^32. Two states that moved different money have the same digest with a
 * probability of 2^-32. It detects mistakes, not attacks; the journal's checksums are SHA-256.
 */

/** Odd factors, so that a change of any single field changes the sum. */
export const FACTOR = { a: 0x9e3779b1, b: 0x85ebca77, c: 0xc2b2ae3d, d: 0x27d4eb2f } as const;

export class PostingsDigest {
  #state = 0x243f6a88;

  /** Adds a record: the sum of its fields, each times its own factor, modulo 2^32. */
  add(record: number): void {
    const mixed = Math.imul(this.#state ^ record, FACTOR.a);
    this.#state = ((mixed ^ (mixed >>> 15)) + record) | 0;
  }

  /** Returns four bytes. */
  finish(): Uint8Array {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setInt32(0, this.#state, true);
    return bytes;
  }
}

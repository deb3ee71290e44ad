/**
 * Numbers between 0 and 1 that look random to everybody without the key: AES-256 in counter mode, a
 * pseudorandom function. No number of known outputs reveals anything about the others; D0006 says
 * why that matters.
 */
import { createCipheriv, createHash } from 'node:crypto';

export const NOISE_KEY_BYTES = 32;
const IV_BYTES = 16;
const BYTES_PER_NUMBER = 8;

export class KeyedNoise {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    if (key.byteLength !== NOISE_KEY_BYTES) throw new Error(`a noise key has ${NOISE_KEY_BYTES} bytes`);
    this.#key = key;
  }

  /**
   * Returns `count` numbers that depend only on the key, `stream` (0 to 2^32 - 1) and `n` (a safe
   * integer). Each has 53 random bits.
   */
  draw(stream: number, n: number, count: number): Float64Array {
    // The last four bytes count blocks, so no two pairs of stream and n share a block.
    const iv = Buffer.alloc(IV_BYTES);
    iv.writeUInt32BE(stream, 0);
    iv.writeBigInt64BE(BigInt(n), 4);
    const cipher = createCipheriv('aes-256-ctr', this.#key, iv);
    const bytes = cipher.update(Buffer.alloc(count * BYTES_PER_NUMBER));
    return Float64Array.from({ length: count }, (_, i) => {
      const high = bytes.readUInt32BE(i * BYTES_PER_NUMBER) >>> 5;
      const low = bytes.readUInt32BE(i * BYTES_PER_NUMBER + 4) >>> 6;
      return (high * 2 ** 26 + low) / 2 ** 53;
    });
  }
}

/**
 * The key of a reproducible market. Only for tests, because whoever knows the seed knows every
 * price.
 */
export function keyOfSeed(seed: number): Uint8Array {
  return createHash('sha256').update(`market seed ${seed}`).digest();
}

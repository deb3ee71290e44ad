/**
 * Numbers between 0 and 1 that look random to everybody without the key: AES-256 in counter mode, a
 * pseudorandom function. No number of known outputs reveals anything about the others; D0006 says
 * why that matters.
 */
import { createCipheriv, createHash, type Cipheriv } from 'node:crypto';

export const NOISE_KEY_BYTES = 32;
const BLOCK_BYTES = 16;
const NUMBERS_PER_BLOCK = 2;
const BYTES_PER_NUMBER = BLOCK_BYTES / NUMBERS_PER_BLOCK;

export class KeyedNoise {
  /** Encrypts single blocks: what counter mode does, without a new cipher for each counter. */
  readonly #cipher: Cipheriv;

  constructor(key: Uint8Array) {
    if (key.byteLength !== NOISE_KEY_BYTES) throw new Error(`a noise key has ${NOISE_KEY_BYTES} bytes`);
    this.#cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  }

  /**
   * Returns `count` numbers that depend only on the key, `stream` (0 to 2^32 - 1) and `n` (a safe
   * integer). Each has 53 random bits.
   */
  draw(stream: number, n: number, count: number): Float64Array {
    const counters = Buffer.alloc(Math.ceil(count / NUMBERS_PER_BLOCK) * BLOCK_BYTES);
    // The last four bytes count blocks, so no two pairs of stream and n share a block.
    for (let at = 0, block = 0; at < counters.length; at += BLOCK_BYTES, block++) {
      counters.writeUInt32BE(stream, at);
      counters.writeBigInt64BE(BigInt(n), at + 4);
      counters.writeUInt32BE(block, at + 12);
    }
    const bytes = this.#cipher.update(counters);
    const numbers = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const high = bytes.readUInt32BE(i * BYTES_PER_NUMBER) >>> 5;
      const low = bytes.readUInt32BE(i * BYTES_PER_NUMBER + 4) >>> 6;
      numbers[i] = (high * 2 ** 26 + low) / 2 ** 53;
    }
    return numbers;
  }
}

/**
 * The key of a reproducible market. Only for tests, because whoever knows the seed knows every
 * price.
 */
export function keyOfSeed(seed: number): Uint8Array {
  return createHash('sha256').update(`market seed ${seed}`).digest();
}

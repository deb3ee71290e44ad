/**
 * A reply that is the same for many requests: its bytes, plain and compressed, are made once and
 * shared.
 */
import { brotliCompress, constants, gzip } from 'node:zlib';

export interface Encoded {
  readonly bytes: Buffer;
  /** For Content-Encoding; null when the bytes are plain. */
  readonly encoding: 'br' | 'gzip' | null;
}

/** Shorter replies are not worth compressing. */
const PACKED_BYTES_MIN = 1_400;
const BROTLI_QUALITY = 4;

/** One at a time per process: compression shares a thread pool with password hashing. */
let isPacking = false;

export class SharedBody {
  readonly plain: Buffer;
  readonly #packed: { br: Buffer | null; gzip: Buffer | null } = { br: null, gzip: null };
  #asked = 0;

  constructor(plain: Buffer) {
    this.plain = plain;
  }

  /** The first request gets it plain: a reply is compressed once it is requested again. */
  forClient(acceptEncoding: string | undefined): Encoded {
    const encoding = wantedOf(acceptEncoding);
    if (encoding === null || this.plain.length < PACKED_BYTES_MIN)
      return { bytes: this.plain, encoding: null };
    const packed = this.#packed[encoding];
    if (packed !== null) return { bytes: packed, encoding };
    if (this.#asked++ > 0) this.#pack(encoding);
    return { bytes: this.plain, encoding: null };
  }

  #pack(encoding: 'br' | 'gzip'): void {
    if (isPacking) return;
    isPacking = true;
    const done = (error: Error | null, bytes: Buffer): void => {
      isPacking = false;
      if (error === null) this.#packed[encoding] = bytes;
    };
    if (encoding === 'gzip') gzip(this.plain, done);
    else brotliCompress(this.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }, done);
  }
}

function wantedOf(acceptEncoding: string | undefined): 'br' | 'gzip' | null {
  if (acceptEncoding === undefined) return null;
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : null;
}

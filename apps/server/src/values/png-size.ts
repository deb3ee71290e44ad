/** The size of a PNG in pixels, from its header (PNG, 5.2 and 11.2.2). */

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER_BYTES = 24;

/** Null if it is no PNG. */
export function pngSize(bytes: Buffer): { readonly width: number; readonly height: number } | null {
  const isPng =
    bytes.length >= HEADER_BYTES &&
    bytes.subarray(0, 8).equals(SIGNATURE) &&
    bytes.toString('latin1', 12, 16) === 'IHDR';
  return isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null;
}

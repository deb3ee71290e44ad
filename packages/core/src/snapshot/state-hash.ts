/**
 * A 128-bit hash (MurmurHash3 x86 128, Austin Appleby, public domain) that compares two states. It
 * is not cryptographic.
 */

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));

function mixFinal(h: number): number {
  let x = h ^ (h >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/**
 * Returns 32 hexadecimal digits. Bytes are padded with zeros to a multiple of 16; the length is
 * part of the hash.
 */
export function hashBytes(bytes: Uint8Array): string {
  const padded = new Uint8Array(Math.ceil(bytes.length / 16) * 16);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  const h = [0, 0, 0, 0] as [number, number, number, number];
  for (let at = 0; at < padded.length; at += 16) mixBlock(h, view, at);
  let [h1, h2, h3, h4] = h.map((x) => x ^ bytes.length) as [number, number, number, number];
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = (h2 + h1) | 0;
  h3 = (h3 + h1) | 0;
  h4 = (h4 + h1) | 0;
  [h1, h2, h3, h4] = [mixFinal(h1), mixFinal(h2), mixFinal(h3), mixFinal(h4)];
  h1 = (h1 + h2 + h3 + h4) | 0;
  return [h1, (h2 + h1) | 0, (h3 + h1) | 0, (h4 + h1) | 0]
    .map((x) => (x >>> 0).toString(16).padStart(8, '0'))
    .join('');
}

function mixBlock(h: [number, number, number, number], view: DataView, at: number): void {
  const k1 = Math.imul(rotate(Math.imul(view.getInt32(at, true), C1), 15), C2);
  h[0] = (Math.imul((rotate(h[0] ^ k1, 19) + h[1]) | 0, 5) + 0x561ccd1b) | 0;
  const k2 = Math.imul(rotate(Math.imul(view.getInt32(at + 4, true), C2), 16), C3);
  h[1] = (Math.imul((rotate(h[1] ^ k2, 17) + h[2]) | 0, 5) + 0x0bcaa747) | 0;
  const k3 = Math.imul(rotate(Math.imul(view.getInt32(at + 8, true), C3), 17), C4);
  h[2] = (Math.imul((rotate(h[2] ^ k3, 15) + h[3]) | 0, 5) + 0x96cd1c35) | 0;
  const k4 = Math.imul(rotate(Math.imul(view.getInt32(at + 12, true), C4), 18), C1);
  h[3] = (Math.imul((rotate(h[3] ^ k4, 13) + h[0]) | 0, 5) + 0x32ac3b17) | 0;
}

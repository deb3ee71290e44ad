/**
 * The kind of a network address. It does not guess towns, which would need a database of addresses.
 */
export type PlaceName = 'thisMachine' | 'local' | 'internet';

const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|f[cd]|fe80:)/i;

export function placeName(ip: string): PlaceName {
  const plain = ip.replace(/^::ffff:/i, '');
  if (plain === '::1' || plain.startsWith('127.')) return 'thisMachine';
  return PRIVATE.test(plain) ? 'local' : 'internet';
}

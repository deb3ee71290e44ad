/** The network of an address. */
import { isIPv4 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** A household or an office has one IPv4 address, or one IPv6 network of 64 bits. */
const IPV6_GROUPS = 4;

export function networkOf(ip: string): string {
  const mapped = MAPPED_IPV4.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIPv4(ip)) return ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  return groups.slice(0, IPV6_GROUPS).join(':');
}

/** Of an address, the part that is common to an area. */
const AREA_GROUPS = 3;

/**
 * The area of a network: one customer of a provider may have all 65,536 IPv6 networks of it (48
 * bits), or many IPv4 addresses in a row (24 bits).
 */
export function areaOf(network: string): string {
  const separator = isIPv4(network) ? '.' : ':';
  return network.split(separator).slice(0, AREA_GROUPS).join(separator);
}

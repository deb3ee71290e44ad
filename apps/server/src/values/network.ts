/** The network of an address. */
import { isIP, isIPv4 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Some proxies write the port of the client behind its address. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;
/** What is no address, such as a word in a header, is one network: nobody gets many of them. */
const NO_ADDRESS = 'unknown';
/** A household or an office has one IPv4 address, or one IPv6 network of 64 bits. */
const IPV6_GROUPS = 4;

/** The address alone, without a port; null for what is none. */
export function plainAddress(text: string): string | null {
  const ported = WITH_PORT.exec(text);
  const ip = ported?.[1] ?? ported?.[2] ?? text;
  return isIP(ip) === 0 ? null : (MAPPED_IPV4.exec(ip)?.[1] ?? ip);
}

export function networkOf(text: string): string {
  const ip = plainAddress(text);
  if (ip === null) return NO_ADDRESS;
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

/** Ranges of network addresses, as their owners write them: an IP address, or a network as CIDR. */
import { isIPv4, isIPv6 } from 'node:net';
import { plainAddress } from './network.ts';

export interface AddressRange {
  /** The one text of this range: addresses without a prefix, IPv6 as RFC 5952 writes it. */
  readonly text: string;
  /** Whether all addresses of the other are in this one. */
  covers(other: AddressRange): boolean;
  /** Of an address that is read already, see `isWithin`. */
  contains(address: Address): boolean;
  readonly first: bigint;
  readonly prefix: number;
  readonly bits: 32 | 128;
}

/** The shortest prefixes: more addresses than anybody's own would allow everybody. */
const PREFIX_MIN = { 32: 16, 128: 32 } as const;

/**
 * 'invalid' for all but one address or network, also for one with bits beyond its prefix, such as
 * 203.0.113.5/24: its writer meant one address or the whole network, and we cannot know which.
 */
export function parseRange(written: string): AddressRange | 'invalid' | 'wide' {
  const [ip = '', length, more] = written.trim().split('/');
  const address = readAddress(ip);
  if (address === null || more !== undefined) return 'invalid';
  if (length !== undefined && !/^(0|[1-9]\d{0,2})$/.test(length)) return 'invalid';
  const { bits, value } = address;
  const prefix = length === undefined ? bits : Number(length);
  if (prefix > bits) return 'invalid';
  const rest = BigInt(bits - prefix);
  if ((value >> rest) << rest !== value) return 'invalid';
  if (prefix < PREFIX_MIN[bits]) return 'wide';
  return rangeOf({ bits, value }, prefix);
}

/** Whether a request of this address comes from one of the ranges. */
export function isWithin(ranges: readonly AddressRange[], ip: string): boolean {
  const address = readAddress(plainAddress(ip) ?? '');
  return address !== null && ranges.some((range) => range.contains(address));
}

function rangeOf({ bits, value }: Address, prefix: number): AddressRange {
  const rest = BigInt(bits - prefix);
  const begins = (other: Address) => other.bits === bits && other.value >> rest === value >> rest;
  const text = bits === 32 ? textOfIPv4(value) : textOfIPv6(value);
  return {
    text: prefix === bits ? text : `${text}/${prefix}`,
    contains: begins,
    covers: (other) => other.prefix >= prefix && begins({ bits: other.bits, value: other.first }),
    first: value,
    prefix,
    bits,
  };
}

interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** Null for what is no address, or one with a zone, which is only known to its own machine. */
function readAddress(ip: string): Address | null {
  if (isIPv4(ip)) return { bits: 32, value: valueOf(ip.split('.'), 10, 8n) };
  if (!isIPv6(ip) || ip.includes('%')) return null;
  const groups = groupsOf(ip);
  const value = valueOf(groups, 16, 16n);
  // An IPv4 address in the form of IPv6 is that address.
  return value >> 32n === 0xffffn ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value };
}

function valueOf(parts: readonly string[], base: number, bits: bigint): bigint {
  return parts.reduce((sum, part) => (sum << bits) | BigInt(Number.parseInt(part, base)), 0n);
}

/** The eight groups of an IPv6 address. */
function groupsOf(ip: string): readonly string[] {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(ip);
  const low = dotted === null ? 0n : valueOf((dotted[2] ?? '').split('.'), 10, 8n);
  const plain =
    dotted === null ? ip : `${dotted[1]}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}

function textOfIPv4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');
}

/** RFC 5952: lower case, no leading zeros, `::` for the first of the longest runs of zeros. */
function textOfIPv6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((value >> BigInt(16 * (7 - at))) & 0xffffn).toString(16),
  );
  const runs = [...groups.join(':').matchAll(/\b0(?::0)+\b/g)].map(([run]) => run);
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  if (longest === '') return groups.join(':');
  const text = groups.join(':');
  const at = text.search(new RegExp(`\\b${longest}\\b`));
  const [before, after] = [
    text.slice(0, at).replace(/:$/, ''),
    text.slice(at + longest.length).replace(/^:/, ''),
  ];
  return `${before}::${after}`;
}

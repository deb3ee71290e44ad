/** What a key may do, checked: its permissions, its networks and its end. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { KeyPermission } from '@glasshouse/protocol/api-keys';
import {
  DAYS_MAX,
  KEY_PERMISSIONS,
  OPEN_DAYS_MAX,
  WITHDRAW_WAIT_HOURS,
} from '@glasshouse/protocol/api-keys/rules';
import { parseRange, type AddressRange } from '../../values/address-range.ts';
import { permissionsOf, rangesOf, type KeyRow } from './live-key.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type KeyTerms = Pick<KeyRow, 'permissions' | 'networks' | 'expires_ms' | 'withdraws_from_ms'>;

/** Absent: as it was; for a new key read alone, any network, no end. */
export interface WantedTerms {
  readonly permissions?: readonly KeyPermission[] | undefined;
  readonly networks?: readonly string[] | undefined;
  readonly expireTime?: number | undefined;
}

export interface Clocks {
  readonly nowMs: number;
  /** By which withdrawals are decided. */
  readonly commandMs: number;
}

export const NEW_KEY: KeyTerms = {
  permissions: 'read',
  networks: '',
  expires_ms: null,
  withdraws_from_ms: null,
};

/** The terms that a key would have, and whether they let it do more than before. */
export function nextTerms(
  before: KeyTerms,
  wanted: WantedTerms,
  clocks: Clocks,
): { readonly terms: KeyTerms; readonly isWider: boolean } | Refusal {
  const permissions = inOrder(wanted.permissions ?? permissionsOf(before));
  const ranges = wanted.networks === undefined ? rangesOf(before) : readNetworks(wanted.networks);
  if (isRefusal(ranges)) return ranges;
  if (permissions.includes('withdraw') && ranges.length === 0)
    return { error: 'api-keys/withdraw-needs-network', field: 'networks' };
  const isOpen = permissions.length > 1 && ranges.length === 0;
  const expiresMs = nextEnd(before, { expireTime: wanted.expireTime, isOpen }, clocks.nowMs);
  if (isRefusal(expiresMs)) return expiresMs;
  const had = permissionsOf(before);
  const terms = {
    permissions: permissions.join(' '),
    networks: ranges.map(({ text }) => text).join(' '),
    expires_ms: expiresMs,
    withdraws_from_ms: permissions.includes('withdraw')
      ? (before.withdraws_from_ms ?? clocks.commandMs + WITHDRAW_WAIT_HOURS * HOUR_MS)
      : null,
  };
  const isWider =
    permissions.some((permission) => !had.includes(permission)) ||
    isReachingFurther(rangesOf(before), ranges) ||
    (expiresMs ?? Infinity) > (before.expires_ms ?? Infinity);
  return { terms, isWider };
}

function inOrder(permissions: readonly KeyPermission[]): readonly KeyPermission[] {
  return KEY_PERMISSIONS.filter((each) => each === 'read' || permissions.includes(each));
}

/** Without those that others of them cover. */
function readNetworks(texts: readonly string[]): readonly AddressRange[] | Refusal {
  const ranges: AddressRange[] = [];
  for (const text of texts) {
    const range = parseRange(text);
    if (range === 'invalid')
      return { error: 'api-keys/network-invalid', field: 'networks', params: { text } };
    if (range === 'wide') return { error: 'api-keys/network-wide', field: 'networks', params: { text } };
    if (ranges.some((other) => other.covers(range))) continue;
    ranges.splice(0, ranges.length, ...ranges.filter((other) => !range.covers(other)), range);
  }
  return ranges;
}

function isReachingFurther(before: readonly AddressRange[], after: readonly AddressRange[]): boolean {
  if (before.length === 0) return false;
  return after.length === 0 || after.some((range) => !before.some((other) => other.covers(range)));
}

interface WantedEnd {
  readonly expireTime: number | undefined;
  /** It can do more than read, and any network may use it. */
  readonly isOpen: boolean;
}

/** A key that becomes open without a word about its end ends after the longest life of one. */
function nextEnd(
  { expires_ms: before }: KeyTerms,
  { expireTime, isOpen }: WantedEnd,
  nowMs: number,
): number | null | Refusal {
  const days = isOpen ? OPEN_DAYS_MAX : DAYS_MAX;
  const lastMs = nowMs + days * DAY_MS;
  if (expireTime === undefined) return isOpen ? Math.min(before ?? Infinity, lastMs) : before;
  if (expireTime > nowMs && expireTime <= lastMs) return expireTime;
  return { error: 'api-keys/expire-time', field: 'expireTime', params: { days: String(days) } };
}

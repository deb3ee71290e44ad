/** A key in memory: what a row allows, and its secret or public key, read at its first use. */
import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import type { KeyPermission } from '@glasshouse/protocol/api-keys';
import type { Selectable } from 'kysely';
import type { ApiKey } from '../../contract/api-keys.ts';
import type { Secrets } from '../../process/secrets.ts';
import { isWithin, parseRange, type AddressRange } from '../../values/address-range.ts';
import { isSigned } from './key-material.ts';
import type { ApiKeysTable } from './tables.ts';

export type KeyRow = Selectable<ApiKeysTable>;
const SECRETS = 'api-key';

/** The context is the key's id, so that two keys' secrets cannot be swapped. */
export function sealSecret(secrets: Secrets, keyId: string, secret: string): Uint8Array {
  return secrets.seal(SECRETS, Buffer.from(secret), keyId);
}

export const permissionsOf = ({ permissions }: Pick<KeyRow, 'permissions'>): readonly KeyPermission[] =>
  permissions.split(' ') as KeyPermission[];

export const networksOf = ({ networks }: Pick<KeyRow, 'networks'>): readonly string[] =>
  networks === '' ? [] : networks.split(' ');

/** Throws for a text that was not stored by this feature. */
export function rangesOf(row: Pick<KeyRow, 'networks'>): readonly AddressRange[] {
  return networksOf(row).map((text) => {
    const range = parseRange(text);
    if (typeof range === 'string') throw new Error(`a stored network is ${range}: ${text}`);
    return range;
  });
}

export interface LiveKey extends ApiKey {
  readonly hash: string;
  /** Equal while nobody outside could notice a difference. */
  readonly terms: string;
}

export function liveKey(secrets: Secrets, row: KeyRow): LiveKey {
  const { key_id: keyId, user_id: userId, kind } = row;
  const ranges = rangesOf(row);
  let key: KeyObject | null = null;
  return {
    keyId,
    userId,
    kind,
    permissions: new Set(permissionsOf(row)),
    withdrawsFromMs: row.withdraws_from_ms ?? Infinity,
    expiresMs: row.expires_ms ?? Infinity,
    hash: row.key_hash,
    terms: [row.permissions, row.networks, row.withdraws_from_ms, row.expires_ms].join('|'),
    allows: (ip) => ranges.length === 0 || isWithin(ranges, ip),
    verify: (payload, signature) => isSigned(kind, (key ??= keyOf(secrets, row)), { payload, signature }),
  };
}

function keyOf(secrets: Secrets, row: KeyRow): KeyObject {
  if (row.public_key !== null) return createPublicKey(row.public_key);
  if (row.sealed_secret === null) throw new Error(`the API key ${row.key_id} has nothing to verify by`);
  return createSecretKey(secrets.open(SECRETS, row.sealed_secret, row.key_id));
}

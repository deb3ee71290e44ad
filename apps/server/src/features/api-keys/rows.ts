/** Keys as their owners see them, in lists and in messages. */
import type { ApiKeyRow, KeyPermission } from '@glasshouse/protocol/api-keys';
import { defineText, inBothLanguages } from '@glasshouse/texts';
import type { Fact } from '../../contract/messages.ts';
import type { LastUse } from './key-book.ts';
import { networksOf, permissionsOf, type KeyRow } from './live-key.ts';

/** `lastUse` is one that is not written yet. */
export function rowOf(row: KeyRow, lastUse?: LastUse): ApiKeyRow {
  return {
    keyId: row.key_id,
    name: row.name,
    kind: row.kind,
    beginning: row.beginning,
    publicKey: row.public_key,
    permissions: [...permissionsOf(row)],
    networks: [...networksOf(row)],
    time: row.created_ms,
    withdrawsFromTime: row.withdraws_from_ms,
    expireTime: row.expires_ms,
    lastUsed:
      lastUse !== undefined
        ? { time: lastUse.ms, ip: lastUse.ip, device: lastUse.device }
        : row.used_ms === null
          ? null
          : { time: row.used_ms, ip: row.used_ip ?? '', device: row.used_device ?? '' },
    ended:
      row.ended_ms === null || row.end_reason === null
        ? null
        : { time: row.ended_ms, reason: row.end_reason },
  };
}

const PERMISSIONS = {
  read: defineText({ en: 'read', zh: '读取' }),
  trade: defineText({ en: 'trade', zh: '交易' }),
  transfer: defineText({ en: 'transfer', zh: '划转' }),
  withdraw: defineText({ en: 'withdraw', zh: '提现' }),
} as const satisfies Record<KeyPermission, ReturnType<typeof defineText>>;
const SEPARATORS = { en: ', ', zh: '、' } as const;
const ANY = defineText({ en: 'any', zh: '不限' });

/** For messages: what the key is called, and what it may do from where. Never the key. */
export function factsOf(row: Pick<KeyRow, 'name' | 'permissions' | 'networks' | 'expires_ms'>): Fact[] {
  const networks = networksOf(row);
  const permissions = inBothLanguages((language) =>
    permissionsOf(row)
      .map((permission) => PERMISSIONS[permission](language))
      .join(SEPARATORS[language]),
  );
  return [
    { name: 'apiKey', value: row.name },
    { name: 'permissions', value: permissions },
    { name: 'allowedNetworks', value: networks.length === 0 ? inBothLanguages(ANY) : networks.join(', ') },
    ...(row.expires_ms === null
      ? []
      : [{ name: 'expires', type: 'time', value: String(row.expires_ms) } as const]),
  ];
}

/** The table of API keys. */
import type { KeyEnd, KeyKind } from '@glasshouse/protocol/api-keys';

export interface ApiKeysTable {
  key_id: string;
  user_id: number;
  key_hash: string;
  beginning: string;
  name: string;
  kind: KeyKind;
  public_key: string | null;
  sealed_secret: Uint8Array | null;
  permissions: string;
  networks: string;
  created_ms: number;
  withdraws_from_ms: number | null;
  expires_ms: number | null;
  used_ms: number | null;
  used_ip: string | null;
  used_device: string | null;
  ended_ms: number | null;
  end_reason: KeyEnd | null;
}

declare module '../../db/schema.ts' {
  interface Schema {
    api_keys: ApiKeysTable;
  }
}

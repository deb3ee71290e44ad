/** What the server asks about the API keys of users. */
import type { KeyEnd, KeyPermission } from '@glasshouse/protocol/api-keys';
import type { Within } from './messages.ts';

export type { KeyPermission };

export interface ApiKey {
  readonly keyId: string;
  readonly userId: number;
  readonly permissions: ReadonlySet<KeyPermission>;
  /** From when it may withdraw; Infinity without the permission. */
  readonly withdrawsFromMs: number;
  /** Infinity: never. */
  readonly expiresMs: number;
  readonly kind: 'hmac' | 'ed25519' | 'rsa';
  /** Whether requests of this address may use it. */
  allows(ip: string): boolean;
  /**
   * Whether `signature` (hex for HMAC, base64 for the others) is that of `payload` (UTF-8).
   * Constant time for HMAC. Malformed signatures are false, never an exception.
   */
  verify(payload: string, signature: string): boolean;
}

export interface ApiKeys {
  /** The live key of this text, from memory; null for any other text, of any length. */
  find(apiKey: string): ApiKey | null;
  /** The live key with this id; null once it has ended. */
  again(keyId: string): ApiKey | null;
  /** Notes a use; written to the table once a minute at most. */
  used(keyId: string, from: { readonly ip: string; readonly userAgent: string }): void;
  /**
   * Called when a key ends or its permissions or networks change (with its new state or null),
   * after the commit.
   */
  onChange(listener: (keyId: string, key: ApiKey | null) => void): void;
}

/** What the feature identity asks of the API keys of a user. */
export interface UserKeys {
  /** Ends all live keys of a user, in the transaction of what is the reason. */
  end(userId: number, why: KeyEnd, within: Within): Promise<void>;
  /** To be called after that transaction, whatever became of it. */
  settle(userId: number): Promise<void>;
  /** In a demo, at every start: the keys of the ready-made trader, written to the data folder. */
  makeDemoKeys(userId: number): Promise<void>;
}

/**
 * All live keys in memory, so that an unknown key costs no query, and their last uses, which are
 * written once a minute. The database decides: after each change the keys of its user are read
 * again. Valid as long as one process makes all keys.
 */
import type { ApiKey, ApiKeys } from '../../contract/api-keys.ts';
import type { Database } from '../../db/database.ts';
import type { Secrets } from '../../process/secrets.ts';
import { hashOf } from './key-material.ts';
import { liveKey, type KeyRow, type LiveKey } from './live-key.ts';

/** Keys in memory; beyond it no more are made. */
export const LIVE_KEYS_MAX = 200_000;
const DEVICE_MAX = 200;
const WRITE_USES = `
  update api_keys set used_ms = used.ms, used_ip = used.ip, used_device = used.device
  from json_to_recordset($1::json) as used(key text, ms bigint, ip text, device text)
  where key_id = used.key`;

export interface LastUse {
  readonly ms: number;
  readonly ip: string;
  readonly device: string;
}

type Listener = (keyId: string, key: ApiKey | null) => void;

interface KeyBookParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
}

export class KeyBook implements ApiKeys {
  readonly #parts: KeyBookParts;
  readonly #now: () => number;
  readonly #byHash = new Map<string, LiveKey>();
  readonly #byId = new Map<string, LiveKey>();
  readonly #ofUser = new Map<number, readonly LiveKey[]>();
  readonly #listeners: Listener[] = [];
  #uses = new Map<string, LastUse>();
  /** Users whose keys could not be read after a change: they have none until that succeeds. */
  readonly #unread = new Set<number>();
  /** Reads of one user may overtake each other: an older one never replaces a newer one. */
  #reads = 0;
  readonly #readOf = new Map<number, number>();

  constructor(parts: KeyBookParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
  }

  get size(): number {
    return this.#byId.size;
  }

  async loadAll(): Promise<void> {
    const rows = await this.#rows().execute();
    const byUser = new Map<number, KeyRow[]>();
    for (const row of rows) byUser.set(row.user_id, [...(byUser.get(row.user_id) ?? []), row]);
    for (const [userId, own] of byUser) this.#replace(userId, own);
  }

  find(apiKey: string): ApiKey | null {
    const hash = hashOf(apiKey);
    return hash === null ? null : this.#live(this.#byHash.get(hash));
  }

  again(keyId: string): ApiKey | null {
    return this.#live(this.#byId.get(keyId));
  }

  used(keyId: string, { ip, userAgent }: { readonly ip: string; readonly userAgent: string }): void {
    if (!this.#byId.has(keyId)) return;
    this.#uses.set(keyId, { ms: this.#now(), ip, device: userAgent.slice(0, DEVICE_MAX) });
  }

  /** A use that is not written yet. */
  lastUse(keyId: string): LastUse | undefined {
    return this.#uses.get(keyId);
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /**
   * Reads the keys of a user again, after every change of them. If that fails they count as ended
   * until it succeeds: one of them may have.
   */
  async settle(userId: number): Promise<void> {
    const read = ++this.#reads;
    try {
      const rows = await this.#rows().where('user_id', '=', userId).execute();
      this.#take(userId, read, rows);
    } catch (error) {
      this.#take(userId, read, []);
      this.#unread.add(userId);
      this.#parts.onError(error);
    }
  }

  /** Once a minute. */
  async keepUp(): Promise<void> {
    // One that fails again is added again, for the next minute.
    const unread = [...this.#unread];
    for (const userId of unread) await this.settle(userId);
    await this.writeUses();
  }

  async writeUses(): Promise<void> {
    const uses = this.#uses;
    if (uses.size === 0) return;
    const rows = [...uses].map(([key, use]) => ({ key, ...use }));
    await this.#parts.database.query(WRITE_USES, [JSON.stringify(rows)]);
    for (const [keyId, use] of uses) if (this.#uses.get(keyId) === use) this.#uses.delete(keyId);
  }

  #rows() {
    return this.#parts.database.reads.selectFrom('api_keys').selectAll().where('ended_ms', 'is', null);
  }

  #live(key: LiveKey | undefined): ApiKey | null {
    return key === undefined || key.expiresMs <= this.#now() ? null : key;
  }

  #take(userId: number, read: number, rows: readonly KeyRow[]): void {
    if (read < (this.#readOf.get(userId) ?? 0)) return;
    this.#readOf.set(userId, read);
    this.#unread.delete(userId);
    this.#replace(userId, rows);
  }

  #replace(userId: number, rows: readonly KeyRow[]): void {
    const before = this.#ofUser.get(userId) ?? [];
    const after = rows.map((row) => liveKey(this.#parts.secrets, row));
    for (const { hash, keyId } of before) {
      this.#byHash.delete(hash);
      this.#byId.delete(keyId);
    }
    for (const key of after) {
      this.#byHash.set(key.hash, key);
      this.#byId.set(key.keyId, key);
    }
    if (after.length === 0) this.#ofUser.delete(userId);
    else this.#ofUser.set(userId, after);
    for (const { keyId, terms } of before) {
      const now = this.#byId.get(keyId) ?? null;
      if (now?.terms !== terms) this.#tell(keyId, now);
    }
  }

  #tell(keyId: string, key: ApiKey | null): void {
    for (const listener of this.#listeners) {
      try {
        listener(keyId, key);
      } catch (error) {
        this.#parts.onError(error);
      }
    }
  }
}

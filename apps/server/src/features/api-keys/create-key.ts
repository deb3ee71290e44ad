/** Makes keys: the terms, the material, and the owner's proof last, because it uses codes up. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { KEYS_MAX } from '@glasshouse/protocol/api-keys/rules';
import type { Ports } from '../../contract/ports.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Handler } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import type { Secrets } from '../../process/secrets.ts';
import { LIVE_KEYS_MAX, type KeyBook } from './key-book.ts';
import { hashOf, randomKeyId, randomText, readPublicKey } from './key-material.ts';
import { hasMost } from './key-rows.ts';
import { NEW_KEY, nextTerms, type KeyTerms } from './key-terms.ts';
import { sealSecret, type KeyRow } from './live-key.ts';
import { factsOf, rowOf } from './rows.ts';

const TOO_MANY: Refusal = { error: 'api-keys/too-many', params: { count: String(KEYS_MAX) } };
const TAKEN: Refusal = { error: 'api-keys/public-key-taken', field: 'publicKey' };

/** Some are only there while the server runs: taken in calls. */
export type KeyPorts = Pick<Ports, 'database' | 'secrets' | 'ownerProof' | 'sequencer'>;

export function createKey(ports: KeyPorts, book: KeyBook): Handler<'api-keys/create-key'> {
  return async ({ name, kind, publicKey: pasted, code, fundPassword, googleCode, ...wanted }, caller) => {
    const { database, secrets, ownerProof, sequencer } = ports;
    const { userId } = caller;
    const nowMs = Date.now();
    const planned = nextTerms(NEW_KEY, wanted, { nowMs, commandMs: sequencer.nowMs() });
    if (isRefusal(planned)) return planned;
    const publicKey = publicKeyOf(kind, pasted);
    if (isRefusal(publicKey)) return publicKey;
    if (publicKey !== null && (await isTaken(database, publicKey))) return TAKEN;
    if (await hasMost(database, userId)) return TOO_MANY;
    if (book.size >= LIVE_KEYS_MAX) return { error: 'api-keys/full' };
    const proven = await ownerProof.prove(caller, { code, fundPassword, googleCode });
    if (isRefusal(proven)) return proven;
    const made = newKey(secrets, { userId, name, kind, publicKey, terms: planned.terms, nowMs });
    try {
      const added = await ownerProof.change(caller, {
        event: 'api-key-made',
        facts: () => factsOf(made.row),
        proven,
        write: async (within) => {
          if (await hasMost(within, userId)) return TOO_MANY;
          await within.kysely.insertInto('api_keys').values(made.row).execute();
          return made;
        },
      });
      if (added === null || isRefusal(added)) return added ?? TAKEN;
      return { key: rowOf(made.row), apiKey: made.apiKey, secret: made.secret };
    } catch (error) {
      // Two calls at once with one public key.
      if (publicKey !== null && isUniqueViolation(error)) return TAKEN;
      throw error;
    } finally {
      await book.settle(userId);
    }
  };
}

/** Null for HMAC. */
function publicKeyOf(kind: KeyRow['kind'], pasted: string | undefined): string | null | Refusal {
  if (kind !== 'hmac')
    return pasted === undefined
      ? { error: 'api-keys/public-key-missing', field: 'publicKey' }
      : readPublicKey(kind, pasted);
  return pasted === undefined ? null : invalidField('publicKey', 'not of an HMAC key');
}

async function isTaken({ reads }: Pick<Ports['database'], 'reads'>, publicKey: string): Promise<boolean> {
  const other = await reads
    .selectFrom('api_keys')
    .select('key_id')
    .where('public_key', '=', publicKey)
    .executeTakeFirst();
  return other !== undefined;
}

export interface NewKey extends Pick<KeyRow, 'name' | 'kind'> {
  readonly userId: number;
  /** SPKI as PEM; null for HMAC. */
  readonly publicKey: string | null;
  readonly terms: KeyTerms;
  readonly nowMs: number;
}

export interface MadeKey {
  readonly row: KeyRow;
  readonly apiKey: string;
  /** Of HMAC alone. */
  readonly secret: string | null;
}

export function newKey(secrets: Secrets, { userId, name, kind, publicKey, terms, nowMs }: NewKey): MadeKey {
  const apiKey = randomText();
  const keyHash = hashOf(apiKey);
  if (keyHash === null) throw new Error('a made key has another form than keys have');
  const secret = kind === 'hmac' ? randomText() : null;
  const keyId = randomKeyId();
  const row: KeyRow = {
    key_id: keyId,
    user_id: userId,
    key_hash: keyHash,
    beginning: apiKey.slice(0, 8),
    name,
    kind,
    public_key: publicKey,
    sealed_secret: secret === null ? null : sealSecret(secrets, keyId, secret),
    ...terms,
    created_ms: nowMs,
    used_ms: null,
    used_ip: null,
    used_device: null,
    ended_ms: null,
    end_reason: null,
  };
  return { row, apiKey, secret };
}

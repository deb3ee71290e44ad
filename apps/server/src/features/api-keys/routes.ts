/** The calls of API keys. */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import {
  DAYS_MAX,
  KEYS_MAX,
  NETWORKS_MAX,
  OPEN_DAYS_MAX,
  WITHDRAW_WAIT_HOURS,
} from '@glasshouse/protocol/api-keys/rules';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import { createKey, type KeyPorts } from './create-key.ts';
import type { KeyBook } from './key-book.ts';
import { endKeys, keysOf, liveKeyOf } from './key-rows.ts';
import { nextTerms, type WantedTerms } from './key-terms.ts';
import type { KeyRow } from './live-key.ts';
import { factsOf, rowOf } from './rows.ts';

const NOT_FOUND: Refusal = { error: 'request/not-found', field: 'keyId' };
const PROOF_MISSING: Refusal = { error: 'identity/wrong-code', field: 'code' };
const LIMITS = {
  keys: KEYS_MAX,
  networks: NETWORKS_MAX,
  openDays: OPEN_DAYS_MAX,
  days: DAYS_MAX,
  withdrawWaitHours: WITHDRAW_WAIT_HOURS,
} as const;

export function apiKeysHandlers(ports: KeyPorts, book: KeyBook): FeatureHandlers<'api-keys'> {
  return {
    'api-keys/get-keys': async (_input, { userId }) => {
      const rows = await keysOf(ports.database, userId);
      return { list: rows.map((row) => rowOf(row, book.lastUse(row.key_id))), limits: LIMITS };
    },
    'api-keys/create-key': createKey(ports, book),
    'api-keys/update-key': updateKey(ports, book),
    'api-keys/end-key': endKey(ports, book),
    'api-keys/end-all-keys': endAllKeys(ports, book),
  };
}

interface Change extends WantedTerms {
  readonly name?: string | undefined;
}

/** The row as it would be, and whether the owner must prove it. */
function changed(row: KeyRow, { name = row.name, ...wanted }: Change, commandMs: number) {
  const next = nextTerms(row, wanted, { nowMs: Date.now(), commandMs });
  return isRefusal(next) ? next : { row: { ...row, name, ...next.terms }, isWider: next.isWider };
}

function updateKey(ports: KeyPorts, book: KeyBook): Handler<'api-keys/update-key'> {
  return async ({ keyId, code, fundPassword, googleCode, ...change }, caller) => {
    const { database, ownerProof, sequencer } = ports;
    const { userId } = caller;
    const before = await liveKeyOf(database, { userId, keyId });
    if (before === undefined) return NOT_FOUND;
    const planned = changed(before, change, sequencer.nowMs());
    if (isRefusal(planned)) return planned;
    if (planned.isWider && code === undefined) return PROOF_MISSING;
    const proven = planned.isWider
      ? await ownerProof.prove(caller, { code: code ?? '', fundPassword, googleCode })
      : null;
    if (isRefusal(proven)) return proven;
    let kept = before;
    try {
      const done = await ownerProof.change(caller, {
        event: 'api-key-changed',
        facts: () => factsOf(kept),
        proven,
        write: async (within) => {
          // Read again: another change may have come first.
          const row = await liveKeyOf(within, { userId, keyId });
          if (row === undefined) return NOT_FOUND;
          const next = changed(row, change, sequencer.nowMs());
          if (isRefusal(next)) return next;
          if (next.isWider && proven === null) return PROOF_MISSING;
          kept = next.row;
          if (isSame(row, kept)) return null;
          const { name, permissions, networks, expires_ms, withdraws_from_ms } = kept;
          await within.kysely
            .updateTable('api_keys')
            .set({ name, permissions, networks, expires_ms, withdraws_from_ms })
            .where('key_id', '=', keyId)
            .execute();
          return kept;
        },
      });
      return isRefusal(done) ? done : rowOf(kept, book.lastUse(keyId));
    } finally {
      await book.settle(userId);
    }
  };
}

function isSame(one: KeyRow, other: KeyRow): boolean {
  const compared = ['name', 'permissions', 'networks', 'expires_ms', 'withdraws_from_ms'] as const;
  return compared.every((column) => one[column] === other[column]);
}

function endKey(ports: KeyPorts, book: KeyBook): Handler<'api-keys/end-key'> {
  return async ({ keyId }, caller) => {
    const { userId } = caller;
    let ended: readonly KeyRow[] = [];
    try {
      const done = await ports.ownerProof.change(caller, {
        event: 'api-key-ended',
        facts: () => ended.flatMap(factsOf),
        proven: null,
        write: async (within) => {
          ended = await endKeys(within, { why: 'owner', nowMs: Date.now(), userId, keyId });
          return ended.length === 0 ? null : ended;
        },
      });
      return done === null ? NOT_FOUND : isRefusal(done) ? done : undefined;
    } finally {
      await book.settle(userId);
    }
  };
}

function endAllKeys(ports: KeyPorts, book: KeyBook): Handler<'api-keys/end-all-keys'> {
  return async (_input, caller) => {
    const { userId } = caller;
    let ended: readonly KeyRow[] = [];
    try {
      const done = await ports.ownerProof.change(caller, {
        event: 'api-keys-ended',
        facts: () => [{ name: 'apiKey', value: ended.map(({ name }) => name).join(', ') }],
        proven: null,
        write: async (within) => {
          ended = await endKeys(within, { why: 'owner', nowMs: Date.now(), userId });
          return ended.length === 0 ? null : ended;
        },
      });
      return isRefusal(done) ? done : { ended: ended.length };
    } finally {
      await book.settle(userId);
    }
  };
}

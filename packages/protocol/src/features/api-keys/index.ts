/** API keys: what programs show instead of a session, and what each may do. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { blankIsAbsent, noData, nothing, optionalList, optionalWhole, timeMs } from '../../fields.ts';
import { optionalOwnerProof, OWNER_PROOF_REFUSALS, ownerProof } from '../../owner-proof.ts';
import { KEY_ENDS, KEY_KINDS, KEY_NAME_MAX, KEY_PERMISSIONS, NETWORKS_MAX } from './rules.ts';

export { refusals } from './refusals.ts';
export type { KeyEnd, KeyKind, KeyPermission } from './rules.ts';

const KEY_ID = /^[0-9a-f]{16}$/;
const keyId = z.string().trim().regex(KEY_ID, 'not an id').meta({ pattern: KEY_ID.source });
const name = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'is required')
      .max(KEY_NAME_MAX)
      .refine((text) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text), 'has signs that cannot be seen'),
  );
/** A private key that is pasted by mistake is told so, so there is room for the longest. */
const PUBLIC_KEY_TEXT_MAX = 8_000;
const publicKey = blankIsAbsent(z.string().trim().max(PUBLIC_KEY_TEXT_MAX).optional());
/** Besides 'read', which every key has. */
const permissions = optionalList(z.enum(KEY_PERMISSIONS), KEY_PERMISSIONS.length);
/** Addresses, and networks as CIDR; none: every address. */
const NETWORK_TEXT_MAX = 64;
const networks = optionalList(z.string().trim().min(1).max(NETWORK_TEXT_MAX), NETWORKS_MAX);
/** In milliseconds. */
const expireTime = optionalWhole(0, Number.MAX_SAFE_INTEGER);

const keyRow = z.object({
  keyId: z.string(),
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  /** The first eight signs of the key. */
  beginning: z.string(),
  /** Of HMAC null: its secret is shown once. PEM. */
  publicKey: z.string().nullable(),
  permissions: z.array(z.enum(KEY_PERMISSIONS)),
  /** Empty: any. */
  networks: z.array(z.string()),
  time: timeMs,
  /** From when it may withdraw; null without the permission. */
  withdrawsFromTime: timeMs.nullable(),
  /** Null: never. */
  expireTime: timeMs.nullable(),
  lastUsed: z.object({ time: timeMs, ip: z.string(), device: z.string() }).nullable(),
  /** Null while it lives. */
  ended: z.object({ time: timeMs, reason: z.enum(KEY_ENDS) }).nullable(),
});
export type ApiKeyRow = z.output<typeof keyRow>;

const TERMS_REFUSALS = [
  'request/invalid',
  'api-keys/network-invalid',
  'api-keys/network-wide',
  'api-keys/withdraw-needs-network',
  'api-keys/expire-time',
] as const;

const getKeys = defineCall({
  name: 'api-keys/get-keys',
  path: '/apiKeys/getKeys',
  access: 'user',
  summary: "The user's API keys, newest first, with those that ended in the last 90 days, and their limits",
  input: nothing,
  data: z.object({
    list: z.array(keyRow),
    limits: z.object({
      /** Live keys of one user. */
      keys: z.number().int(),
      networks: z.number().int(),
      /** The longest life of a key that can do more than read, and that any network may use. */
      openDays: z.number().int(),
      days: z.number().int(),
      withdrawWaitHours: z.number().int(),
    }),
  }),
});
const createKey = defineCall({
  name: 'api-keys/create-key',
  grows: 'settings',
  path: '/apiKeys/createKey',
  access: 'user',
  operation: 'settings',
  refusals: [
    ...TERMS_REFUSALS,
    'api-keys/too-many',
    'api-keys/full',
    'api-keys/public-key-missing',
    'api-keys/public-key-invalid',
    'api-keys/private-key',
    'api-keys/public-key-taken',
    ...OWNER_PROOF_REFUSALS,
  ],
  summary:
    'Makes an API key. The key, and for HMAC the secret that is made for it, are in this reply and never again',
  input: z.object({
    name,
    kind: z.enum(KEY_KINDS),
    /** PEM, except for HMAC. */
    publicKey,
    permissions,
    networks,
    expireTime,
    ...ownerProof,
  }),
  data: z.object({
    key: keyRow,
    /** For the header X-MBX-APIKEY. */
    apiKey: z.string(),
    /** Of HMAC alone. */
    secret: z.string().nullable(),
  }),
});
const updateKey = defineCall({
  name: 'api-keys/update-key',
  grows: 'settings',
  path: '/apiKeys/updateKey',
  access: 'user',
  operation: 'settings',
  refusals: ['request/not-found', ...TERMS_REFUSALS, ...OWNER_PROOF_REFUSALS],
  summary:
    'Changes an API key; omitted fields keep their value. Only what lets it do more needs the proof: a permission, a network, a later end',
  input: z.object({
    keyId,
    name: blankIsAbsent(name.optional()),
    permissions,
    networks,
    expireTime,
    ...optionalOwnerProof,
  }),
  data: keyRow,
});
const endKey = defineCall({
  name: 'api-keys/end-key',
  path: '/apiKeys/endKey',
  access: 'user',
  refusals: ['request/not-found'],
  summary: 'Ends an API key at once',
  input: z.object({ keyId }),
  data: noData,
});
const endAllKeys = defineCall({
  name: 'api-keys/end-all-keys',
  path: '/apiKeys/endAllKeys',
  access: 'user',
  summary: "Ends all of the user's API keys at once",
  input: nothing,
  data: z.object({ ended: z.number().int() }),
});

export const chapter: Chapter = { title: { en: 'API keys', zh: 'API 密钥' } };
export const calls = [getKeys, createKey, updateKey, endKey, endAllKeys] as const;

/** What keys are made of: their texts, secrets and public keys, and the check of a signature. */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  randomBytes,
  randomInt,
  timingSafeEqual,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { Refusal } from '@glasshouse/protocol';
import type { KeyKind } from '@glasshouse/protocol/api-keys';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 381 bits. */
const TEXT_LENGTH = 64;
const TEXT = /^[A-Za-z0-9]{64}$/;
const KEY_ID_BYTES = 8;

/** The text of a new key, or a new HMAC secret. */
export function randomText(): string {
  return Array.from({ length: TEXT_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}

export const randomKeyId = (): string => randomBytes(KEY_ID_BYTES).toString('hex');

/** By which a key is found; null for a text that no key can have. */
export function hashOf(apiKey: string): string | null {
  return TEXT.test(apiKey) ? hash('sha256', apiKey, 'base64url') : null;
}

const RSA_BITS = { min: 2_048, max: 4_096 } as const;
const RSA_EXPONENT = 65_537n;
const PUBLIC = /^-----BEGIN (RSA )?PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END (RSA )?PUBLIC KEY-----$/;
const INVALID: Refusal = { error: 'api-keys/public-key-invalid', field: 'publicKey' };
const PRIVATE: Refusal = { error: 'api-keys/private-key', field: 'publicKey' };

/** The key as SPKI in PEM, its one text; or why it cannot be used. */
export function readPublicKey(kind: Exclude<KeyKind, 'hmac'>, text: string): string | Refusal {
  const pasted = text.trim();
  // A public key can be derived from a private one, so it must be told apart first.
  if (isPrivate(pasted)) return PRIVATE;
  if (!PUBLIC.test(pasted)) return INVALID;
  const key = parsed(() => createPublicKey(pasted));
  if (key?.asymmetricKeyType !== kind) return INVALID;
  const { modulusLength = 0, publicExponent } = key.asymmetricKeyDetails ?? {};
  const isRightSize = modulusLength >= RSA_BITS.min && modulusLength <= RSA_BITS.max;
  if (kind === 'rsa' && (!isRightSize || publicExponent !== RSA_EXPONENT)) return INVALID;
  return key.export({ type: 'spki', format: 'pem' });
}

/** Whether it is a private key, by its head or, without one, by its content. */
function isPrivate(pasted: string): boolean {
  if (/PRIVATE KEY/i.test(pasted)) return true;
  if (!/^[A-Za-z0-9+/=\s]+$/.test(pasted)) return false;
  const der = Buffer.from(pasted, 'base64');
  const types = ['pkcs8', 'pkcs1', 'sec1'] as const;
  return types.some((type) => parsed(() => createPrivateKey({ key: der, format: 'der', type })) !== null);
}

function parsed(read: () => KeyObject): KeyObject | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const HEX_SHA256 = /^[0-9a-fA-F]{64}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** That of the longest RSA key. */
const SIGNATURE_TEXT_MAX = 684;

export interface SignedText {
  /** Signed as UTF-8. */
  readonly payload: string;
  /** Hex for HMAC, base64 for the others. */
  readonly signature: string;
}

/** Constant time for HMAC. False also for what is no signature at all. */
export function isSigned(kind: KeyKind, key: KeyObject, { payload, signature }: SignedText): boolean {
  const bytes = Buffer.from(payload);
  if (kind === 'hmac')
    return (
      HEX_SHA256.test(signature) &&
      timingSafeEqual(createHmac('sha256', key).update(bytes).digest(), Buffer.from(signature, 'hex'))
    );
  if (signature.length > SIGNATURE_TEXT_MAX || !BASE64.test(signature)) return false;
  return verify(kind === 'rsa' ? 'sha256' : null, bytes, key, Buffer.from(signature, 'base64'));
}

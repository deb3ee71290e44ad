/**
 * Photos at rest: each is encrypted under its own key, which is wrapped under the installation's.
 */
import { randomBytes } from 'node:crypto';
import { openWith, sealWith, type Secrets } from '../process/secrets.ts';

const KEY_BYTES = 32;

export interface SealedPhoto {
  readonly wrapped_key: Uint8Array;
  readonly sealed: Uint8Array;
}

/** Whose key wraps the photo's, and which photo it is: neither can be swapped. */
export interface PhotoName {
  readonly purpose: string;
  readonly id: string;
}

export function sealPhoto(secrets: Secrets, { purpose, id }: PhotoName, jpeg: Uint8Array): SealedPhoto {
  const key = randomBytes(KEY_BYTES);
  return { wrapped_key: secrets.seal(purpose, key, id), sealed: sealWith(key, jpeg, id) };
}

export function openPhoto(
  secrets: Secrets,
  { purpose, id }: PhotoName,
  { wrapped_key, sealed }: SealedPhoto,
): Buffer {
  return openWith(secrets.open(purpose, wrapped_key, id), sealed, id);
}

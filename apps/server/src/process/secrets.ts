/** The server's secrets: all derived from one master key, each for one purpose. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';

export interface Secrets {
  /** HMAC of a text under the purpose's own key, as base64url. */
  mac(purpose: string, text: string): string;
  /** A 32-byte key for one purpose. */
  key(purpose: string): Buffer;
  /**
   * Encrypts under the key of a purpose. `open` needs the same `context`, so that encrypted values
   * cannot be swapped.
   */
  seal(purpose: string, bytes: Uint8Array, context: string): Uint8Array;
  /** Throws if the bytes, the key or the context are not those of `seal`. */
  open(purpose: string, sealed: Uint8Array, context: string): Buffer;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: nonce, tag, text. */
export function sealWith(key: Uint8Array, bytes: Uint8Array, context: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

export function openWith(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

export function createSecrets(masterKey: string): Secrets {
  const keys = new Map<string, Buffer>();
  const key = (purpose: string) => {
    const known = keys.get(purpose);
    if (known !== undefined) return known;
    const made = Buffer.from(hkdfSync('sha256', masterKey, '', `glasshouse/${purpose}`, 32));
    keys.set(purpose, made);
    return made;
  };
  return {
    key,
    mac: (purpose, text) => createHmac('sha256', key(purpose)).update(text).digest('base64url'),
    seal: (purpose, bytes, context) => sealWith(key(purpose), bytes, context),
    open: (purpose, sealed, context) => openWith(key(purpose), sealed, context),
  };
}

/** Compares two texts in constant time; only their lengths in bytes can leak. */
export function isSameSecret(given: string, kept: string): boolean {
  const [first, second] = [Buffer.from(given), Buffer.from(kept)];
  return first.length === second.length && timingSafeEqual(first, second);
}

const DEMO_KEY_FILE = 'demo-master.key';
/** The same minimum as for MASTER_KEY. */
const DEMO_KEY_LENGTH_MIN = 32;

/**
 * MASTER_KEY; a demo without one generates a key at the first start and keeps it in the data
 * folder, for its owner alone.
 */
export function loadMasterKey(config: Pick<Config, 'masterKey' | 'mode' | 'dataDir'>): string {
  if (config.masterKey !== null) return config.masterKey;
  if (config.mode === 'production') throw new Error('MASTER_KEY is required in production');
  const file = path.join(config.dataDir, DEMO_KEY_FILE);
  if (!existsSync(file)) makeDemoKey(config.dataDir, file);
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < DEMO_KEY_LENGTH_MIN)
    throw new Error(
      `${file} holds no whole key: put back a backup of it; where nobody has used this data yet, remove it and a new one is made`,
    );
  return key;
}

/** Creates the file completely or not at all, even if the process ends or the disk is full. */
function makeDemoKey(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, `${randomBytes(48).toString('base64url')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  renameSync(unfinished, file);
}

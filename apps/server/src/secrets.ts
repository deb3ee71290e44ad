/** The server's secrets: all derived from one master key, each for one purpose. */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from './config.ts';

export interface Secrets {
  /** HMAC of a text under a key of its own for each purpose, as base64url. */
  mac(purpose: string, text: string): string;
  /** A 32-byte key for one purpose. */
  key(purpose: string): Buffer;
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
  };
}

/** MASTER_KEY; in demo, without one, a key made at the first start and kept in the data folder for its owner alone. */
export function loadMasterKey(config: Config): string {
  if (config.masterKey !== null) return config.masterKey;
  if (config.mode === 'production') throw new Error('MASTER_KEY is required in production');
  const file = path.join(config.dataDir, 'demo-master.key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const made = randomBytes(48).toString('base64url');
  writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
  return made;
}

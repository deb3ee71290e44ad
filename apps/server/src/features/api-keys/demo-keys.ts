/**
 * The keys of a demo's ready-made trader, so that a program can be tried at once: an HMAC key with
 * its secret, and an Ed25519 key with its private key, in files of the data folder that only the
 * folder's owner can read. Never in production.
 */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '../../db/database.ts';
import type { Secrets } from '../../process/secrets.ts';
import { newKey, type MadeKey } from './create-key.ts';
import { hashOf } from './key-material.ts';
import { NEW_KEY, nextTerms } from './key-terms.ts';

export interface DemoKeyFiles {
  /** JSON: `hmac` with `apiKey` and `secret`, `ed25519` with `apiKey` and `privateKeyFile`. */
  readonly keys: string;
  /** PKCS #8 as PEM. */
  readonly privateKey: string;
}

export function demoKeyFiles(dataDir: string): DemoKeyFiles {
  return {
    keys: path.resolve(dataDir, 'demo-api-keys.json'),
    privateKey: path.resolve(dataDir, 'demo-api-key.pem'),
  };
}

const PERMISSIONS = ['read', 'trade', 'transfer'] as const;

interface DemoKeys {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly dataDir: string;
  readonly userId: number;
}

/**
 * Keeps the keys of an earlier start while both of them live; else they are made anew, after 90
 * days for example.
 */
export async function makeDemoKeys({ database, secrets, dataDir, userId }: DemoKeys): Promise<void> {
  const files = demoKeyFiles(dataDir);
  if (await areAlive(database, writtenKeys(files), userId)) return;
  const nowMs = Date.now();
  const next = nextTerms(NEW_KEY, { permissions: PERMISSIONS }, { nowMs, commandMs: nowMs });
  if ('error' in next) throw new Error(`the demo's keys are refused: ${next.error}`);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const spki = publicKey.export({ type: 'spki', format: 'pem' });
  const wanted = { userId, terms: next.terms, nowMs };
  const hmac = newKey(secrets, { ...wanted, name: 'Demo HMAC', kind: 'hmac', publicKey: null });
  const ed25519 = newKey(secrets, { ...wanted, name: 'Demo Ed25519', kind: 'ed25519', publicKey: spki });
  // The files first: a key whose files are missing could never be used.
  writeSecretly(files.privateKey, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeSecretly(files.keys, `${JSON.stringify(contentOf(files, hmac, ed25519), null, 2)}\n`);
  await database.kysely.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('api_keys')
      .set({ ended_ms: nowMs, end_reason: 'expired' })
      .where('user_id', '=', userId)
      .where('name', 'in', [hmac.row.name, ed25519.row.name])
      .where('ended_ms', 'is', null)
      .execute();
    await transaction.insertInto('api_keys').values([hmac.row, ed25519.row]).execute();
  });
}

function contentOf(files: DemoKeyFiles, hmac: MadeKey, ed25519: MadeKey) {
  return {
    hmac: { apiKey: hmac.apiKey, secret: hmac.secret },
    ed25519: { apiKey: ed25519.apiKey, privateKeyFile: files.privateKey },
  };
}

/** The texts of the keys of an earlier start; none if a file is missing or damaged. */
function writtenKeys({ keys, privateKey }: DemoKeyFiles): readonly string[] {
  if (!existsSync(keys) || !existsSync(privateKey)) return [];
  try {
    const { hmac, ed25519 } = JSON.parse(readFileSync(keys, 'utf8')) as ReturnType<typeof contentOf>;
    return [hmac.apiKey, ed25519.apiKey];
  } catch {
    return [];
  }
}

async function areAlive(
  { reads }: Pick<Database, 'reads'>,
  apiKeys: readonly string[],
  userId: number,
): Promise<boolean> {
  const hashes = apiKeys.map((apiKey) => hashOf(apiKey) ?? '');
  if (hashes.length === 0) return false;
  const alive = await reads
    .selectFrom('api_keys')
    .select('key_id')
    .where('user_id', '=', userId)
    .where('key_hash', 'in', hashes)
    .where('ended_ms', 'is', null)
    .where('expires_ms', '>', Date.now())
    .execute();
  return alive.length === hashes.length;
}

/** Completely or not at all, for the owner of the folder alone. */
function writeSecretly(file: string, content: string): void {
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, content, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(unfinished, file);
}

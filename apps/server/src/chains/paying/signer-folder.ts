/**
 * The signer's folder, which nobody else reads: `seed`, `rules.json` (wallet terms, a copy of its
 * own) and `signed.log`, its record.
 */
import fs from 'node:fs';
import path from 'node:path';
import { FileSignerLog, SeedSigner } from '@glasshouse/chains';
import { readWalletTerms, signerRulesOf } from './wallet-terms.ts';

export const SEED_FILE = 'seed';
export const RULES_FILE = 'rules.json';
export const LOG_FILE = 'signed.log';
/** Of the mode of a file: what the group and others may do. */
const OTHERS = 0o077;

/** The words of the seed. Refuses a file that others may read. */
export function readSeed(folder: string): string {
  const file = path.join(folder, SEED_FILE);
  if ((fs.statSync(file).mode & OTHERS) !== 0) throw new Error(`others may read ${file}: chmod 600 it`);
  return wordsIn(fs.readFileSync(file, 'utf8'));
}

export const wordsIn = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

export async function openSigner(folder: string, nowMs: () => number): Promise<SeedSigner> {
  const mnemonic = readSeed(folder);
  const rules = Object.values(readWalletTerms(path.join(folder, RULES_FILE))).map(signerRulesOf);
  const log = await FileSignerLog.open(path.join(folder, LOG_FILE));
  return SeedSigner.open({ mnemonic, rules, log, nowMs });
}

/**
 * The signer's folder, which nobody else reads: `seed`, `rules.json` (wallet terms, a copy of its
 * own) and `signed.log`, its record. One signer at a time works on it.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
  FileSignerLog,
  SeedSigner,
  UtxoSigner,
  type SignedEntry,
  type SignerLog,
  type SigningAnswer,
  type UtxoSignedEntry,
} from '@glasshouse/chains';
import { lockFile } from '../../file-lock.ts';
import type { AnySigner, AnySigningRequest } from './desk.ts';
import { utxoRulesOf } from './utxo-terms.ts';
import { isUtxoTerms, readWalletTerms, signerRulesOf, type AllWalletTerms } from './wallet-terms.ts';

export const SEED_FILE = 'seed';
export const RULES_FILE = 'rules.json';
export const LOG_FILE = 'signed.log';
const LOCK_FILE = 'signer.lock';
/** Of the mode of a file: what the group and others may do. */
const OTHERS = 0o077;

/** The words of the seed. Refuses a file that others may read. */
export function readSeed(folder: string): string {
  const file = path.join(folder, SEED_FILE);
  if ((fs.statSync(file).mode & OTHERS) !== 0) throw new Error(`others may read ${file}: chmod 600 it`);
  return wordsIn(fs.readFileSync(file, 'utf8'));
}

export const wordsIn = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

type AnyEntry = SignedEntry | UtxoSignedEntry;

export interface OpenedSigner {
  readonly signer: AnySigner;
  readonly close: () => Promise<void>;
}

/** @throws If another signer works on the folder: neither would know what the other has signed. */
export async function openSigner(folder: string, nowMs: () => number): Promise<OpenedSigner> {
  const mnemonic = readSeed(folder);
  const rules = readWalletTerms(path.join(folder, RULES_FILE));
  // Before the record is read, which removes half a line.
  const unlock = lockFile(path.join(folder, LOCK_FILE));
  if (unlock === null) throw new Error(`another signer works on ${folder}`);
  try {
    const log = await FileSignerLog.open<AnyEntry>(path.join(folder, LOG_FILE));
    const close = async () => {
      await log.close();
      unlock();
    };
    return { signer: await signerOf({ mnemonic, rules, log, nowMs }), close };
  } catch (error) {
    unlock();
    throw error;
  }
}

export interface SignerParts {
  readonly mnemonic: string;
  readonly rules: AllWalletTerms;
  readonly log: SignerLog<AnyEntry>;
  readonly nowMs: () => number;
}

/** Signs on all chains of its rules, by one record. Requests come one after the other. */
export async function signerOf({ mnemonic, rules: all, log, nowMs }: SignerParts): Promise<AnySigner> {
  const ofChain = <E extends AnyEntry>(isIts: (entry: AnyEntry) => boolean): SignerLog<E> => ({
    load: async () => (await log.load()).filter(isIts) as E[],
    append: async (entry) => log.append(entry),
  });
  const rules = Object.values(all).flatMap((terms) => (isUtxoTerms(terms) ? [] : [signerRulesOf(terms)]));
  const evm = await SeedSigner.open({ mnemonic, rules, log: ofChain((one) => 'nonce' in one), nowMs });
  const others = new Map<number, UtxoSigner>();
  for (const terms of Object.values(all).filter(isUtxoTerms)) {
    const { chainId } = terms;
    const own = ofChain<UtxoSignedEntry>((one) => 'inputs' in one && one.order.chainId === chainId);
    const opened = UtxoSigner.open({ mnemonic, rules: utxoRulesOf(terms), log: own, nowMs });
    others.set(chainId, await opened);
  }
  return {
    sign: async (request) => {
      if (!isOfInputs(request)) return evm.sign(request);
      return (await others.get(request.order?.chainId)?.sign(request)) ?? REFUSED;
    },
  };
}

const REFUSED: SigningAnswer = { type: 'refused', refusal: 'rules' };

/** Also of what cannot be read, which is refused like others. */
const isOfInputs = (request: AnySigningRequest) =>
  typeof request === 'object' && request !== null && 'psbt' in request;

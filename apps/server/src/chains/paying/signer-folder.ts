/**
 * The signer's folder, which nobody else reads: `seed`, `rules.json` (wallet terms, a copy of its
 * own) and `signed.log`, its record. One signer at a time works on it.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
  FileSignerLog,
  SeedSigner,
  TronSigner,
  UtxoSigner,
  type SignedEntry,
  type SignerLog,
  type SigningAnswer,
  type TronSignedEntry,
  type UtxoSignedEntry,
} from '@glasshouse/chains';
import { lockFile } from '../../process/file-lock.ts';
import type { AnySigner, AnySigningRequest } from './payout-port.ts';
import { utxoRulesOf } from './utxo-terms.ts';
import { tronRulesOf } from './tron-terms.ts';
import { byKind, readWalletTerms, signerRulesOf, type AllWalletTerms } from './wallet-terms.ts';

export const SEED_FILE = 'seed';
export const RULES_FILE = 'rules.json';
export const LOG_FILE = 'signed.log';
const LOCK_FILE = 'signer.lock';
/** The bits of a file's mode that allow the group and others anything. */
const OTHERS = 0o077;

/** The words of the seed. Refuses a file that others may read. */
export function readSeed(folder: string): string {
  const file = path.join(folder, SEED_FILE);
  if ((fs.statSync(file).mode & OTHERS) !== 0) throw new Error(`others may read ${file}: chmod 600 it`);
  return wordsIn(fs.readFileSync(file, 'utf8'));
}

export const wordsIn = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

export type AnyEntry = SignedEntry | UtxoSignedEntry | TronSignedEntry;

export interface OpenedSigner {
  readonly signer: AnySigner;
  readonly close: () => Promise<void>;
}

/** @throws If another signer works on the folder: neither would know what the other has signed. */
export async function openSigner(folder: string, nowMs: () => number): Promise<OpenedSigner> {
  const mnemonic = readSeed(folder);
  const rules = readWalletTerms(path.join(folder, RULES_FILE));
  // Locked before the log is opened, because opening it removes an incomplete last line.
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
  const none = () => [];
  const rules = Object.values(all).flatMap((terms) =>
    byKind(terms, { evm: (one) => [signerRulesOf(one)], utxo: none, tron: none }),
  );
  const evm = await SeedSigner.open({ mnemonic, rules, log: ofChain((one) => 'nonce' in one), nowMs });
  const utxo = new Map<number, UtxoSigner>();
  const tron = new Map<number, TronSigner>();
  for (const terms of Object.values(all)) {
    const { chainId } = terms;
    const own = <E extends AnyEntry>(mark: string) =>
      ofChain<E>((one) => mark in one && one.order.chainId === chainId);
    await byKind<unknown>(terms, {
      evm: () => null,
      utxo: async (one) => {
        const log = own<UtxoSignedEntry>('inputs');
        utxo.set(chainId, await UtxoSigner.open({ mnemonic, rules: utxoRulesOf(one), log, nowMs }));
      },
      tron: async (one) => {
        const log = own<TronSignedEntry>('expirationMs');
        tron.set(chainId, await TronSigner.open({ mnemonic, rules: tronRulesOf(one), log, nowMs }));
      },
    });
  }
  return {
    sign: async (request) => {
      if (has(request, 'psbt')) return (await utxo.get(request.order?.chainId)?.sign(request)) ?? REFUSED;
      if (has(request, 'rawData')) return (await tron.get(request.order?.chainId)?.sign(request)) ?? REFUSED;
      return evm.sign(request);
    },
  };
}

const REFUSED: SigningAnswer = { type: 'refused', refusal: 'rules' };

/** Also takes a request that is no object at all; it is refused like others. */
const has = <K extends string>(
  request: AnySigningRequest,
  field: K,
): request is Extract<AnySigningRequest, Record<K, unknown>> =>
  typeof request === 'object' && request !== null && field in request;

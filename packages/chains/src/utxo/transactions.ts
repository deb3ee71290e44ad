/** Transactions of the Bitcoin family: their scripts, their size, and what they are made of. */
import { Address, OutScript, Transaction, p2pkh, p2wpkh } from '@scure/btc-signer';
import { hex } from '@scure/base';
import type { PaymentOrder, SignedAttempt } from '../paying/payments.ts';
import { addressOfKeyHash, keyHash, type UtxoNetwork } from '../addresses/utxo-networks.ts';
import { outpointKey, type OwnOutput, type UtxoTerms } from './payments.ts';

/** Replaceable (BIP-125), and final otherwise. */
export const SEQUENCE = 0xffff_fffd;
export const VERSION = 2;

/** Virtual bytes, rounded up; signatures at their longest. */
const BASE_SIZE = 11;
const INPUT_SIZE = { witness: 69, legacy: 149 };
const OUTPUT_SIZE = 9;

const LEGACY_KINDS: readonly string[] = ['pkh', 'sh'];

/** As the library takes it. A chain without a witness has no such addresses. */
const libraryNetwork = ({ bech32, pubKeyHash, scriptHash }: UtxoNetwork) => ({
  bech32: bech32 ?? 'none',
  pubKeyHash,
  scriptHash,
  wif: 0,
});

/** The script of an address, or null if it is none of the chain. */
export function scriptOf(address: string, network: UtxoNetwork): Uint8Array | null {
  try {
    const kind = Address(libraryNetwork(network)).decode(address);
    if (network.bech32 === null && !LEGACY_KINDS.includes(kind.type)) return null;
    return OutScript.encode(kind);
  } catch {
    return null;
  }
}

/** The script of the addresses that we give out. */
export function scriptOfKey(publicKey: Uint8Array, network: UtxoNetwork): Uint8Array {
  const { script } = network.bech32 === null ? p2pkh(publicKey) : p2wpkh(publicKey);
  return script;
}

export const addressOfKey = (publicKey: Uint8Array, network: UtxoNetwork): string =>
  addressOfKeyHash(keyHash(publicKey), network);

interface Output {
  readonly script: Uint8Array;
  readonly units: bigint;
}

export interface Draft {
  readonly inputs: readonly OwnOutput[];
  readonly outputs: readonly Output[];
  readonly fee: bigint;
}

export function sizeOf(
  inputs: number,
  outputs: readonly Pick<Output, 'script'>[],
  network: UtxoNetwork,
): bigint {
  const inputSize = network.bech32 === null ? INPUT_SIZE.legacy : INPUT_SIZE.witness;
  const outputSize = outputs.reduce((size, { script }) => size + OUTPUT_SIZE + script.length, 0);
  return BigInt(BASE_SIZE + inputs * inputSize + outputSize);
}

export interface DraftOptions {
  readonly order: PaymentOrder;
  readonly purpose: SignedAttempt['purpose'];
  readonly inputs: readonly OwnOutput[];
  readonly feeRate: bigint;
  /** Of the attempt that it replaces: nodes want more in all, however small it is. */
  readonly feeBefore?: bigint;
  readonly terms: UtxoTerms;
}

/**
 * The payment first, then what is left, back to the sender; or all of it, to cancel. Null if the
 * inputs do not suffice.
 */
export function draftOf({ order, purpose, inputs, feeRate, feeBefore, terms }: DraftOptions): Draft | null {
  const { network, dust } = terms;
  const [to, back] = [scriptOf(order.to, network), scriptOf(order.sender, network)];
  if (to === null || back === null) throw new Error(`${order.id} goes to no address of the chain`);
  const paid: readonly Output[] = purpose === 'cancel' ? [] : [{ script: to, units: BigInt(order.units) }];
  const outputs = [...paid, { script: back, units: 0n }];
  const size = sizeOf(inputs.length, outputs, network);
  const byRate = feeOf(size, feeRate);
  const least = feeBefore === undefined ? 0n : feeBefore + feeOf(size, terms.fees.relayStep);
  const fee = byRate > least ? byRate : least;
  const all = sumOf(inputs) - sumOf(paid);
  const rest = all - fee;
  if (rest >= dust) return { inputs, outputs: [...paid, { script: back, units: rest }], fee };
  // What is left is too little for an output: miners get it.
  return rest >= 0n && paid.length > 0 ? { inputs, outputs: paid, fee: all } : null;
}

/** Rounded up. */
export const feeOf = (size: bigint, feeRate: bigint): bigint => (size * feeRate + 999n) / 1000n;

export const sumOf = (amounts: readonly { readonly units: bigint | string }[]): bigint =>
  amounts.reduce((sum, { units }) => sum + BigInt(units), 0n);

/**
 * For the signer, in hexadecimal (BIP-174). Each input has the whole transaction that it spends, so
 * that the signer knows what it is worth without believing anybody.
 *
 * @param raws Of the transactions that are spent, by id.
 */
export function psbtOf({ inputs, outputs }: Draft, raws: ReadonlyMap<string, string>): string {
  const transaction = new Transaction({ version: VERSION });
  for (const { txid, output: index } of inputs) {
    const raw = raws.get(txid);
    if (raw === undefined) throw new Error(`transaction ${txid} is missing`);
    transaction.addInput({ txid, index, sequence: SEQUENCE, nonWitnessUtxo: hex.decode(raw) });
  }
  for (const { script, units: amount } of outputs) transaction.addOutput({ script, amount });
  return Buffer.from(transaction.toPSBT()).toString('hex');
}

/** What a transaction for the signer spends. */
export function inputsOfPsbt(psbt: string): readonly string[] {
  return inputsOf(Transaction.fromPSBT(hex.decode(psbt)));
}

/** What a transaction for the signer pays. */
export function outputsOfPsbt(psbt: string): RawParts['outputs'] {
  return outputsOf(Transaction.fromPSBT(hex.decode(psbt)));
}

function inputsOf(transaction: Transaction): readonly string[] {
  return Array.from({ length: transaction.inputsLength }, (_, at) => {
    const { txid, index } = transaction.getInput(at);
    return outpointKey({
      txid: Buffer.from(txid!).toString('hex'),
      output: index!,
    });
  });
}

export interface RawParts {
  readonly txid: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly {
    readonly script: string;
    readonly units: bigint;
  }[];
}

/** What a raw transaction spends and pays. */
export function partsOfRaw(raw: string): RawParts {
  const transaction = Transaction.fromRaw(hex.decode(raw), {
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    allowUnknownVersion: true,
    disableScriptCheck: true,
  });
  return { txid: transaction.id, inputs: inputsOf(transaction), outputs: outputsOf(transaction) };
}

function outputsOf(transaction: Transaction): RawParts['outputs'] {
  return Array.from({ length: transaction.outputsLength }, (_, at) => {
    const { script, amount } = transaction.getOutput(at);
    return { script: Buffer.from(script!).toString('hex'), units: amount! };
  });
}

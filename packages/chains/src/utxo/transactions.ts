/** Builds and decodes transactions of the Bitcoin family: scripts, sizes, inputs and outputs. */
import { Address, OutScript, Transaction, p2pkh, p2wpkh } from '@scure/btc-signer';
import { hex } from '@scure/base';
import type { PaymentOrder, SignedAttempt } from '../paying/payments.ts';
import { addressOfKeyHash, keyHash, type UtxoNetwork } from '../addresses/utxo-networks.ts';
import { outpointKey, type OwnOutput, type UtxoTerms } from './payments.ts';

/** The sequence number of inputs: replaceable (BIP-125), without a lock time. */
export const SEQUENCE = 0xffff_fffd;
export const VERSION = 2;

/** Sizes in virtual bytes, rounded up, for signatures of the greatest length. */
const BASE_SIZE = 11;
const INPUT_SIZE = { witness: 69, legacy: 149 };
const OUTPUT_SIZE = 9;

const LEGACY_KINDS: readonly string[] = ['pkh', 'sh'];

/** The network in the library's form. A chain without a witness has no bech32 prefix. */
const libraryNetwork = ({ bech32, pubKeyHash, scriptHash }: UtxoNetwork) => ({
  bech32: bech32 ?? 'none',
  pubKeyHash,
  scriptHash,
  wif: 0,
});

/** The script of an address; null if it is not an address of the chain. */
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
  /** The fee of the replaced attempt. Nodes require a higher total fee, whatever the size. */
  readonly feeBefore?: bigint;
  readonly terms: UtxoTerms;
}

/**
 * The draft of an attempt: first the payment, then the change to the sender. A cancellation returns
 * everything to the sender. Null if the inputs do not suffice.
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
  // The change is too small for an output and is added to the fee.
  return rest >= 0n && paid.length > 0 ? { inputs, outputs: paid, fee: all } : null;
}

/** The fee of a transaction, rounded up. */
export const feeOf = (size: bigint, feeRate: bigint): bigint => (size * feeRate + 999n) / 1000n;

export const sumOf = (amounts: readonly { readonly units: bigint | string }[]): bigint =>
  amounts.reduce((sum, { units }) => sum + BigInt(units), 0n);

/**
 * The draft as a PSBT (BIP-174) in hexadecimal, for the signer. Each input contains the whole
 * transaction that it spends, so that the signer can verify its amount.
 *
 * @param raws The spent transactions, by id.
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

/** The inputs of a PSBT. */
export function inputsOfPsbt(psbt: string): readonly string[] {
  return inputsOf(Transaction.fromPSBT(hex.decode(psbt)));
}

/** The outputs of a PSBT. */
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

/** The inputs and outputs of a raw transaction. */
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

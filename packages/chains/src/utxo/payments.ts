/**
 * Payments on chains of the Bitcoin family. Instead of a nonce, a payment has inputs. It gets them
 * once and keeps them for ever; all its attempts spend the same ones, so that at most one is mined.
 */
import type { UtxoNetwork } from '../addresses/utxo-networks.ts';
import type {
  KeyPath,
  PaymentOrder,
  PaymentRecord,
  PaymentRecords,
  SignedAttempt,
} from '../paying/payments.ts';

export interface Outpoint {
  readonly txid: string;
  readonly output: number;
}

/** An output of one of our keys. */
export interface OwnOutput extends Outpoint {
  readonly key: KeyPath;
  readonly units: string;
}

export interface UtxoAttempt extends SignedAttempt {
  readonly fee: string;
  /** Fee rates in units per 1,000 virtual bytes. */
  readonly feeRate: string;
}

export interface UtxoPayment extends PaymentRecord<UtxoAttempt> {
  readonly inputs: readonly OwnOutput[] | null;
}

/** The store of payments on a chain of the Bitcoin family. */
export interface UtxoStore extends PaymentRecords<UtxoPayment> {
  /**
   * Replaces a payment that receives its inputs.
   * @throws {StalePayment} As `put`, or if another payment has or had one of them.
   */
  allocate(payment: UtxoPayment): Promise<void>;
  /** The payment with the input, whether it has ended or not. */
  holderOf(chainId: number, input: Outpoint): Promise<UtxoPayment | null>;
}

/** Fee rates in units per 1,000 virtual bytes. */
export interface UtxoFees {
  readonly min: bigint;
  readonly max: bigint;
  /** The maximum for replacement attempts; above `max`, so that a bump is possible. */
  readonly maxReplacement: bigint;
  /** The least additional fee of a replacement; nodes refuse less. */
  readonly relayStep: bigint;
}

export interface UtxoTerms {
  /** The chain's SLIP-44 number, because such chains have no chain id. */
  readonly chainId: number;
  readonly coin: string;
  readonly network: UtxoNetwork;
  /**
   * The number of blocks, counting its own, that confirm a payment, and after which an output may
   * be spent.
   */
  readonly confirmations: number;
  /** The same for miners' rewards. */
  readonly rewardConfirmations: number;
  /** The number of blocks after which the fee of an unmined payment is raised. */
  readonly bumpAfterBlocks: number;
  readonly fees: UtxoFees;
  /** The smallest output; nodes refuse smaller ones. */
  readonly dust: bigint;
  readonly inputsMax: number;
}

/** The payment is the first output of its transaction. */
export const PAID_OUTPUT = 0;

export const outpointKey = ({ txid, output }: Outpoint): string => `${txid}:${output}`;

export const newUtxoPayment = (order: PaymentOrder): UtxoPayment => ({
  order,
  version: 1,
  state: 'approved',
  inputs: null,
  attempts: [],
  cancelled: null,
  outcome: null,
});

/** The fee rate of a first attempt; null while rates exceed the limit. */
export function firstFeeRate(asked: bigint, { min, max }: UtxoFees): bigint | null {
  if (asked > max) return null;
  return asked > min ? asked : min;
}

/** The fee rate of an attempt that replaces `before`; null if it would exceed the limit. */
export function replacementFeeRate(before: UtxoAttempt, asked: bigint, fees: UtxoFees): bigint | null {
  const rate = BigInt(before.feeRate);
  // An eighth more, rounded up, but at least the increment that nodes require to relay a
  // replacement.
  const eighth = (rate * 9n + 7n) / 8n;
  const least = eighth > rate + fees.relayStep ? eighth : rate + fees.relayStep;
  if (least > fees.maxReplacement) return null;
  const wanted = asked > least ? asked : least;
  return wanted < fees.maxReplacement ? wanted : fees.maxReplacement;
}

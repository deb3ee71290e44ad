/**
 * Payments on chains of the Bitcoin family. Instead of a nonce a payment has inputs: it takes
 * them once, keeps them for ever, and all its attempts spend the same ones, so that at most one is
 * mined.
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

/** An output of ours. */
export interface OwnOutput extends Outpoint {
  readonly key: KeyPath;
  readonly units: string;
}

export interface UtxoAttempt extends SignedAttempt {
  readonly fee: string;
  /** Units for 1,000 virtual bytes. */
  readonly feeRate: string;
}

export interface UtxoPayment extends PaymentRecord<UtxoAttempt> {
  readonly inputs: readonly OwnOutput[] | null;
}

/** Of a chain of the Bitcoin family. */
export interface UtxoStore extends PaymentRecords<UtxoPayment> {
  /**
   * Replaces a payment that receives its inputs.
   * @throws {StalePayment} As `put`, or if another payment has or had one of them.
   */
  allocate(payment: UtxoPayment): Promise<void>;
  /** The payment with the input, whether it has ended or not. */
  holderOf(chainId: number, input: Outpoint): Promise<UtxoPayment | null>;
}

/** Units for 1,000 virtual bytes. */
export interface UtxoFees {
  readonly min: bigint;
  readonly max: bigint;
  /** For attempts that replace another one; above `max`, so that a bump is possible. */
  readonly maxReplacement: bigint;
  /** Nodes refuse a replacement that pays less than so much more. */
  readonly relayStep: bigint;
}

export interface UtxoTerms {
  /** By SLIP-44: such chains have no number of their own. */
  readonly chainId: number;
  readonly coin: string;
  readonly network: UtxoNetwork;
  /** Blocks until a payment is confirmed, and until an output is spent; its own is the first. */
  readonly confirmations: number;
  /** The same for rewards of miners. */
  readonly rewardConfirmations: number;
  /** Blocks without inclusion after which the fee is raised. */
  readonly bumpAfterBlocks: number;
  readonly fees: UtxoFees;
  /** Nodes refuse outputs with less. */
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

/** For a first attempt, or null while the chain is dearer than allowed. */
export function firstFeeRate(asked: bigint, { min, max }: UtxoFees): bigint | null {
  if (asked > max) return null;
  return asked > min ? asked : min;
}

/** To replace an attempt, or null if that would cost more than allowed. */
export function replacementFeeRate(before: UtxoAttempt, asked: bigint, fees: UtxoFees): bigint | null {
  const rate = BigInt(before.feeRate);
  // An eighth more, rounded up, but at least what nodes want for passing it on once again.
  const eighth = (rate * 9n + 7n) / 8n;
  const least = eighth > rate + fees.relayStep ? eighth : rate + fees.relayStep;
  if (least > fees.maxReplacement) return null;
  const wanted = asked > least ? asked : least;
  return wanted < fees.maxReplacement ? wanted : fees.maxReplacement;
}

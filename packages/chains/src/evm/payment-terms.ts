/**
 * The terms of payments on an Ethereum-like chain: coins, fees, confirmations and waiting times.
 */
import type { Attempt } from '../paying/payments.ts';
import type { GasPrices } from './payment-nodes.ts';

/** Fee limits, in the smallest unit of the native coin per unit of gas. */
export interface FeeTerms {
  readonly maxFeePerGas: bigint;
  /** The maximum for replacement attempts; above `maxFeePerGas`, so that a bump is possible. */
  readonly maxReplacementFeePerGas: bigint;
  readonly minPriorityFeePerGas: bigint;
}

export interface PaymentTerms {
  readonly chainId: number;
  /** The chain's native coin, in which fees are paid. */
  readonly nativeCoin: string;
  /** Token contracts by coin. */
  readonly tokens: Readonly<Record<string, string>>;
  /** The number of blocks that confirm a payment, counting its own. */
  readonly confirmations: number;
  /** The number of blocks after which the fee of an unmined payment is raised. */
  readonly bumpAfterBlocks: number;
  readonly fees: FeeTerms;
  /** The largest gas limit. A payment that needs more waits. */
  readonly gasMax: bigint;
}

export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** The gas of a native transfer to an account without code, on every chain. */
export const TRANSFER_GAS = 21_000n;

/** The contract of a coin, or null for the native one. */
export function tokenOf({ nativeCoin, tokens }: PaymentTerms, coin: string): string | null {
  if (coin === nativeCoin) return null;
  const token = tokens[coin];
  if (token === undefined) throw new Error(`coin ${coin} is not on this chain`);
  return token;
}

/** The fees of a first attempt (EIP-1559); null while gas prices exceed the limit. */
export function firstFees(prices: GasPrices, terms: FeeTerms): Fees | null {
  const tip = largest(prices.maxPriorityFeePerGas, terms.minPriorityFeePerGas);
  if (prices.baseFeePerGas + tip > terms.maxFeePerGas) return null;
  // Twice the base fee lasts through six full blocks, of which each raises it by an eighth.
  const wanted = 2n * prices.baseFeePerGas + tip;
  const maxFeePerGas = wanted < terms.maxFeePerGas ? wanted : terms.maxFeePerGas;
  return { maxFeePerGas, maxPriorityFeePerGas: tip };
}

/** The fees of an attempt that replaces `before`; null if they would exceed the limit. */
export function replacementFees(before: Attempt, prices: GasPrices, terms: FeeTerms): Fees | null {
  const least = {
    maxFeePerGas: bumped(BigInt(before.maxFeePerGas)),
    maxPriorityFeePerGas: bumped(BigInt(before.maxPriorityFeePerGas)),
  };
  if (least.maxFeePerGas > terms.maxReplacementFeePerGas) return null;
  const now = firstFees(prices, { ...terms, maxFeePerGas: terms.maxReplacementFeePerGas });
  if (now === null) return least;
  return {
    maxFeePerGas: largest(least.maxFeePerGas, now.maxFeePerGas),
    maxPriorityFeePerGas: largest(least.maxPriorityFeePerGas, now.maxPriorityFeePerGas),
  };
}

/**
 * The gas limit: the estimate plus a quarter, because the need can change until the transaction is
 * mined.
 */
export const gasLimitFor = (needed: bigint): bigint =>
  needed === TRANSFER_GAS ? needed : (needed * 5n) / 4n;

/** Raises a price by 12.5%, rounded up, because nodes refuse replacements below 10%. */
const bumped = (price: bigint): bigint => (price * 9n + 7n) / 8n;

const largest = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** How payments of an Ethereum-like chain are made: coins, fees, and how long to wait. */
import type { Attempt } from '../paying/payments.ts';
import type { GasPrices } from './payment-nodes.ts';

/** Prices are in the smallest unit of the native coin, per unit of gas. */
export interface FeeTerms {
  readonly maxFeePerGas: bigint;
  /** For attempts that replace another one; above `maxFeePerGas`, so that a bump is possible. */
  readonly maxReplacementFeePerGas: bigint;
  readonly minPriorityFeePerGas: bigint;
}

export interface PaymentTerms {
  readonly chainId: number;
  /** The coin that transactions themselves carry, and in which fees are paid. */
  readonly nativeCoin: string;
  /** Contracts by coin. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Blocks until a payment is confirmed; its own is the first. */
  readonly confirmations: number;
  /** Blocks without inclusion after which the fee is raised. */
  readonly bumpAfterBlocks: number;
  readonly fees: FeeTerms;
  /** A payment that needs more gas waits. */
  readonly gasMax: bigint;
}

export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** What a transfer of the native coin to an account costs everywhere. */
export const TRANSFER_GAS = 21_000n;

/** The contract of a coin, or null for the native one. */
export function tokenOf({ nativeCoin, tokens }: PaymentTerms, coin: string): string | null {
  if (coin === nativeCoin) return null;
  const token = tokens[coin];
  if (token === undefined) throw new Error(`coin ${coin} is not on this chain`);
  return token;
}

/** For a first attempt (EIP-1559), or null while the chain is dearer than allowed. */
export function firstFees(prices: GasPrices, terms: FeeTerms): Fees | null {
  const tip = largest(prices.maxPriorityFeePerGas, terms.minPriorityFeePerGas);
  if (prices.baseFeePerGas + tip > terms.maxFeePerGas) return null;
  // Twice the base fee lasts through six full blocks, of which each raises it by an eighth.
  const wanted = 2n * prices.baseFeePerGas + tip;
  const maxFeePerGas = wanted < terms.maxFeePerGas ? wanted : terms.maxFeePerGas;
  return { maxFeePerGas, maxPriorityFeePerGas: tip };
}

/** To replace an attempt, or null if that would cost more than allowed. */
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

/** With room for what changes until it is mined. */
export const gasLimitFor = (needed: bigint): bigint =>
  needed === TRANSFER_GAS ? needed : (needed * 5n) / 4n;

/** By 12.5 %, rounded up: nodes refuse a replacement below 10 %. */
const bumped = (price: bigint): bigint => (price * 9n + 7n) / 8n;

const largest = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/**
 * The exact costs of actions, in units and by the formulas of the exchange. The page rounds them
 * for display.
 */
import { formatDecimal, parseDecimal, PPM } from '@glasshouse/money';
import { receivedFor, valueOf, type PricedCoin } from '@glasshouse/protocol/flash-exchange/quote';
import {
  breakEvenRate,
  coinFlipExpectation,
  feeOf as contractFeeOf,
  quoteOf,
} from '@glasshouse/protocol/seconds-contract/quote';
import { feeOf, tierFeeOf } from '@glasshouse/protocol/spot/quote';
import { ppmOf } from '#shared/rates.ts';

const PPM_UNITS = BigInt(PPM);

/**
 * An amount in units; undefined if the text is not an amount, or has more decimals than the coin.
 */
function unitsOf(amount: string, decimals: number): number | undefined {
  const parsed = parseDecimal(amount, decimals);
  return typeof parsed === 'number' ? parsed : undefined;
}

/** Formats a sum, which may exceed the largest amount. */
function decimalOf(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - decimals)}${fraction}`;
}

function floorDiv(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor !== 0n && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient;
}

export interface TierRates {
  readonly makerPpm: number;
  readonly takerPpm: number;
}
export interface TierShares {
  readonly makerSharePpm: number;
  readonly takerSharePpm: number;
}

/** The fee rates of a tier on a pair. */
export function ratesOf(
  pair: { readonly makerFeePpm: number; readonly takerFeePpm: number },
  { makerSharePpm, takerSharePpm }: TierShares,
): TierRates {
  return {
    makerPpm: tierFeeOf(pair.makerFeePpm, makerSharePpm),
    takerPpm: tierFeeOf(pair.takerFeePpm, takerSharePpm),
  };
}

export interface TradeCost {
  readonly fee: string;
  readonly received: string;
  /** The fee of a purchase and a sale of the same value. */
  readonly bothWays: string;
}

/** The cost of a sale that yields an amount. */
export function tradeCost(amount: string, feePpm: number, decimals: number): TradeCost | undefined {
  const units = unitsOf(amount, decimals);
  if (units === undefined || units === 0) return undefined;
  const fee = feeOf(units, feePpm);
  return {
    fee: formatDecimal(fee, decimals),
    received: formatDecimal(units - fee, decimals),
    bothWays: decimalOf(2n * BigInt(fee), decimals),
  };
}

export interface WithdrawalCost {
  readonly leaves: string;
  /** The fee as a share of what arrives, in parts per million, rounded up. */
  readonly sharePpm: number;
}

export function withdrawalCost(
  arrives: string,
  { fee, decimals }: { readonly fee: string; readonly decimals: number },
): WithdrawalCost | undefined {
  const [amount, cost] = [unitsOf(arrives, decimals), unitsOf(fee, decimals)];
  if (amount === undefined || cost === undefined || amount === 0) return undefined;
  const share = -floorDiv(-BigInt(cost) * PPM_UNITS, BigInt(amount));
  return { leaves: decimalOf(BigInt(amount) + BigInt(cost), decimals), sharePpm: Number(share) };
}

export interface ContractTerms {
  readonly profitRate: string;
  readonly feeRate: string;
  readonly decimals: number;
}
export interface ContractCost {
  /** The average result of as many coin flips, rounded down. */
  readonly average: string;
  /** The fewest wins without a net loss. */
  readonly winsNeeded: string;
  readonly fees: string;
  readonly ifAllWrong: string;
}

/** The cost of a number of equal contracts. */
export function contractCost(
  stake: string,
  count: number,
  { profitRate, feeRate, decimals }: ContractTerms,
): ContractCost | undefined {
  const units = unitsOf(stake, decimals);
  if (units === undefined || units === 0 || !Number.isSafeInteger(count) || count < 1) return undefined;
  const [profitPpm, feePpm] = [ppmOf(profitRate), ppmOf(feeRate)];
  const { netWhenRight, netWhenWrong } = quoteOf(units, profitPpm, feePpm);
  const [times, right, wrong] = [BigInt(count), BigInt(netWhenRight), BigInt(netWhenWrong)];
  const expected = BigInt(units) * times * BigInt(coinFlipExpectation(profitPpm, feePpm));
  return {
    average: decimalOf(floorDiv(expected, PPM_UNITS), decimals),
    winsNeeded: String(-floorDiv(wrong * times, right - wrong)),
    fees: decimalOf(times * BigInt(contractFeeOf(units, feePpm)), decimals),
    ifAllWrong: decimalOf(times * wrong, decimals),
  };
}

/** The win rate that breaks even, and the average result of a coin flip, in parts per million. */
export function oddsOf({ profitRate, feeRate }: Pick<ContractTerms, 'profitRate' | 'feeRate'>) {
  const [profitPpm, feePpm] = [ppmOf(profitRate), ppmOf(feeRate)];
  return {
    breakEvenPpm: breakEvenRate(profitPpm, feePpm),
    coinFlipPpm: coinFlipExpectation(profitPpm, feePpm),
  };
}

export interface ExchangeCost {
  readonly received: string;
  readonly atIndex: string;
  /** The cost of the spread. */
  readonly cost: string;
}
export interface ExchangedCoin {
  readonly decimals: number;
  /**
   * The coin's index price and its decimals; '1' and 0 for the coin in which the others are priced.
   */
  readonly price: string;
  readonly priceDecimals: number;
}

/** The result of an exchange at the current index prices. */
export function exchangeCost(
  amount: string,
  coins: { readonly pay: ExchangedCoin | undefined; readonly receive: ExchangedCoin | undefined },
  spreadPpm: number,
): ExchangeCost | undefined {
  const [pay, receive] = [pricedOf(coins.pay), pricedOf(coins.receive)];
  if (pay === undefined || receive === undefined) return undefined;
  const units = unitsOf(amount, pay.decimals);
  if (units === undefined || units === 0) return undefined;
  const [paid, unit] = [valueOf(units, pay), valueOf(1, receive)];
  const [received, atIndex] = [receivedFor(paid, unit, spreadPpm), paid / unit];
  const { decimals } = receive;
  return {
    received: decimalOf(received, decimals),
    atIndex: decimalOf(atIndex, decimals),
    cost: decimalOf(atIndex - received, decimals),
  };
}

function pricedOf(coin: ExchangedCoin | undefined): PricedCoin | undefined {
  if (coin === undefined) return undefined;
  const { decimals, price, priceDecimals } = coin;
  const units = unitsOf(price, priceDecimals);
  return units === undefined || units === 0 ? undefined : { decimals, price: units, priceDecimals };
}

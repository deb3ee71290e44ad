/** What a definition may say: outside these bounds it makes no sense, or its arithmetic would not be exact. Both ends are allowed. */
import { MAX_UNITS, PPM } from '@glasshouse/money';
import type { DefineMarket, DefineSecondsContract } from './commands.ts';
import { PRICE_MAX, SLOTS } from './matching/order-record.ts';

type Range = readonly [min: number, max: number];

/** A tenth: more is a mistake of the decimal point. */
const FEE_PPM_MAX = 100_000;
/** Ten times the stake; with it stake, fee and profit together stay exact. */
const PROFIT_PPM_MAX = 10 * PPM;
const STAKE_MAX = Math.floor(MAX_UNITS / 16);
const INDEX_DECIMALS_MORE_MAX = 6;
const DECIMALS_MAX = 12;

export const MARKET_BOUNDS = {
  priceDecimals: [0, DECIMALS_MAX],
  lotDecimals: [0, DECIMALS_MAX],
  indexDecimals: [0, DECIMALS_MAX + INDEX_DECIMALS_MORE_MAX],
  makerFeePpm: [0, FEE_PPM_MAX],
  takerFeePpm: [0, FEE_PPM_MAX],
  minNotional: [1, MAX_UNITS],
  maxNotional: [1, MAX_UNITS],
  limitBandPpm: [1, PPM],
  marketBandPpm: [1, PPM],
  maxOpenOrders: [1, SLOTS - 1],
} as const satisfies Partial<Record<keyof DefineMarket, Range>>;

export const CONTRACT_BOUNDS = {
  feeRatePpm: [0, FEE_PPM_MAX],
  maxPositions: [1, 1_000_000],
  /** 0 is no limit. */
  maxUserStake: [0, MAX_UNITS],
  maxOpenStake: [0, MAX_UNITS],
} as const satisfies Partial<Record<keyof DefineSecondsContract, Range>>;

export const DURATION_BOUNDS = {
  seconds: [1, 86_400],
  profitRatePpm: [1, PROFIT_PPM_MAX],
  minStake: [1, STAKE_MAX],
  maxStake: [1, STAKE_MAX],
} as const satisfies Record<keyof DefineSecondsContract['durations'][number], Range>;
export const DURATIONS_MAX = 20;

export function isMarketSound(
  command: DefineMarket,
  decimals: { readonly base: number; readonly quote: number },
): boolean {
  const { priceDecimals, lotDecimals, indexDecimals, minNotional, maxNotional } = command;
  const finer = indexDecimals - priceDecimals;
  // A price in quote units per lot has to be exact up to the highest price.
  const unitsPerTickAndLot = 10 ** (decimals.quote - priceDecimals - lotDecimals);
  return (
    isWithin(command, MARKET_BOUNDS) &&
    minNotional <= maxNotional &&
    lotDecimals <= decimals.base &&
    finer >= 0 &&
    finer <= INDEX_DECIMALS_MORE_MAX &&
    unitsPerTickAndLot * PRICE_MAX <= MAX_UNITS &&
    unitsPerTickAndLot * MAX_UNITS >= 1
  );
}

export function isContractSound(command: DefineSecondsContract): boolean {
  const { durations } = command;
  return (
    isWithin(command, CONTRACT_BOUNDS) &&
    durations.length >= 1 &&
    durations.length <= DURATIONS_MAX &&
    durations.every((one) => isWithin(one, DURATION_BOUNDS) && one.minStake <= one.maxStake) &&
    new Set(durations.map(({ seconds }) => seconds)).size === durations.length
  );
}

function isWithin(values: object, bounds: Readonly<Record<string, Range>>): boolean {
  return Object.entries(bounds).every(([field, [min, max]]) => {
    const value = (values as Readonly<Record<string, unknown>>)[field];
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
  });
}

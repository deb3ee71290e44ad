/** Bounds of a definition of seconds contracts. */
import { MAX_UNITS, PPM } from '@glasshouse/money';
import { FEE_PPM_MAX, isWithin, type Range } from '../../contract/bounds.ts';
import type { DefineSecondsContract } from './commands.ts';

/** Ten times the stake. Up to it stake, fee and profit together stay exact. */
const PROFIT_PPM_MAX = 10 * PPM;
const STAKE_MAX = Math.floor(MAX_UNITS / 16);
export const DURATIONS_MAX = 20;

export const CONTRACT_BOUNDS = {
  feeRatePpm: [0, FEE_PPM_MAX],
  maxPositions: [1, 1_000_000],
  /** 0 means no limit. */
  maxUserStake: [0, MAX_UNITS],
  maxOpenStake: [0, MAX_UNITS],
} as const satisfies Partial<Record<keyof DefineSecondsContract, Range>>;

export const DURATION_BOUNDS = {
  seconds: [1, 86_400],
  profitRatePpm: [1, PROFIT_PPM_MAX],
  minStake: [1, STAKE_MAX],
  maxStake: [1, STAKE_MAX],
} as const satisfies Record<keyof DefineSecondsContract['durations'][number], Range>;

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

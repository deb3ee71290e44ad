/** The contracts that a new platform offers, and in demo mode the capital of their reserve. */
import { HOUSE, WALLET } from '@glasshouse/core';
import { PAIRS } from '@glasshouse/protocol/market';
import type { Config } from '../../config.ts';
import type { Seed } from '../../contract/seed.ts';
import { capital } from '../../contract/seeds.ts';
import { assetNumber, unitsOf } from '../../values/starting-assets.ts';
import { STAKE_COIN } from './day-results.ts';

const FEE_RATE_PPM = 2000;
const POSITIONS_MAX = 20;
/** Limits of the open stakes on one pair, of one user and of all. */
const USER_STAKE_MAX = '100000';
const OPEN_STAKE_MAX = '2000000';
const DEMO_CAPITAL = '5000000';

/**
 * Longer contracts pay more at the same fee. With 0.2% and 82% the break-even win rate is 55.1%,
 * with 92% it is 52.2%.
 */
const DURATIONS: readonly [seconds: number, profitRatePpm: number, minStake: string, maxStake: string][] = [
  [30, 820_000, '5', '5000'],
  [60, 850_000, '10', '5000'],
  [120, 880_000, '10', '10000'],
  [300, 900_000, '20', '10000'],
  [600, 920_000, '20', '20000'],
];

export function secondsContractSeeds(mode: Config['mode']): readonly Seed[] {
  const offers = PAIRS.flatMap((pair, market) => (pair.secondsContract ? [offer(market)] : []));
  return mode === 'demo' ? [...offers, demoCapital()] : offers;
}

function offer(market: number): Seed {
  const durations = DURATIONS.map(([seconds, profitRatePpm, min, max]) => ({
    seconds,
    profitRatePpm,
    minStake: unitsOf(min, STAKE_COIN),
    maxStake: unitsOf(max, STAKE_COIN),
  }));
  return {
    command: {
      type: 'define-seconds-contract',
      market,
      feeRatePpm: FEE_RATE_PPM,
      maxPositions: POSITIONS_MAX,
      maxUserStake: unitsOf(USER_STAKE_MAX, STAKE_COIN),
      maxOpenStake: unitsOf(OPEN_STAKE_MAX, STAKE_COIN),
      durations,
    },
    isDone: ({ features }) => features['seconds-contract'].offers.has(market),
  };
}

function demoCapital(): Seed {
  return capital({
    type: 'issue',
    owner: HOUSE.secondsContractReserve,
    wallet: WALLET.house,
    asset: assetNumber(STAKE_COIN),
    amount: unitsOf(DEMO_CAPITAL, STAKE_COIN),
    reason: 'house-capital',
  });
}

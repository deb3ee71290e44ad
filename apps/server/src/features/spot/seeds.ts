/** The fee tiers of a new platform. */
import type { Seed } from '../../contract/seed.ts';
import { assetNumber, unitsOf } from '../../values/starting-assets.ts';

/** The coin in which volume is counted. */
export const VOLUME_COIN = 'USDT';

/** From this volume of 30 days (USDT), this share of a pair's maker and taker fees is charged. */
const FEE_TIERS: readonly [volume: string, makerSharePpm: number, takerSharePpm: number][] = [
  ['0', 1_000_000, 1_000_000],
  ['100000', 900_000, 950_000],
  ['1000000', 750_000, 850_000],
  ['10000000', 500_000, 700_000],
  ['100000000', 250_000, 500_000],
];

export function spotSeeds(): readonly Seed[] {
  const tiers = FEE_TIERS.map(([volume, makerSharePpm, takerSharePpm]) => ({
    volume: unitsOf(volume, VOLUME_COIN),
    makerSharePpm,
    takerSharePpm,
  }));
  return [
    {
      command: { type: 'define-fee-tiers', asset: assetNumber(VOLUME_COIN), tiers },
      isDone: ({ features }) => features.spot.fees.definition !== null,
    },
  ];
}

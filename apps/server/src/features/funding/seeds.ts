/**
 * The coins on chains, as the core counts them. A platform that ran before gets what is missing.
 */
import { CHAIN_NUMBERS, CHAIN_TERMS, type ChainName } from '@glasshouse/protocol/funding';
import type { Seed } from '../../product.ts';
import { assetDecimals, assetNumber, unitsOf } from '../../starting-assets.ts';

export function fundingSeeds(): readonly Seed[] {
  return (Object.keys(CHAIN_TERMS) as ChainName[]).flatMap(seedsOf);
}

function seedsOf(name: ChainName): readonly Seed[] {
  const { coins, costCoin } = CHAIN_TERMS[name];
  const chain = CHAIN_NUMBERS[name];
  return coins.map(({ coin, decimals, withdrawalFee, minWithdrawal, maxWithdrawal }) => {
    const asset = assetNumber(coin);
    return {
      command: {
        type: 'define-chain-coin',
        chain,
        asset,
        restDecimals: decimals - assetDecimals(coin),
        // The exchange has no TRX and no BNB: costs there are counted in the coin itself.
        costAsset: assetNumber(costCoin ?? coin),
        fee: unitsOf(withdrawalFee, coin),
        minAmount: unitsOf(minWithdrawal, coin),
        maxAmount: unitsOf(maxWithdrawal, coin),
      },
      isDone: ({ features }) => features.funding.coins.find(chain, asset) !== undefined,
    };
  });
}

/**
 * The coins on chains, as the core counts them, and in demo mode what the house holds there. A
 * platform that ran before gets what is missing.
 */
import { HOUSE, REFERENCE_USE } from '@glasshouse/core';
import { CHAIN_NUMBERS, CHAIN_TERMS, type ChainName } from '@glasshouse/protocol/funding';
import type { Config } from '../../config.ts';
import type { Seed } from '../../contract/seed.ts';
import { assetDecimals, assetNumber, unitsOf } from '../../values/starting-assets.ts';

/** Of the simulated chains: withdrawals of play money are paid from it. */
const DEMO_HOLDINGS: Readonly<Record<string, string>> = {
  USDT: '5000000',
  ETH: '2000',
  BTC: '100',
  LTC: '50000',
  DOGE: '20000000',
};
/** References of what the house brought: the last numbers that a voucher can have. */
const LAST_VOUCHER = 2 ** 32 - 1;

export function fundingSeeds(mode: Config['mode']): readonly Seed[] {
  const names = Object.keys(CHAIN_TERMS) as ChainName[];
  return [...names.flatMap(seedsOf), ...(mode === 'demo' ? names.flatMap(holdingsOf) : [])];
}

function holdingsOf(name: ChainName): readonly Seed[] {
  const { family, coins } = CHAIN_TERMS[name];
  if (family === null) return [];
  const chain = CHAIN_NUMBERS[name];
  return coins.map(({ coin }, index) => {
    const asset = assetNumber(coin);
    const reference = { chain, txid: '', output: LAST_VOUCHER - index };
    const brought = { owner: HOUSE.treasury, asset, amount: unitsOf(DEMO_HOLDINGS[coin]!, coin), rest: 0 };
    return {
      command: { type: 'credit-deposit', ...brought, ...reference, isFinal: 1 },
      isDone: ({ features }) => features.funding.references.has({ use: REFERENCE_USE.deposit, ...reference }),
    };
  });
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

/** The assets, pairs and platform-run accounts of a new platform. */
import { FIRST_USER, MARKET_STATUS, PHASE, WALLET } from '@glasshouse/core';
import { ASSETS, PAIRS, type PairDefinition } from '@glasshouse/protocol/market';
import type { Config } from '../../config.ts';
import type { Seed } from '../../contract/seed.ts';
import { capital, platformAccount } from '../../contract/seeds.ts';
import { MAKER_OWNER, TAKER_OWNERS } from '../../values/platform-traders.ts';
import { assetNumber, unitsOf } from '../../values/starting-assets.ts';

/**
 * Of pairs for which an operator says nothing else. A limit price must be within 50% of the index,
 * a market order's within 5%.
 */
export const DEFAULT_TERMS = {
  makerFeePpm: 800,
  takerFeePpm: 1000,
  limitBandPpm: 500_000,
  marketBandPpm: 50_000,
  maxOpenOrders: 200,
} as const;

export function marketSeeds(mode: Config['mode']): readonly Seed[] {
  const assets = ASSETS.map(({ code, decimals }, asset): Seed => ({
    command: { type: 'define-asset', asset, code, decimals },
    isDone: ({ registry }) => registry.assets[asset] !== undefined,
  }));
  const pairs = PAIRS.flatMap((pair, market) => [definePair(pair, market), ...haltPair(pair, market)]);
  return [...assets, ...pairs, ...(mode === 'demo' ? inventories() : [platformAccount(MAKER_OWNER)])];
}

function definePair(pair: PairDefinition, market: number): Seed {
  return {
    command: {
      type: 'define-market',
      market,
      base: assetNumber(pair.base),
      quote: assetNumber(pair.quote),
      priceDecimals: pair.priceDecimals,
      lotDecimals: pair.lotDecimals,
      indexDecimals: pair.indexDecimals,
      ...DEFAULT_TERMS,
      minNotional: unitsOf(pair.minNotional, pair.quote),
      maxNotional: unitsOf(pair.maxNotional, pair.quote),
    },
    isDone: ({ registry }) => registry.markets[market] !== undefined,
  };
}

/** The pair of a new coin has not opened until it is listed. */
function haltPair({ opensLater }: PairDefinition, market: number): readonly Seed[] {
  if (opensLater !== true) return [];
  return [
    {
      command: { type: 'set-market-status', market, status: MARKET_STATUS.halted, cancels: 1 },
      isDone: ({ registry, features }) => {
        const known = registry.markets[market];
        const projects = [...features.subscription.projects.values()];
        const isListed = projects.some(
          (project) => project.market === known && project.phase === PHASE.listed,
        );
        return known !== undefined && (known.status === MARKET_STATUS.halted || isListed);
      },
    },
  ];
}

/** Play money of the platform-run accounts. */
function inventories(): readonly Seed[] {
  return [MAKER_OWNER, ...TAKER_OWNERS].flatMap((owner) => {
    if (owner >= FIRST_USER) throw new Error('the platform runs no user accounts');
    const issues = INVENTORY.map(([code, amount]) =>
      capital({
        type: 'issue',
        owner,
        wallet: WALLET.exchange,
        asset: assetNumber(code),
        amount: unitsOf(amount, code),
        reason: 'house-capital',
      }),
    );
    return [platformAccount(owner), ...issues];
  });
}

/**
 * The capital of each account: of most coins about 100 million USDT at the start prices of the
 * simulated market.
 */
const INVENTORY: readonly [code: string, amount: string][] = [
  ['USDT', '300000000'],
  ['BTC', '1500'],
  ['ETH', '40000'],
  ['EOS', '100000000'],
  ['LTC', '1000000'],
  ['XRP', '50000000'],
  ['ADA', '150000000'],
  ['DOGE', '600000000'],
  ['SHIB', '5000000000000'],
  // The accounts together hold a fifth of each new coin's supply.
  ['HELIO', '100000'],
  ['TIDE', '50000'],
  ['AUR', '15000'],
];

/**
 * The small exchange for random commands: few users, so that their orders meet, three markets, and
 * what each feature adds.
 */
import { FIRST_USER, HOUSE, newestRules, WALLET, type Command } from '../src/index.ts';
import * as features from './features.ts';
import { OWNERS } from './owners.ts';

const USDT = 0;
const BTC = 1;
const SHIB = 2;

const market = {
  minNotional: 1_000_000,
  maxNotional: 10 ** 12,
  limitBandPpm: 500_000,
  marketBandPpm: 100_000,
  maxOpenOrders: 8,
  makerFeePpm: 800,
  takerFeePpm: 1000,
};

const OFFER = { type: 'define-exchange-coin', bandPpm: 10_000 } as const;
const CHAIN_COIN = { type: 'define-chain-coin', chain: 1, restDecimals: 0, costAsset: BTC } as const;

/**
 * The newest rules, and three markets: one whose ticks times lots are whole units, and two that
 * must round.
 */
export const SET_UP: readonly Command[] = [
  ...newestRules(),
  { type: 'define-asset', asset: USDT, code: 'USDT', decimals: 6 },
  { type: 'define-asset', asset: BTC, code: 'BTC', decimals: 8 },
  { type: 'define-asset', asset: SHIB, code: 'SHIB', decimals: 2 },
  {
    type: 'define-market',
    market: 0,
    base: BTC,
    quote: USDT,
    priceDecimals: 2,
    lotDecimals: 5,
    indexDecimals: 2,
    ...market,
  },
  {
    type: 'define-market',
    market: 1,
    base: SHIB,
    quote: USDT,
    priceDecimals: 7,
    lotDecimals: 0,
    indexDecimals: 10,
    ...market,
  },
  // Its quote is not the asset of the fee tiers, and no tick has a price for it.
  {
    type: 'define-market',
    market: 2,
    base: SHIB,
    quote: BTC,
    priceDecimals: 9,
    lotDecimals: 0,
    indexDecimals: 9,
    ...market,
    minNotional: 100,
  },
  {
    type: 'define-seconds-contract',
    market: 0,
    feeRatePpm: 2000,
    maxPositions: 3,
    maxUserStake: 120_000_000,
    maxOpenStake: 160_000_000,
    durations: [
      { seconds: 1, profitRatePpm: 820_000, minStake: 1_000_000, maxStake: 10 ** 9 },
      { seconds: 3, profitRatePpm: 850_000, minStake: 1_000_000, maxStake: 110_000_000 },
    ],
  },
  {
    type: 'define-seconds-contract',
    market: 1,
    feeRatePpm: 0,
    maxPositions: 3,
    maxUserStake: 0,
    maxOpenStake: 0,
    durations: [{ seconds: 3, profitRatePpm: 850_000, minStake: 1_000_000, maxStake: 110_000_000 }],
  },
  ...OWNERS.flatMap((owner): Command[] => [
    { type: 'open-account', owner },
    { type: 'issue', owner, wallet: WALLET.exchange, asset: USDT, amount: 5 * 10 ** 9, reason: 'play-money' },
    { type: 'issue', owner, wallet: WALLET.contract, asset: USDT, amount: 10 ** 8, reason: 'play-money' },
    { type: 'issue', owner, wallet: WALLET.exchange, asset: BTC, amount: 10 ** 7, reason: 'play-money' },
    { type: 'issue', owner, wallet: WALLET.exchange, asset: SHIB, amount: 10 ** 10, reason: 'play-money' },
  ]),
  { type: 'set-referrer', owner: FIRST_USER, referrer: FIRST_USER + 1, sharePpm: 200_000 },
  {
    type: 'define-fee-tiers',
    asset: USDT,
    tiers: [
      { volume: 0, makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 },
      { volume: 10 ** 8, makerSharePpm: 500_000, takerSharePpm: 800_000 },
    ],
  },
  // Coins on chains: one that pays its costs in another coin, finer than the ledger, and one alone.
  {
    ...CHAIN_COIN,
    asset: BTC,
    restDecimals: 2,
    costAsset: BTC,
    fee: 1_000,
    minAmount: 5_000,
    maxAmount: 10 ** 7,
  },
  { ...CHAIN_COIN, asset: USDT, fee: 10 ** 6, minAmount: 2 * 10 ** 6, maxAmount: 3 * 10 ** 9 },
  { ...CHAIN_COIN, chain: 2, asset: SHIB, costAsset: SHIB, fee: 0, minAmount: 1, maxAmount: 5 * 10 ** 9 },
  ...[USDT, BTC, SHIB].map((asset): Command => ({
    type: 'credit-deposit',
    owner: HOUSE.treasury,
    chain: asset === SHIB ? 2 : 1,
    asset,
    amount: asset === BTC ? 10 ** 7 : 10 ** 9,
    rest: 0,
    txid: '',
    output: 1_000 + asset,
    isFinal: 1,
  })),
  { ...OFFER, asset: USDT, market: -1, minAmount: 900_000, maxAmount: 900_000_000, maxDust: 1_800_000 },
  { ...OFFER, asset: BTC, market: 0, minAmount: 1_000, maxAmount: 1_000_000, maxDust: 2_000 },
  { ...OFFER, asset: SHIB, market: 1, minAmount: 0, maxAmount: 10 ** 12, maxDust: 10 ** 7 },
  {
    type: 'issue',
    owner: HOUSE.secondsContractReserve,
    wallet: WALLET.house,
    asset: USDT,
    amount: 150_000_000,
    reason: 'house-capital',
  },
  ...Object.values(features).flatMap(({ setUp }) => setUp),
];

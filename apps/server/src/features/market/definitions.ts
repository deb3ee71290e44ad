/**
 * What a new platform starts with, as commands: assets, pairs, fees, seconds contracts, the house's capital, and the accounts that the
 * platform runs itself. From then on the journal is the truth.
 */
import { FIRST_USER, HOUSE, WALLET, type Command } from '@glasshouse/core';
import { parseDecimal } from '@glasshouse/money';
import { ASSETS, PAIRS, type PairDefinition } from '@glasshouse/protocol/market';

const MAKER_FEE_PPM = 800;
const TAKER_FEE_PPM = 1000;
/** A limit price within 50% of the index, a market order within 5%. */
const LIMIT_BAND_PPM = 500_000;
const MARKET_BAND_PPM = 50_000;
const OPEN_ORDERS_MAX = 200;

/** The market maker, and the accounts whose small orders meet its quotes. Ordinary accounts: no rule favours them. */
export const MAKER_OWNER = 100;
export const TAKER_OWNERS: readonly number[] = [101, 102, 103];

export const assetNumber = (code: string): number => ASSETS.findIndex((asset) => asset.code === code);
export const assetDecimals = (code: string): number => ASSETS[assetNumber(code)]?.decimals ?? 0;

function units(text: string, code: string): number {
  const amount = parseDecimal(text, assetDecimals(code));
  if (typeof amount !== 'number') throw new Error(`${text} ${code} is not an amount: ${amount}`);
  return amount;
}

export function definitions(): Command[] {
  return [
    ...ASSETS.map((asset, index): Command => ({
      type: 'define-asset',
      asset: index,
      code: asset.code,
      decimals: asset.decimals,
    })),
    ...PAIRS.flatMap(definePair),
    { type: 'define-fee-tiers', asset: assetNumber('USDT'), tiers: feeTiers() },
  ];
}

/** From this volume of 30 days (USDT), this share of a pair's maker and taker fees is left. */
const FEE_TIERS: readonly [volume: string, makerSharePpm: number, takerSharePpm: number][] = [
  ['0', 1_000_000, 1_000_000],
  ['100000', 900_000, 950_000],
  ['1000000', 750_000, 850_000],
  ['10000000', 500_000, 700_000],
  ['100000000', 250_000, 500_000],
];

function feeTiers() {
  return FEE_TIERS.map(([volume, makerSharePpm, takerSharePpm]) => ({
    volume: units(volume, 'USDT'),
    makerSharePpm,
    takerSharePpm,
  }));
}

function definePair(pair: PairDefinition, market: number): Command[] {
  const define: Command = {
    type: 'define-market',
    market,
    base: assetNumber(pair.base),
    quote: assetNumber(pair.quote),
    priceDecimals: pair.priceDecimals,
    lotDecimals: pair.lotDecimals,
    indexDecimals: pair.indexDecimals,
    makerFeePpm: MAKER_FEE_PPM,
    takerFeePpm: TAKER_FEE_PPM,
    minNotional: units(pair.minNotional, pair.quote),
    maxNotional: units(pair.maxNotional, pair.quote),
    limitBandPpm: LIMIT_BAND_PPM,
    marketBandPpm: MARKET_BAND_PPM,
    maxOpenOrders: OPEN_ORDERS_MAX,
  };
  return pair.secondsContract ? [define, defineSecondsContract(market)] : [define];
}

/** Longer contracts pay more; the fee is the same. With 0.2% and 82% the break-even win rate is 55.1%, with 92% it is 52.2%. */
const DURATIONS: readonly [seconds: number, profitRatePpm: number, minStake: string, maxStake: string][] = [
  [30, 820_000, '5', '5000'],
  [60, 850_000, '10', '5000'],
  [120, 880_000, '10', '10000'],
  [300, 900_000, '20', '10000'],
  [600, 920_000, '20', '20000'],
];

function defineSecondsContract(market: number): Command {
  const durations = DURATIONS.map(([seconds, profitRatePpm, min, max]) => ({
    seconds,
    profitRatePpm,
    minStake: units(min, 'USDT'),
    maxStake: units(max, 'USDT'),
  }));
  return {
    type: 'define-seconds-contract',
    market,
    feeRatePpm: 2000,
    maxPositions: 20,
    maxUserStake: units('100000', 'USDT'),
    maxOpenStake: units('2000000', 'USDT'),
    durations,
  };
}

/** Demo only: play capital of the house, and inventories of the platform's own accounts. */
export function demoCapital(): Command[] {
  const commands: Command[] = [
    {
      type: 'issue',
      owner: HOUSE.secondsContractReserve,
      wallet: WALLET.house,
      asset: assetNumber('USDT'),
      amount: units('5000000', 'USDT'),
      reason: 'house-capital',
    },
  ];
  for (const owner of [MAKER_OWNER, ...TAKER_OWNERS]) {
    if (owner >= FIRST_USER) throw new Error('the platform runs no user accounts');
    commands.push({ type: 'open-account', owner });
    for (const [code, amount] of INVENTORY) {
      commands.push({
        type: 'issue',
        owner,
        wallet: WALLET.exchange,
        asset: assetNumber(code),
        amount: units(amount, code),
        reason: 'house-capital',
      });
    }
  }
  return commands;
}

/** About 100 million USDT of each coin at the prices a simulated market starts with. */
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
];

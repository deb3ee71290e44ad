/** What a new platform exchanges, and in demo mode the stock of its treasury. */
import { HOUSE, WALLET } from '@glasshouse/core';
import { ASSETS, PAIRS } from '@glasshouse/protocol/market';
import type { Config } from '../../config.ts';
import type { Seed } from '../../contract/seed.ts';
import { capital } from '../../contract/seeds.ts';
import { assetNumber, unitsOf } from '../../values/starting-assets.ts';

/** The coin in which the others are priced. */
const PRICED_IN = 'USDT';
const NO_MARKET = -1;
/** Half of a band is the spread: 0.1 % for the large coins, 0.2 % for the others. */
const NARROW_PPM = 2_000;
const WIDE_PPM = 4_000;

interface Limits {
  readonly min: string;
  readonly max: string;
  readonly dust: string;
  readonly bandPpm: number;
  readonly demoStock: string;
}
/** One exchange is worth some 5 to 50,000 USDT, and a small balance at most some 10. */
const LIMITS: Readonly<Record<string, Limits>> = {
  USDT: { min: '5', max: '50000', dust: '10', bandPpm: NARROW_PPM, demoStock: '20000000' },
  BTC: { min: '0.0001', max: '0.5', dust: '0.0001', bandPpm: NARROW_PPM, demoStock: '100' },
  ETH: { min: '0.002', max: '15', dust: '0.003', bandPpm: NARROW_PPM, demoStock: '3000' },
  EOS: { min: '5', max: '50000', dust: '10', bandPpm: WIDE_PPM, demoStock: '5000000' },
  LTC: { min: '0.05', max: '500', dust: '0.1', bandPpm: WIDE_PPM, demoStock: '50000' },
  XRP: { min: '2', max: '20000', dust: '4', bandPpm: WIDE_PPM, demoStock: '3000000' },
  ADA: { min: '5', max: '50000', dust: '10', bandPpm: WIDE_PPM, demoStock: '8000000' },
  DOGE: { min: '20', max: '200000', dust: '50', bandPpm: WIDE_PPM, demoStock: '30000000' },
  SHIB: { min: '200000', max: '2000000000', dust: '500000', bandPpm: WIDE_PPM, demoStock: '300000000000' },
};

export function flashExchangeSeeds(mode: Config['mode']): readonly Seed[] {
  const coins = ASSETS.filter(({ code }) => code in LIMITS).map(({ code }) => code);
  const stock = mode === 'demo' ? coins.map(stockOf) : [];
  return [...coins.map(offerOf), ...stock];
}

function offerOf(code: string): Seed {
  const { min, max, dust, bandPpm } = LIMITS[code]!;
  const market = PAIRS.findIndex(({ base, quote }) => base === code && quote === PRICED_IN);
  const asset = assetNumber(code);
  return {
    command: {
      type: 'define-exchange-coin',
      asset,
      market: code === PRICED_IN ? NO_MARKET : market,
      minAmount: unitsOf(min, code),
      maxAmount: unitsOf(max, code),
      maxDust: unitsOf(dust, code),
      bandPpm,
    },
    isDone: ({ features }) => features['flash-exchange'].offers.of(asset) !== undefined,
  };
}

function stockOf(code: string): Seed {
  return capital({
    type: 'issue',
    owner: HOUSE.treasury,
    wallet: WALLET.house,
    asset: assetNumber(code),
    amount: unitsOf(LIMITS[code]!.demoStock, code),
    reason: 'house-capital',
  });
}

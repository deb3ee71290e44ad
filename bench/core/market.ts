/** The market of the core benches, and the money of its traders. */
import { newestRules, WALLET, type Command } from '@glasshouse/core';

const ASSETS = [0, 1];

/** Wide limits, so that no bench measures them. */
export const MARKET: readonly Command[] = [
  ...newestRules(),
  { type: 'define-asset', asset: 0, code: 'USDT', decimals: 6 },
  { type: 'define-asset', asset: 1, code: 'BTC', decimals: 8 },
  {
    type: 'define-market',
    market: 0,
    base: 1,
    quote: 0,
    priceDecimals: 2,
    lotDecimals: 4,
    indexDecimals: 2,
    makerFeePpm: 800,
    takerFeePpm: 1000,
    minNotional: 1,
    maxNotional: 2 ** 52,
    limitBandPpm: 1_000_000,
    marketBandPpm: 1_000_000,
    maxOpenOrders: 2_000_000,
  },
];

/** Opens an account with `amount` units of each asset. */
export function opened(owner: number, amount: number): Command[] {
  return [
    { type: 'open-account', owner },
    ...ASSETS.map((asset): Command => {
      return { type: 'issue', owner, wallet: WALLET.exchange, asset, amount, reason: 'play-money' };
    }),
  ];
}

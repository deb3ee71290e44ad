/**
 * A new coin in the exchange for random commands, with a pair that does not trade yet, and a pool
 * that is short at times.
 */
import { HOUSE, MARKET_STATUS, WALLET, type Command } from '../../../src/index.ts';

const [USDT, SHIB, HELIO] = [0, 2, 3];

export const SUBSCRIPTION_SET_UP: readonly Command[] = [
  { type: 'define-asset', asset: HELIO, code: 'HELIO', decimals: 4 },
  {
    type: 'define-market',
    market: 3,
    base: HELIO,
    quote: USDT,
    priceDecimals: 4,
    lotDecimals: 2,
    indexDecimals: 4,
    makerFeePpm: 800,
    takerFeePpm: 1000,
    minNotional: 1_000,
    maxNotional: 10 ** 9,
    limitBandPpm: 500_000,
    marketBandPpm: 100_000,
    maxOpenOrders: 8,
  },
  { type: 'set-market-status', market: 3, status: MARKET_STATUS.halted, cancels: 1 },
  ...[HELIO, SHIB].map((asset): Command => ({
    type: 'issue',
    owner: HOUSE.subscriptionPool,
    wallet: WALLET.house,
    asset,
    amount: 30_000,
    reason: 'house-capital',
  })),
];

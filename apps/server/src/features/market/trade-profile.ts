/**
 * The activity of each pair: how the market maker quotes it until an operator says otherwise, on
 * every platform; and trades per second, for the history and the takers of a demo.
 */

export interface TradeProfile {
  readonly tradesPerSecond: number;
  /** In USDT. */
  readonly usualValue: number;
  /** Half the spread of the first quotes, in ppm of the reference price; at least a tick. */
  readonly halfSpreadPpm: number;
  /** The interval at which quotes are renewed, in seconds. */
  readonly quoteEveryS: number;
}

const MAJOR: Readonly<Record<string, TradeProfile>> = {
  'BTC/USDT': { tradesPerSecond: 0.8, usualValue: 1500, halfSpreadPpm: 5, quoteEveryS: 1 },
  'ETH/USDT': { tradesPerSecond: 0.5, usualValue: 1100, halfSpreadPpm: 8, quoteEveryS: 1 },
  'XRP/USDT': { tradesPerSecond: 0.3, usualValue: 600, halfSpreadPpm: 60, quoteEveryS: 2 },
  'DOGE/USDT': { tradesPerSecond: 0.25, usualValue: 500, halfSpreadPpm: 60, quoteEveryS: 2 },
  'SHIB/USDT': { tradesPerSecond: 0.2, usualValue: 400, halfSpreadPpm: 100, quoteEveryS: 2 },
  'LTC/USDT': { tradesPerSecond: 0.2, usualValue: 500, halfSpreadPpm: 60, quoteEveryS: 2 },
  'ADA/USDT': { tradesPerSecond: 0.2, usualValue: 450, halfSpreadPpm: 60, quoteEveryS: 2 },
  'EOS/USDT': { tradesPerSecond: 0.1, usualValue: 300, halfSpreadPpm: 100, quoteEveryS: 3 },
};
/** New coins: few trades at first, and a wide spread. */
const NEW_COINS: readonly string[] = ['HELIO', 'TIDE', 'AUR'];
const NEW: TradeProfile = { tradesPerSecond: 0.15, usualValue: 20, halfSpreadPpm: 1500, quoteEveryS: 3 };
const CROSS: TradeProfile = { tradesPerSecond: 0.05, usualValue: 400, halfSpreadPpm: 120, quoteEveryS: 5 };

export function tradeProfile(base: string, quote: string): TradeProfile {
  return MAJOR[`${base}/${quote}`] ?? (NEW_COINS.includes(base) ? NEW : CROSS);
}

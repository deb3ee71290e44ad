/** In USDT, around which the wave of the local exchanges swings by half a thousandth. */
export const MIDDLES: Readonly<Record<string, number>> = {
  BTC: 90_000,
  ETH: 3100,
  EOS: 0.74,
  LTC: 84,
  XRP: 2.18,
  ADA: 0.68,
  DOGE: 0.162,
  SHIB: 0.0000125,
};

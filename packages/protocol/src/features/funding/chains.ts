/** The numbers of the chains in the core, for ever the same. */

export const CHAIN_NUMBERS = {
  BTC: 1,
  ERC20: 2,
  TRC20: 3,
  BEP20: 4,
  LTC: 5,
  DOGE: 6,
  XRP: 7,
  ADA: 8,
  EOS: 9,
} as const;

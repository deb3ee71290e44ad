/** The posting reasons and house accounts of funds. */

/** Codes of postings; never reused. */
export const FUND_REASON = {
  'fund-margin': 36,
  'fund-frozen': 37,
  'fund-buy-fee': 38,
  'fund-cover': 39,
  'fund-coins': 40,
  'fund-interest': 41,
  'fund-profit': 42,
  'fund-loss': 43,
  'fund-returned': 44,
  'fund-sell-fee': 45,
  'fund-exit-fee': 46,
  'fund-profit-coins': 55,
} as const;

export const FUND_HOUSE = { fundReserve: 12, fundVehicle: 13 } as const;

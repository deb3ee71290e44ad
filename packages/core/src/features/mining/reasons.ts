/** The posting reasons and the house account of mining. */

/** Codes of postings; never reused. */
export const MINING_REASON = {
  'mining-bought': 30,
  'mining-frozen': 31,
  'mining-reserved': 32,
  'mining-returned': 33,
  'mining-reward': 34,
  'mining-given-up': 35,
} as const;

export const MINING_HOUSE = { miningReserve: 11 } as const;

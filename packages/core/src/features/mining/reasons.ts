/** The posting reasons and the house account of mining. */

/** Codes of postings; never reused. */
export const MINING_REASON = {
  'mining-bought': 30,
  'mining-reserved': 31,
  'mining-returned': 32,
  'mining-reward': 33,
  'mining-given-up': 34,
} as const;

export const MINING_HOUSE = { miningReserve: 11 } as const;

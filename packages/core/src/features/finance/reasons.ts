/** The posting reasons and the house account of finance. */

/** Codes of postings; never reused. */
export const FINANCE_REASON = {
  'finance-bought': 24,
  'finance-frozen': 25,
  'finance-reserved': 26,
  'finance-returned': 27,
  'finance-interest': 28,
} as const;

export const FINANCE_HOUSE = { financeReserve: 10 } as const;

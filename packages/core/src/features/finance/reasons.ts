/** The posting reasons and the house account of finance. */

/** Codes of postings; never reused. */
export const FINANCE_REASON = {
  'finance-bought': 24,
  'finance-reserved': 25,
  'finance-returned': 26,
  'finance-interest': 27,
} as const;

export const FINANCE_HOUSE = { financeReserve: 10 } as const;

/** The posting reasons and house accounts of seconds contracts. */

/** Codes of postings; never reused. */
export const SECONDS_CONTRACT_REASON = {
  'position-stake': 7,
  'position-fee': 8,
  'position-reserve': 9,
  'position-payout': 10,
  'position-returned': 11,
  'position-lost': 12,
} as const;

export const SECONDS_CONTRACT_HOUSE = { secondsContractReserve: 4, secondsContractEscrow: 5 } as const;

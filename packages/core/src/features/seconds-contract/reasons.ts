/** Why seconds contracts move money, and the house's accounts that they move it through. */

/** Codes of postings, never given again. */
export const SECONDS_CONTRACT_REASON = {
  'position-stake': 7,
  'position-fee': 8,
  'position-reserve': 9,
  'position-payout': 10,
  'position-returned': 11,
  'position-lost': 12,
} as const;

export const SECONDS_CONTRACT_HOUSE = { secondsContractReserve: 4, secondsContractEscrow: 5 } as const;

/** The posting reasons and house accounts of money in and out. */
import { OUTSIDE_FIRST, OUTSIDE_LAST } from '../../accounts.ts';

/** Codes of postings; never reused. */
export const FUNDING_REASON = {
  deposit: 14,
  'deposit-rest': 15,
  'withdrawal-frozen': 16,
  'withdrawal-paid': 17,
  'withdrawal-fee': 18,
  'withdrawal-returned': 19,
  'network-cost': 20,
} as const;

/** What chains have charged so far is its negative balance. */
export const FUNDING_HOUSE = { networkCosts: OUTSIDE_FIRST } as const;

/** Chains are numbered from 1. */
export const CHAINS_MAX = OUTSIDE_LAST - OUTSIDE_FIRST;

/** The house account of a chain. What the house holds there is its negative balance. */
export const chainOwner = (chain: number): number => OUTSIDE_FIRST + chain;

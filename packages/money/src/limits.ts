/** The bounds of money. */

/**
 * The largest amount of a ledger account: 2^53 - 1 smallest units. `issue` keeps every total below
 * it.
 */
export const MAX_UNITS = Number.MAX_SAFE_INTEGER;

/** Rates are integers in parts per million. */
export const PPM = 1_000_000;

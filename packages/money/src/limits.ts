/** The bounds of money. */

/** The largest amount a ledger account can hold: 2^53 - 1 smallest units. Every total is kept below it at the door. */
export const MAX_UNITS = Number.MAX_SAFE_INTEGER;

/** Rates are integers in parts per million. */
export const PPM = 1_000_000;

/** Characters of the reason of an act; the form of an act loads nothing else. */
export const REASON_MIN = 10;
export const REASON_MAX = 500;

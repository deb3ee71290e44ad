/**
 * Rules of input that pages check before they send and the server checks in any case. Without zod,
 * so that pages stay small.
 */

/** Of a new password; the operator may raise the maximum. */
export const PASSWORD_LENGTH = { min: 8, max: 24 } as const;
export const FIRST_LETTER = /^[A-Za-z]/;
/** Passwords at sign-in may be older than the rules of new ones. */
export const LOGIN_PASSWORD_LENGTH_MIN = 6;
export const ACCOUNT_NAME = /^[A-Za-z][A-Za-z0-9]{7,24}$/;
export const ANTI_PHISHING_WORDS = /^[\p{L}\p{N} ]{4,24}$/u;
/** Between two codes to one address. */
export const CODE_RESEND_SECONDS = 60;
/** Days of self-exclusion. */
export const EXCLUSION_DAYS = [1, 7, 30, 180] as const;
export const MINUTES_A_DAY = 1440;

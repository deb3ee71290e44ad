/** What operators can reset of an account whose owner has lost it, each apart. */
export const SECOND_FACTORS = ['google', 'passkeys'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

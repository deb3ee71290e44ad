/** How long the reset of a lost second factor waits, in hours, in which its owner can stop it. */
export const RESET_HOURS = { min: 24, max: 720, standard: 48 } as const;

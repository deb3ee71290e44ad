/**
 * Owners and wallets of the ledger. Owners 1 to 99 are the house, 100 to 999 are ordinary accounts
 * that the platform runs, users start at 1000. Of the house, 1 and 20 to 59 are the world outside:
 * what came in from there is their negative balance.
 */

/** The house accounts that every exchange has. Features add theirs by `FeatureDefinition.house`. */
export const PLATFORM = { external: 1, treasury: 2, fees: 3 } as const;
export const HOUSE_MAX = 99;
/** Owners that stand for the world outside, besides `external`: networks, and what they cost. */
export const OUTSIDE_FIRST = 20;
export const OUTSIDE_LAST = 59;
export const PLATFORM_OWNERS_MAX = 999;
export const FIRST_USER = 1000;
/** The largest owner number. */
export const OWNER_MAX = 2 ** 27 - 1;

export const WALLET = { house: 0, contract: 1, exchange: 2, finance: 3, mining: 4, fund: 5 } as const;
/** Slots per owner in the look-up table of wallets. */
export const WALLETS = 8;
/** The wallets of a user. */
export const USER_WALLETS: readonly number[] = Object.values(WALLET).filter(
  (wallet) => wallet !== WALLET.house,
);

/** Whether the balance of an owner's house account may be below zero. */
export function isOutside(owner: number): boolean {
  return owner === PLATFORM.external || (owner >= OUTSIDE_FIRST && owner <= OUTSIDE_LAST);
}

/**
 * Owners and wallets of the ledger. Owners 1 to 99 are the house, 100 to 999 are ordinary accounts
 * that the platform runs, users start at 1000. The house owners 1 and 20 to 59 stand for the world
 * outside: their negative balance is what came in from there.
 */
import { ACCOUNT_NUMBERS, ACCOUNTS, LAST_ACCOUNT, PLAY_ACCOUNTS } from '@glasshouse/protocol/accounts';

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

/** The accounts of a user, and that of a house owner. */
export const WALLET = { house: 0, ...ACCOUNTS } as const;
/** Slots per owner in the look-up table of wallets. */
export const WALLETS = 8;
/** The wallets of a user. */
export const USER_WALLETS: readonly number[] = ACCOUNT_NUMBERS;
/** The wallets whose money is at risk. */
export const PLAY_WALLETS: readonly number[] = PLAY_ACCOUNTS;

if (LAST_ACCOUNT >= WALLETS) throw new Error(`an owner has at most ${WALLETS} wallets`);

/** Whether the balance of an owner's house account may be below zero. */
export function isOutside(owner: number): boolean {
  return owner === PLATFORM.external || (owner >= OUTSIDE_FIRST && owner <= OUTSIDE_LAST);
}

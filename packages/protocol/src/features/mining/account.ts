/** The account where deposits of mining are locked. */
import type { Account } from '../../account.ts';

export const account = { number: 4, isInPlay: false } as const satisfies Account;

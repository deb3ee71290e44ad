/** The account where deposits of finance are locked. */
import type { Account } from '../../account.ts';

export const account = { number: 3, isInPlay: false } as const satisfies Account;

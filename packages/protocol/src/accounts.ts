/** The accounts of a user, from the list of features that have one. */
import type { Account } from './account.ts';
import * as list from './account-list.ts';

type List = typeof list;
/** The number of each account, by name. */
type Accounts = { readonly [Name in keyof List]: List[Name]['number'] };
export type AccountName = keyof List;
export type AccountNumber = Accounts[keyof Accounts];

const byNumber = Object.entries<Account>(list).toSorted(([, a], [, b]) => a.number - b.number);

export const ACCOUNTS = Object.fromEntries(byNumber.map(([name, { number }]) => [name, number])) as Accounts;

/** All account numbers, ascending. */
export const ACCOUNT_NUMBERS = byNumber.map(([, { number }]) => number) as readonly AccountNumber[];

/** The accounts whose money can be lost by the outcome of a contract or a fund. */
export const PLAY_ACCOUNTS: readonly number[] = byNumber.flatMap(([, { number, isInPlay }]) =>
  isInPlay ? [number] : [],
);

export const LAST_ACCOUNT = Math.max(...ACCOUNT_NUMBERS);

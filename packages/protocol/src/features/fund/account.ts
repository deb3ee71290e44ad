/** The account where margins of funds are. */
import type { Account } from '../../account.ts';

export const account = { number: 5, isInPlay: true } as const satisfies Account;
export const accountText = { number: account.number, en: 'Fund account', zh: '基金账户' };

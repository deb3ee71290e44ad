/** The account for trade, money in and out, and payments of all products. */
import type { Account } from '../../account.ts';

export const account = { number: 2, isInPlay: false } as const satisfies Account;
export const accountText = { number: account.number, en: 'Exchange account', zh: '币币账户' };

/** The account that contracts are opened from. */
import type { Account } from '../../account.ts';

export const account = { number: 1, isInPlay: true } as const satisfies Account;
export const accountText = { number: account.number, en: 'Seconds-contract account', zh: '秒合约账户' };

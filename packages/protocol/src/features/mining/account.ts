/** The account where deposits in pools are locked. */
import type { Account } from '../../account.ts';

export const account = { number: 4, isInPlay: false } as const satisfies Account;
export const accountText = { number: account.number, en: 'Mining account', zh: '矿池账户' };

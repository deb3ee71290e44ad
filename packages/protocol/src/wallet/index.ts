/**
 * Accounts and balances. Account 1 is the seconds-contract account, 2 exchange, 3 finance, 4
 * mining, 5 fund.
 */
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { amount, optionalCoin, page, paged, wholeOr } from '../fields.ts';
import { addressCalls } from './addresses.ts';
import { assetRow, postingRow } from '../seconds-contract/index.ts';

export type { BalanceRow } from './balance-row.ts';

export const ACCOUNTS = { contract: 1, exchange: 2, finance: 3, mining: 4, fund: 5 } as const;
const account = wholeOr(2, 1, 5);

export const getWalletAssets = defineCall({
  name: 'wallet/get-assets',
  path: '/wallet/getAssets',
  access: 'user',
  summary: 'Balances of one account and their value in USDT',
  input: z
    .object({ account })
    .optional()
    .transform((v) => v ?? { account: 2 }),
  data: z.object({ list: z.array(assetRow), totalValue: amount }),
});
export const getPostings = defineCall({
  name: 'wallet/get-postings',
  path: '/wallet/getPostings',
  access: 'user',
  summary: 'Every posting on an account, newest first',
  input: z.object({ account, currency: optionalCoin, ...page }),
  data: paged(postingRow),
});
/** The sum of the commissions from invited friends so far, per coin. */
export const getCommissions = defineCall({
  name: 'wallet/get-commissions',
  path: '/wallet/getCommissions',
  access: 'user',
  summary: 'The share of trading fees paid for invited users, and what it has come to',
  input: z
    .object({})
    .optional()
    .transform(() => ({})),
  data: z.object({
    /** Share of each fee, such as 0.2. */
    share: amount,
    list: z.array(z.object({ currency: z.string(), amount })),
  }),
});
export type { AddressRow } from './addresses.ts';
export { CHAINS_OF_COIN, type Chain } from './chains.ts';

export const walletCalls = [getWalletAssets, getPostings, getCommissions, ...addressCalls] as const;

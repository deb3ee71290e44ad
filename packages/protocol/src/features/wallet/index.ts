/**
 * Accounts and balances. Account 1 is the seconds-contract account, 2 exchange, 3 finance, 4
 * mining, 5 fund.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import {
  amount,
  coin,
  listed,
  listPage,
  nothing,
  optionalCoin,
  optionalDecimal,
  optionalWhole,
  wholeOr,
} from '../../fields.ts';
import { ACCOUNTS, LAST_ACCOUNT } from '../../accounts.ts';
import { addressCalls } from './addresses.ts';
import { postingRow } from './postings.ts';
import { recordCalls } from './records.ts';
import { getHistory } from './history.ts';
import { getCosts } from './costs.ts';
import { getEarned } from './earned.ts';
import { getTotals } from './totals.ts';
import { statementCalls } from './statement.ts';

export { accountText } from './account.ts';
export { reasons } from './reasons.ts';
export { refusals } from './refusals.ts';

const account = wholeOr(ACCOUNTS.exchange, 1, LAST_ACCOUNT);

export const assetRow = z.object({
  currencyName: z.string(),
  currency: z.string(),
  status: z.number().int(),
  price: z.string(),
  availableCurrency: amount,
  frozenCurrency: amount,
  total: amount,
});
export type AssetRow = z.output<typeof assetRow>;
export { postingRow as addedRow } from './postings.ts';
export type { PostingRow } from './postings.ts';
/** A balance in the account channel. `account` is one of ACCOUNTS. */
export const accountRow = z.object({
  account: z.number().int(),
  currency: z.string(),
  available: amount,
  frozen: amount,
});
export type BalanceRow = z.output<typeof accountRow>;

export const getWalletAssets = defineCall({
  name: 'wallet/get-assets',
  path: '/wallet/getAssets',
  access: 'user',
  summary: 'Balances of one account and their value in USDT',
  input: z.object({ account }),
  data: z.object({ list: z.array(assetRow), totalValue: amount }),
});
export const getPostings = defineCall({
  name: 'wallet/get-postings',
  path: '/wallet/getPostings',
  access: 'user',
  summary: 'Every posting on an account, newest first',
  input: z.object({ account, currency: optionalCoin, ...listPage(3) }),
  data: listed(postingRow),
});
/** The calls of the seconds-contract account: they lie where its clients look for them. */
const CONTRACT_PREFIX = ['/contract/app'] as const;
export const getContractAssets = defineCall({
  name: 'wallet/get-contract-assets',
  path: '/contract/getAssets',
  prefixes: CONTRACT_PREFIX,
  access: 'user',
  summary: 'Balances of the seconds-contract account',
  input: nothing,
  data: z.array(assetRow),
});
export const getContractPostings = defineCall({
  name: 'wallet/get-contract-postings',
  path: '/contract/getAssetsRecord',
  prefixes: CONTRACT_PREFIX,
  access: 'user',
  summary: 'Postings on the seconds-contract account, newest first',
  input: z.object({
    currency: optionalCoin,
    ...listPage(3),
    tradeType: optionalWhole(0, 99),
  }),
  data: listed(postingRow),
});
export const transfer = defineCall({
  name: 'wallet/transfer',
  grows: 'orders',
  path: '/contract/transfer',
  prefixes: CONTRACT_PREFIX,
  access: 'user',
  movesMoney: true,
  operation: 'transfer',
  refusals: [
    'wallet/unknown-asset',
    'wallet/amount-missing',
    'wallet/insufficient-balance',
    'wallet/held',
    'wallet/same-account',
  ],
  summary:
    'Moves between accounts, `from` one `to` another. Without them type 1 exchange to contract, 2 back',
  input: z.object({
    amount: optionalDecimal,
    currency: coin,
    type: wholeOr(1, 1, 2),
    /** Both or neither, of ACCOUNTS; `type` then says nothing. */
    from: optionalWhole(1, LAST_ACCOUNT),
    to: optionalWhole(1, LAST_ACCOUNT),
  }),
  data: z.undefined().or(z.null()),
});
/** What the fees of those one has invited have brought so far, per coin. */
export const getCommissions = defineCall({
  name: 'wallet/get-commissions',
  path: '/wallet/getCommissions',
  access: 'user',
  summary: 'The share of trading fees paid for invited users, and what it has come to',
  input: nothing,
  data: z.object({
    /** Of each fee, such as 0.2. */
    share: amount,
    list: z.array(z.object({ currency: z.string(), amount })),
  }),
});
export type { AddressRow } from './addresses.ts';
export {
  POSTING_GROUPS,
  type LedgerRow,
  type PostingGroup,
  type RecordPosting,
  type TaxForm,
  type TransferRow,
} from './records.ts';
export { RECORD_KINDS, type OtherSideKind, type RecordKind } from './record-kinds.ts';
export type { RecordCounts, RecordList } from './record-lists.ts';
export { getHistory, type HistoryCoin } from './history.ts';
export { getTotals, type Summed, type TotalRow } from './totals.ts';
export { getCosts, type CostRow } from './costs.ts';
export { getEarned, type EarnedRow } from './earned.ts';
export { STATEMENT_LINES, type StatementLine } from './statement-lines.ts';
export { getStatement, type StatementRow } from './statement.ts';
export { CHAIN_FAMILIES, TRACELESS_COIN, type Chain, type WatchedChain } from './chains.ts';

export const calls = [
  getWalletAssets,
  getPostings,
  getContractAssets,
  getContractPostings,
  transfer,
  getCommissions,
  ...recordCalls,
  ...statementCalls,
  getHistory,
  getCosts,
  getEarned,
  getTotals,
  ...addressCalls,
] as const;
export const chapter: Chapter = { title: { en: 'Assets', zh: '资产' } };

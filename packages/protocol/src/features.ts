/**
 * The features of the API, a line each, by their names. A feature's index exports its `calls`, its
 * `refusals`, its `chapter` in the page for programs, the `reasons` of its postings, the name of
 * its account as `accountText` and, where it has rows in the account channel, their shape as
 * `accountRow`. The shape of rows that are only added, such as fills, is `addedRow`.
 */
export * as 'api-keys' from './features/api-keys/index.ts';
export * as brand from './features/brand/index.ts';
export * as finance from './features/finance/index.ts';
export * as 'flash-exchange' from './features/flash-exchange/index.ts';
export * as fund from './features/fund/index.ts';
export * as funding from './features/funding/index.ts';
export * as help from './features/help/index.ts';
export * as identity from './features/identity/index.ts';
export * as kyc from './features/kyc/index.ts';
export * as market from './features/market/index.ts';
export * as mining from './features/mining/index.ts';
export * as notices from './features/notices/index.ts';
export * as parameters from './features/parameters/index.ts';
export * as preferences from './features/preferences/index.ts';
export * as 'price-alerts' from './features/price-alerts/index.ts';
export * as 'seconds-contract' from './features/seconds-contract/index.ts';
export * as spot from './features/spot/index.ts';
export * as subscription from './features/subscription/index.ts';
export * as support from './features/support/index.ts';
export * as transparency from './features/transparency/index.ts';
export * as vouchers from './features/vouchers/index.ts';
export * as wallet from './features/wallet/index.ts';

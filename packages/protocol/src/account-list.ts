/** The accounts of a user, one line each. */
export { account as contract } from './features/seconds-contract/account.ts';
export { account as exchange } from './features/wallet/account.ts';
export { account as finance } from './features/finance/account.ts';
export { account as fund } from './features/fund/account.ts';
export { account as mining } from './features/mining/account.ts';

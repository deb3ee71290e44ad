/**
 * The features of the back office, a line each. Their calls are below /operator/app: the API of the
 * app, its documents and its clients do not know them.
 */
export * as operators from './features/operators/index.ts';
export * as markets from './features/market/office.ts';
export * as withdrawals from './features/funding/office.ts';
export * as kycOffice from './features/kyc/office.ts';
export * as voucherOffice from './features/vouchers/office.ts';
export * as ledger from './features/wallet/office.ts';
export * as treasury from './features/wallet/treasury-office.ts';
export * as networks from './features/funding/networks-office.ts';
export * as 'office-notices' from './features/notices/office.ts';
export * as 'office-parameters' from './features/parameters/office.ts';
export * as people from './features/identity/office.ts';
export * as peopleBalances from './features/wallet/people-office.ts';
export * as peopleOrders from './features/spot/office.ts';
export * as peopleMessages from './features/notices/people-office.ts';
export * as offers from './offers-office.ts';
export * as feeTiers from './features/spot/terms-office.ts';
export * as contractTerms from './features/seconds-contract/office.ts';
export * as watch from './features/watch/office.ts';
export * as desk from './features/support/desk.ts';

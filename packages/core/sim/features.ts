/**
 * The features whose simulation lies in a file of its own, a line each: `steps` and `audit`, and
 * `named` where a step depends on the run.
 */
export * as finance from './features/finance.ts';
export * as 'flash-exchange' from './features/flash-exchange.ts';
export * as fund from './features/fund.ts';
export * as funding from './features/funding.ts';
export * as mining from './features/mining.ts';
export * as subscription from './features/subscription.ts';
export * as wallet from './features/wallet.ts';

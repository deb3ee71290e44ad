/** The features whose simulation lies in a file of its own, a line each: `steps` and `audit`. */
export * as 'flash-exchange' from './features/flash-exchange.ts';
export * as funding from './features/funding.ts';
export * as wallet from './features/wallet.ts';

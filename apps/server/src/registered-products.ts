/** The server's products, one line each, by the names of their features. */
export { product as finance } from './features/finance/product.ts';
export { product as 'flash-exchange' } from './features/flash-exchange/product.ts';
export { product as fund } from './features/fund/product.ts';
export { product as funding } from './features/funding/product.ts';
export { product as mining } from './features/mining/product.ts';
export { product as 'seconds-contract' } from './features/seconds-contract/product.ts';
export { product as spot } from './features/spot/product.ts';
export { product as subscription } from './features/subscription/product.ts';
export { product as wallet } from './features/wallet/product.ts';

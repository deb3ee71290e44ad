/** The server's products, one line each, by the names of their features. */
export { product as 'flash-exchange' } from './features/flash-exchange/product.ts';
export { product as funding } from './features/funding/product.ts';
export { product as 'seconds-contract' } from './features/seconds-contract/product.ts';
export { product as spot } from './features/spot/product.ts';
export { product as wallet } from './features/wallet/product.ts';

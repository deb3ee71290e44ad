/** What products hold of the reader, one line each, for the portfolio. */
export { locks as finance } from '#features/finance/product.tsx';
export { locks as mining } from '#features/mining/product.ts';
export { locks as fund } from '#features/fund/locks.tsx';
export { locks as subscription } from '#features/subscription/locks.tsx';

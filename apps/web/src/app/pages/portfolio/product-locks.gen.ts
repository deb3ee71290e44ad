/** What products hold of the reader, for the portfolio: made by `npm run generate`. */
export { locks as finance } from '#features/finance/product.tsx';
export { locks as fund } from '#features/fund/locks.tsx';
export { locks as mining } from '#features/mining/product.ts';
export { locks as subscription } from '#features/subscription/locks.tsx';

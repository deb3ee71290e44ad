/** The orders of products in the page of records: made by `npm run generate`. */
export { records as finance } from '#features/finance/product.tsx';
export { records as fund } from '#features/fund/records.tsx';
export { records as mining } from '#features/mining/product.ts';
export { records as subscription } from '#features/subscription/records.tsx';

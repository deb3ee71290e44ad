/** What visitors read of products, for the page of fees and the help center: made by `npm run generate`. */
export { terms as finance } from '#features/finance/public-terms.ts';
export { terms as flashExchange } from '#features/flash-exchange/public-terms.ts';
export { terms as fund } from '#features/fund/public-terms.ts';
export { terms as mining } from '#features/mining/public-terms.ts';
export { terms as subscription } from '#features/subscription/public-terms.ts';

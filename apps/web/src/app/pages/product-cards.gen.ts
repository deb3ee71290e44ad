/** The products on the home page: made by `npm run generate`. */
export { card as finance } from '#features/finance/product-card.ts';
export { card as fund } from '#features/fund/product-card.ts';
export { card as mining } from '#features/mining/product-card.ts';
export { card as secondsContract } from '#features/seconds-contract/product-card.ts';
export { card as spot } from '#features/spot/product-card.ts';
export { card as subscription } from '#features/subscription/product-card.ts';

/** What the marketing claims of products, for the home page: made by `npm run generate`. */
export { useHomeClaim as finance } from '#features/finance/home-claim.ts';
export { useHomeClaim as subscription } from '#features/subscription/home-claim.ts';

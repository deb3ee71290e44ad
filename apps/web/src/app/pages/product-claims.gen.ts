/** What the marketing claims of products, for the home page: made by `npm run generate`. */
export { HomeClaim as finance } from '#features/finance/home-claim.tsx';
export { HomeClaim as subscription } from '#features/subscription/home-claim.tsx';

/** The topics that products have in the help center, one line each. */
export { articles as finance } from './features/finance/terms.ts';
export { articles as exchange } from './features/flash-exchange/articles.ts';
export { articles as fund } from './features/fund/articles.ts';
export { articles as mining } from './features/mining/terms.ts';
export { articles as subscription } from './features/subscription/articles.ts';

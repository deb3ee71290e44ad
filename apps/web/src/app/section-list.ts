/** All sections of the site, one line each. Each defines its own position in the navigation. */
export { section as about } from '#features/about/section.ts';
export { section as content } from '#features/content/section.ts';
export { section as deposit } from '#features/deposit/section.ts';
export { section as finance } from '#features/finance/section.ts';
export { section as flashExchange } from '#features/flash-exchange/section.ts';
export { section as fund } from '#features/fund/section.ts';
export { section as identity, login } from '#features/identity/section.ts';
export { section as market } from '#features/market/section.ts';
export { section as mining } from '#features/mining/section.ts';
export { section as portfolio } from '#features/wallet/portfolio/section.ts';
export { section as records } from '#features/wallet/records/section.ts';
export { section as secondsContract } from '#features/seconds-contract/section.ts';
export { section as spot } from '#features/spot/section.ts';
export { section as subscription } from '#features/subscription/section.ts';
export { section as wallet } from '#features/wallet/section.ts';
export { section as withdrawal } from '#features/withdrawal/section.ts';

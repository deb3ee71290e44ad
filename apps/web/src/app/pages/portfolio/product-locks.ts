/** What products hold of the reader, one line each, for the portfolio. */
export { locks as finance } from '#features/finance/locks.tsx';
export { locks as mining } from '#features/mining/locks.tsx';
export { locks as fund } from '#features/fund/locks.tsx';
export { locks as subscription } from '#features/subscription/locks.tsx';

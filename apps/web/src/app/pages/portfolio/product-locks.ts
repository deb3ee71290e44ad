/** What products hold of the reader, one line each, for the portfolio. */
export { locks as fund } from '#features/fund/locks.tsx';

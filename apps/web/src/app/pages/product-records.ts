/** The orders of products in the page of records, one line each, sorted by their sections. */
export { records as fund } from '#features/fund/records.tsx';

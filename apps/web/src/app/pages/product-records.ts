/** The orders of products in the page of records, one line each, sorted by their sections. */
export type { Section } from '#shared/section.ts';

/** What products hold of the reader, one line each, for the portfolio. */
export type { Section } from '#shared/section.ts';

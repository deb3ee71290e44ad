/** What people read of an offer, in both languages. It is no term: terms are numbers (D0037). */
import * as z from 'zod';

const NAME_LENGTH_MAX = 40;
const LEAD_LENGTH_MAX = 240;
const FACT_NAME_LENGTH_MAX = 60;
const FACT_LENGTH_MAX = 600;
const FACTS_MAX = 16;

/** A database takes neither a NUL nor half a character, and pages show no control characters. */
const isPlain = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text);
const line = (max: number) =>
  z.string().trim().min(1).max(max).refine(isPlain, 'control characters, or half a character');

export const offerText = z.strictObject({
  name: line(NAME_LENGTH_MAX),
  /** One sentence. */
  lead: line(LEAD_LENGTH_MAX),
  /** Facts that the product's page shows besides its terms, each under a name. */
  facts: z
    .array(z.strictObject({ name: line(FACT_NAME_LENGTH_MAX), text: line(FACT_LENGTH_MAX) }))
    .max(FACTS_MAX)
    .default([]),
});
export const offerTexts = z.strictObject({ en: offerText, zh: offerText });
export type OfferTexts = z.output<typeof offerTexts>;

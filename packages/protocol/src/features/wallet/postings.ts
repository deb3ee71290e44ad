/** The shape of postings. */
import * as z from 'zod';
import { amount, timeMs } from '../../fields.ts';

/**
 * One posting on an account of the user. `amount` is the signed change of available and frozen
 * units together.
 */
export const postingRow = z.object({
  id: z.string(),
  time: timeMs,
  account: z.number().int(),
  currency: z.string(),
  available: amount,
  frozen: amount,
  amount: amount,
  reason: z.string(),
  reference: z.string(),
  seq: z.string(),
});
export type PostingRow = z.output<typeof postingRow>;

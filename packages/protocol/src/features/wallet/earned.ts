/** What each product has brought the user, losses counted. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import { amount, nothing } from '../../fields.ts';

const earnedRow = z.object({
  /** The feature, such as `seconds-contract`. */
  product: z.string(),
  currency: z.string(),
  /**
   * What came from it less what went to it, fees counted; what is still at stake counts as paid.
   */
  amount,
});
export type EarnedRow = z.output<typeof earnedRow>;

export const getEarned = defineCall({
  name: 'wallet/get-earned',
  path: '/wallet/getEarned',
  access: 'user',
  summary: 'What each product has brought so far, losses and fees counted, by coin',
  input: nothing,
  data: z.object({ list: z.array(earnedRow) }),
});

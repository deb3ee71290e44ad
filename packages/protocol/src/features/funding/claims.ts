/** What the marketing claims of deposits and withdrawals, with what makes it true (R1.6). */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import { nothing } from '../../fields.ts';

const count = z.number().int();

const getClaims = defineCall({
  name: 'funding/get-claims',
  path: '/funding/getClaims',
  access: 'public',
  summary: 'What the site claims of deposits and withdrawals, with the figures that the claims follow from',
  input: nothing,
  data: z.object({
    /**
     * The network that is the fastest now, of those where a coin can be deposited and withdrawn:
     * its confirmations, the usual milliseconds between two of its blocks, and both together in
     * minutes, rounded up. Null if there is none, or if the operator has dropped the claim.
     */
    depositTime: z
      .object({ chain: z.string(), confirmations: count, blockTime: count, minutes: count })
      .nullable(),
    /** The confirmations of each open network; null as above. */
    confirmations: z.array(z.object({ chain: z.string(), confirmations: count })).nullable(),
    /** Null if the operator has dropped the claim. */
    withdrawalTime: z
      .object({
        /** A withdrawal arrives within so many hours from its request. */
        hours: count,
        /** The last days that the counts are of. */
        days: count,
        /** Withdrawals that were finished in these days, and those of them that took no longer. */
        finished: count,
        inTime: count,
        /** Those that are not finished and have already taken longer: they count as late. */
        overdue: count,
        /** Percent of finished and overdue ones that were in time, cut; null without any. */
        percentInTime: z.string().nullable(),
      })
      .nullable(),
  }),
});
export type TransferClaims = z.output<typeof getClaims.data>;

export const claimCalls = [getClaims] as const;

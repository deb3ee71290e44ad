/** What a user held day by day, over all accounts. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import { amount, timeMs, wholeOr } from '../../fields.ts';

const DAYS_MAX = 366;
const DAYS_SHOWN = 30;

const historyCoin = z.object({
  currency: z.string(),
  /** Held when the first day began. */
  opening: amount,
  /** The days (UTC) on which it changed, oldest first; both amounts are signed. */
  days: z.array(
    z.object({
      /** When the day began. */
      time: timeMs,
      change: amount,
      /** The part of the change that came from outside, or left: it is no profit and no loss. */
      flow: amount,
    }),
  ),
});
export type HistoryCoin = z.output<typeof historyCoin>;

export const getHistory = defineCall({
  name: 'wallet/get-history',
  path: '/wallet/getHistory',
  access: 'user',
  summary: 'What the user held at the end of each of the last days (UTC), coin by coin',
  input: z.object({ days: wholeOr(DAYS_SHOWN, 1, DAYS_MAX) }),
  data: z.object({
    /** When the first day began. */
    startTime: timeMs,
    list: z.array(historyCoin),
  }),
});

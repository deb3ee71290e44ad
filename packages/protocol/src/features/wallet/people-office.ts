/** Balances of a user in the back office. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { amount, timeMs, whole } from '../../fields.ts';

const getBalances = defineOperatorCall({
  name: 'people/get-balances',
  grows: 'office',
  path: '/people/getBalances',
  permission: 'people/look',
  isLogged: true,
  refusals: ['request/not-found'],
  summary: 'What a user has of each coin in each account, and the last postings; the look is logged',
  input: z.object({ user: whole(1, Number.MAX_SAFE_INTEGER) }),
  data: z.object({
    /** Without those of nothing. */
    list: z.array(
      z.object({
        /** As in `wallet/get-assets`. */
        account: z.number().int(),
        currency: z.string(),
        available: amount,
        frozen: amount,
        /** In USDT by the market's last price; '0' where there is none. */
        value: amount,
      }),
    ),
    /** Of all accounts, in USDT. */
    totalValue: amount,
    /** Newest first. */
    postings: z.array(z.object({ time: timeMs, reason: z.string(), asset: z.string(), amount })),
  }),
});
export type OfficeBalances = z.output<typeof getBalances.data>;

export const calls = [getBalances] as const;
/** Empty: the calls answer with refusals of others. */
export const refusals = {};

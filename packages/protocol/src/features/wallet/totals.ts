/** What a selection of records moved, coin by coin, from sums that are kept by day. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import { amount, blankIsAbsent, optionalCoin, timeRange } from '../../fields.ts';
import { POSTING_GROUPS } from './records.ts';

/** Kinds of records that are summed; their postings are those of the list with the same filters. */
export const SUMMED = ['fill', 'deposit', 'withdrawal', 'exchange', ...POSTING_GROUPS] as const;
export type Summed = (typeof SUMMED)[number];

const totalRow = z.object({
  currency: z.string(),
  /** `received` less `paid`. */
  net: amount,
  received: amount,
  /** With fees. */
  paid: amount,
  fees: amount,
});
export type TotalRow = z.output<typeof totalRow>;

export const getTotals = defineCall({
  name: 'wallet/get-totals',
  path: '/wallet/getTotals',
  access: 'user',
  summary:
    'What the records of a kind, or all, moved of each coin; transfers between own accounts are no movement',
  input: z.object({
    kind: blankIsAbsent(z.enum(SUMMED).optional()),
    currency: optionalCoin,
    ...timeRange,
  }),
  /** Null: the times are not the beginnings of days (UTC), for which alone sums are kept. */
  data: z.object({ list: z.array(totalRow).nullable() }),
});

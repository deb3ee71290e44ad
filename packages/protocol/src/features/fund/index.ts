/** Fund: opening an entry, and one's own entries. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { amount, coin, optionalDecimal, page, paged, timeMs } from '../../fields.ts';

export { reasons } from './reasons.ts';
export { refusals } from './refusals.ts';

export const accountRow = z.object({
  id: z.string(),
  currency: z.string(),
  amount,
  time: timeMs,
});
export type FundRow = z.output<typeof accountRow>;

const openEntry = defineCall({
  name: 'fund/open',
  path: '/fund/open',
  access: 'user',
  movesMoney: true,
  operation: 'invest',
  refusals: ['fund/amount-missing', 'wallet/unknown-asset', 'wallet/insufficient-balance'],
  summary: 'Opens an entry of fund',
  input: z.object({ currency: coin, amount: optionalDecimal }),
  data: z.object({ id: z.string() }),
});
const getEntries = defineCall({
  name: 'fund/get-entries',
  path: '/fund/getEntries',
  access: 'user',
  summary: "The user's entries of fund, newest first",
  input: z.object(page),
  data: paged(accountRow),
});

export const chapter: Chapter = { title: { en: 'Fund', zh: 'Fund' } };
export const calls = [openEntry, getEntries] as const;

/** Flash exchange: what a user has exchanged. There are no quotes and no page yet. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { amount, listed, listPage, timeMs } from '../../fields.ts';

export { refusals } from './refusals.ts';

export const accountRow = z.object({
  id: z.string(),
  time: timeMs,
  payCurrency: z.string(),
  payAmount: amount,
  receiveCurrency: z.string(),
  receiveAmount: amount,
});
export type ExchangeRow = z.output<typeof accountRow>;

const getExchanges = defineCall({
  name: 'flash-exchange/get-exchanges',
  path: '/flashExchange/getExchanges',
  access: 'user',
  summary: "The user's exchanges, newest first",
  input: z.object(listPage(2)),
  data: listed(accountRow),
});

export const chapter: Chapter = { title: { en: 'Flash exchange', zh: '闪兑' } };
export const calls = [getExchanges] as const;

/** Price alerts: the user gets a message when the index price of a pair reaches a price. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { decimal, id, noData, symbol, timeMs } from '../../fields.ts';

export { refusals } from './refusals.ts';

/** Alerts that one user may have. */
export const PRICE_ALERTS_OF_USER_MAX = 50;

export const priceAlert = z.object({
  id: z.string(),
  symbol: z.string(),
  price: z.string(),
  /** Whether the index price has to rise to it. */
  isAbove: z.boolean(),
  time: timeMs,
});
export type PriceAlertRow = z.output<typeof priceAlert>;

const getAll = defineCall({
  name: 'price-alerts/get-all',
  path: '/priceAlerts/getAll',
  access: 'user',
  summary: "The user's price alerts that wait for their price, oldest first",
  input: z.object({}),
  data: z.array(priceAlert),
});
const add = defineCall({
  name: 'price-alerts/add',
  grows: 'alerts',
  path: '/priceAlerts/add',
  access: 'user',
  refusals: [
    'market/unknown-pair',
    'market/no-price',
    'request/invalid',
    'price-alerts/at-price',
    'price-alerts/too-many',
    'price-alerts/full',
  ],
  summary:
    'Asks for one message when a public tick reaches a price. An alert at the same price is not added twice',
  input: z.object({ symbol, price: decimal }),
  data: priceAlert,
});
const remove = defineCall({
  name: 'price-alerts/remove',
  path: '/priceAlerts/remove',
  access: 'user',
  refusals: ['request/not-found'],
  summary: 'Removes an alert that has not reached its price',
  input: z.object({ id }),
  data: noData,
});

export const chapter: Chapter = { title: { en: 'Price alerts', zh: '价格提醒' } };
export const calls = [getAll, add, remove] as const;

/**
 * Finance: deposits for a fixed term at a fixed daily rate. All interest is set aside at the
 * purchase and paid with the deposit at the end of the term; there is no way out before.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import type { Chapter } from '../../chapter.ts';
import { csvText, listed, listPage, nothing, optionalId, optionalWhole, timeRange } from '../../fields.ts';
import { fixedTermOffers, fixedTermOrder, fixedTermPurchase, optionalFlag } from '../../fixed-term-shapes.ts';

export { accountText } from './account.ts';
export { reasons } from './reasons.ts';
export { refusals } from './refusals.ts';

/** status: 0 hosting, 1 completed. */
export const accountRow = z.object({ ...fixedTermOrder, status: z.number().int() });
export type FinanceOrderRow = z.output<typeof accountRow>;

const optionalStatus = optionalWhole(0, 1);

const getOffers = defineCall({
  name: 'finance/get-offers',
  path: '/finance/getOffers',
  access: 'public',
  summary: 'Every product with its terms, what is left of it, and the reserve that pays the interest',
  input: nothing,
  data: fixedTermOffers,
});
const buy = defineCall({
  name: 'finance/buy',
  path: '/finance/buy',
  access: 'user',
  movesMoney: true,
  operation: 'invest',
  refusals: [
    'finance/agreement-missing',
    'finance/unknown-offer',
    'finance/not-on-sale',
    'finance/terms-changed',
    'finance/amount-missing',
    'finance/below-minimum',
    'finance/quota-exceeded',
    'finance/owner-limit',
    'finance/too-many-orders',
    'finance/reserve-short',
    'wallet/insufficient-balance',
    'wallet/held',
    'identity/fund-password-missing',
    'identity/fund-password-incorrect',
    'identity/fund-password-locked',
  ],
  summary: 'Locks an amount of the exchange account for the term of a product',
  input: z.object({ ...fixedTermPurchase, agree: optionalFlag }),
  data: z.object({ id: z.string() }),
});
const getOrders = defineCall({
  name: 'finance/get-orders',
  path: '/finance/getOrders',
  access: 'user',
  summary: "The user's orders, newest first. status 0 hosting, 1 completed",
  input: z.object({ status: optionalStatus, id: optionalId, ...listPage(2) }),
  data: listed(accountRow).extend({
    /** How many orders have each status. */
    counts: z.array(z.number().int()),
  }),
});
const exportOrders = defineCall({
  name: 'finance/export-orders',
  path: '/finance/exportOrders',
  access: 'user',
  download: 'text/csv',
  summary: "The user's orders, newest first, as a file",
  input: z.object({ status: optionalStatus, id: optionalId, ...timeRange }),
  data: csvText,
});

export const chapter: Chapter = { title: { en: 'Finance', zh: '理财' } };
export const calls = [getOffers, buy, getOrders, exportOrders] as const;

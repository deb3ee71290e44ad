/** The endpoints by which a program learns what its key and its account may do. */
import * as z from 'zod';
import { nothing } from '../../fields.ts';
import { defineEndpoint } from '../../programs/endpoint.ts';
import { whole } from '../../programs/fields.ts';

const restrictions = defineEndpoint({
  name: 'api-keys/query-restrictions',
  method: 'GET',
  path: '/sapi/v1/account/apiRestrictions',
  security: 'read',
  weight: 1,
  summary: 'The permissions of the key that asks',
  input: nothing,
  data: z.object({
    /** Whether networks are named that may use it. */
    ipRestrict: z.boolean(),
    createTime: whole,
    enableReading: z.literal(true),
    enableSpotAndMarginTrading: z.boolean(),
    /** False until 24 hours after the permission was given. */
    enableWithdrawals: z.boolean(),
    enableInternalTransfer: z.literal(false),
    /** Between the user's own accounts. */
    permitsUniversalTransfer: z.boolean(),
    enableMargin: z.literal(false),
    enableFutures: z.literal(false),
    enableVanillaOptions: z.literal(false),
    enablePortfolioMarginTrading: z.literal(false),
    enableFixApiTrade: z.literal(false),
    enableFixReadOnly: z.literal(false),
  }),
});
const status = defineEndpoint({
  name: 'api-keys/query-account-status',
  method: 'GET',
  path: '/sapi/v1/account/status',
  security: 'read',
  weight: 1,
  summary: 'Always Normal: the keys of a frozen account have ended, so that it has nobody who asks',
  input: nothing,
  data: z.object({ data: z.literal('Normal') }),
});

export const endpoints = [restrictions, status] as const;

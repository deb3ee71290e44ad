/** Spot orders of a user in the back office. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { listed, listPage, optionalWhole, whole } from '../../fields.ts';
import { orderRow } from './index.ts';

const getOrders = defineOperatorCall({
  name: 'people/get-orders',
  grows: 'office',
  path: '/people/getOrders',
  permission: 'people/look',
  isLogged: true,
  refusals: ['request/not-found'],
  summary: 'Spot orders of a user, newest first; the look is logged',
  input: z.object({
    user: whole(1, Number.MAX_SAFE_INTEGER),
    /** 0 open, 1 finished, 2 cancelled, 3 either of these; absent: all. */
    status: optionalWhole(0, 3),
    ...listPage(2),
  }),
  data: listed(orderRow),
});

export const calls = [getOrders] as const;
/** Empty: the calls answer with refusals of others. */
export const refusals = {};

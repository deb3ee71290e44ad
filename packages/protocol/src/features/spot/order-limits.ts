/** How many orders a program may place, and has placed. */
import * as z from 'zod';
import { nothing } from '../../fields.ts';
import { defineEndpoint } from '../../programs/endpoint.ts';
import { usedLimit } from '../../programs/rate-limits.ts';

export const orderLimits = defineEndpoint({
  name: 'spot/query-order-limits',
  method: 'GET',
  path: '/api/v3/rateLimit/order',
  socketMethod: 'account.rateLimits.orders',
  security: 'read',
  weight: 40,
  summary: 'The order limits, and how many orders the user has placed against each',
  input: nothing,
  data: z.array(usedLimit),
});

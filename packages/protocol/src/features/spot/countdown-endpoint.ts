/** The endpoint of the dead man's switch: a countdown that cancels orders unless it is renewed. */
import * as z from 'zod';
import { whole as wholeBetween } from '../../fields.ts';
import { defineEndpoint } from '../../programs/endpoint.ts';
import { optionalSymbol, whole } from '../../programs/fields.ts';

/** How far ahead a countdown may end, in milliseconds: 24 hours. */
const COUNTDOWN_MS_MAX = 86_400_000;
export const countdown = defineEndpoint({
  name: 'spot/countdown-cancel-all',
  method: 'POST',
  path: '/api/v3/order/countdownCancelAll',
  socketMethod: 'order.countdownCancelAll',
  security: 'trade',
  grows: 'orders',
  refusals: ['market/unknown-pair'],
  weight: 10,
  summary:
    'Cancels all open orders, of a symbol or of all, countdownTime ms from now, unless it is called again before; 0 takes it back',
  input: z.object({ symbol: optionalSymbol, countdownTime: wholeBetween(0, COUNTDOWN_MS_MAX) }),
  data: z.object({
    symbol: z.string().optional(),
    countdownTime: whole,
    /** Milliseconds since 1970; 0: there is no countdown. */
    cancelsAtMs: whole,
  }),
});

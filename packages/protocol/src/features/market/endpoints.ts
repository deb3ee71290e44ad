/** The market's endpoints of the trading API. */
import * as z from 'zod';
import { nothing } from '../../fields.ts';
import { defineEndpoint } from '../../programs/endpoint.ts';
import { whole } from '../../programs/fields.ts';
import { exchangeInfo } from './exchange-info.ts';
import { quotes } from './program-quotes.ts';
import { tickers } from './program-tickers.ts';

const ping = defineEndpoint({
  name: 'market/ping',
  method: 'GET',
  path: '/api/v3/ping',
  socketMethod: 'ping',
  security: 'none',
  weight: 1,
  summary: 'Whether the platform answers',
  input: nothing,
  data: z.object({}),
});
const time = defineEndpoint({
  name: 'market/get-time',
  method: 'GET',
  path: '/api/v3/time',
  socketMethod: 'time',
  security: 'none',
  weight: 1,
  summary: 'The time of the platform, by which requests are signed',
  input: nothing,
  data: z.object({ serverTime: whole }),
});

const systemStatus = defineEndpoint({
  name: 'market/get-system-status',
  method: 'GET',
  path: '/sapi/v1/system/status',
  security: 'none',
  weight: 1,
  summary: 'Whether the platform trades (0), or rests for maintenance (1)',
  input: nothing,
  data: z.union([
    z.object({ status: z.literal(0), msg: z.literal('normal') }),
    z.object({ status: z.literal(1), msg: z.literal('system_maintenance') }),
  ]),
});

export const endpoints = [ping, time, systemStatus, exchangeInfo, ...quotes, ...tickers] as const;

/** The limits of programs, as the trading API tells them. */
import * as z from 'zod';
import { whole } from './fields.ts';

const RATE_LIMITS = ['REQUEST_WEIGHT', 'ORDERS', 'RAW_REQUESTS'] as const;
export const rateLimit = z.object({
  rateLimitType: z.enum(RATE_LIMITS),
  interval: z.enum(['SECOND', 'MINUTE', 'DAY']),
  intervalNum: whole,
  limit: whole,
});

/** A limit, and how much of it is used. */
export const usedLimit = rateLimit.extend({ count: whole });
export type UsedLimit = z.output<typeof usedLimit>;

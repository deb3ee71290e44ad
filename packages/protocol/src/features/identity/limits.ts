/**
 * Limits that users set on themselves (a lower one applies at once, a higher one after a day), and
 * the operations that they are allowed now.
 */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import { amount, decimal, noData, nothing, timeMs, whole } from '../../fields.ts';
import { OPERATIONS } from '../../operations.ts';
import { EXCLUSION_DAYS, MINUTES_A_DAY } from './input-rules.ts';

/** A value, null for no limit, and the value that replaces it later. */
const limit = <T extends z.ZodType>(value: T) =>
  z.object({
    value: value.nullable(),
    next: z.object({ value: value.nullable(), fromTime: timeMs }).nullable(),
  });
export const getLimits = defineCall({
  name: 'identity/get-limits',
  path: '/user/getLimits',
  access: 'user',
  summary: 'The limits the user set, and how much of them is used today (UTC)',
  input: nothing,
  data: z.object({
    dailyLoss: limit(amount),
    stake: limit(amount),
    minutes: limit(z.number().int()),
    lostToday: amount,
    atRisk: amount,
    minutesToday: z.number().int(),
    excludedUntil: timeMs.nullable(),
  }),
});
const blankIsNone = (value: string | number | null | undefined) =>
  value === '' || value === undefined ? null : value;
const money = z.preprocess(
  blankIsNone,
  decimal.pipe(z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, 'not a plain number')).nullable(),
);
export const setLimits = defineCall({
  name: 'identity/set-limits',
  grows: 'settings',
  path: '/user/setLimits',
  access: 'user',
  summary:
    'Sets all three limits, in USDT and minutes a day; absent is none. Lower holds at once, higher after 24 hours',
  input: z.object({
    dailyLoss: money,
    stake: money,
    minutes: z.preprocess(blankIsNone, whole(1, MINUTES_A_DAY).nullable()),
  }),
  data: noData,
});
export const exclude = defineCall({
  name: 'identity/exclude',
  grows: 'settings',
  path: '/user/exclude',
  access: 'user',
  summary: 'Shuts the user out of trading and investing for some days. It cannot be shortened',
  input: z.object({
    days: whole(1, Math.max(...EXCLUSION_DAYS)).refine(
      (days) => EXCLUSION_DAYS.some((offered) => offered === days),
      'not offered',
    ),
  }),
  data: z.object({ excludedUntil: timeMs }),
});
/** Each operation, with the current refusal, if any, in the caller's language. */
export const getPermissions = defineCall({
  name: 'identity/get-permissions',
  path: '/user/getPermissions',
  access: 'user',
  summary: 'What the user may do now, and why not',
  input: nothing,
  data: z.array(
    z.object({
      operation: z.enum(OPERATIONS),
      allowed: z.boolean(),
      error: z.string().nullable(),
      msg: z.string(),
    }),
  ),
});
export const limitsCalls = [getLimits, setLimits, exclude, getPermissions] as const;

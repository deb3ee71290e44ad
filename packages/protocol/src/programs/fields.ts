/** Parameters and values that endpoints of the trading API share. */
import * as z from 'zod';
import { blankIsAbsent, decimal, optionalWhole, wholeOr } from '../fields.ts';

/** Upper case base and quote, such as 'BTCUSDT'. */
export const symbol = z.string().regex(/^[A-Z0-9]{4,20}$/, 'not a symbol');
export const optionalSymbol = blankIsAbsent(symbol.optional());

/** A list of symbols: in a query as JSON text. Each may be in it once. */
export const optionalSymbolsUpTo = (max: number) =>
  blankIsAbsent(
    z
      .preprocess(
        listOfText,
        z
          .array(symbol, 'not a list of symbols')
          .min(1, `from 1 to ${max} symbols`)
          .max(max, `from 1 to ${max} symbols`)
          .refine((list) => new Set(list).size === list.length, 'names a symbol twice'),
      )
      .optional()
      .meta({ example: '["BTCUSDT","ETHUSDT"]' }),
  );
export const optionalSymbols = optionalSymbolsUpTo(200);

function listOfText(value: string | readonly string[]): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** The number of an order, a trade or a list. */
const NUMBER_MAX = Number.MAX_SAFE_INTEGER;
export const optionalNumber = optionalWhole(0, NUMBER_MAX);
/** Milliseconds since 1970, inclusive. */
export const times = { startTime: optionalNumber, endTime: optionalNumber };
/** The number of rows of an answer. More than the maximum means the maximum. */
export const limitOr = (fallback: number, max: number) =>
  wholeOr(fallback, 1, NUMBER_MAX).transform((limit) => Math.min(limit, max));

/** A positive decimal as text, or a JSON number of at most 15 digits. The result is text. */
export const amount = decimal;
export const optionalAmount = blankIsAbsent(amount.optional());

/** What a client calls its own order. */
export const CLIENT_ORDER_ID = /^[a-zA-Z0-9-_.:]{1,36}$/;
export const clientOrderId = z.string().regex(CLIENT_ORDER_ID, '1 to 36 letters, digits or . _ : -');
export const optionalClientOrderId = blankIsAbsent(clientOrderId.optional());
/** Of what is placed. What has no name of its own is found by such a one, so nobody may take it. */
const OWN_NAME = /^auto-\d{1,16}$/;
export const optionalNewName = blankIsAbsent(
  clientOrderId.refine((name) => !OWN_NAME.test(name), 'auto- and a number name what has no name').optional(),
);

/** A boolean of a query: 'true' or 'false'. */
export const flag = (fallback: boolean) =>
  z.preprocess(
    (value: boolean | 'true' | 'false' | '' | undefined) =>
      value === 'true' ? true : value === 'false' ? false : value === '' ? undefined : value,
    z.boolean('true or false').default(fallback),
  );

/** Values of answers: a decimal as text, whole numbers. */
export const decimalText = z.string();
export const whole = z.number().int();

/** An error: Binance's code and words, our own name of the refusal, and the parameter. */
export const errorBody = z.object({
  code: whole,
  msg: z.string(),
  error: z.string(),
  field: z.string().optional(),
});
export type ErrorBody = z.output<typeof errorBody>;

/** Over a socket, which has no header for it, an error says from when on to ask again. */
export const socketErrorBody = errorBody.extend({
  data: z.object({ serverTime: whole, retryAfter: whole }).optional(),
});
export type SocketErrorBody = z.output<typeof socketErrorBody>;

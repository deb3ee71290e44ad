/** Field shapes that calls share: amounts, ids, pages, coins. Every one accepts JSON and form-encoded bodies alike. */
import * as z from 'zod';

/** An absent field, null and an empty one are the same: clients drop empty fields (SPEC §5), forms send them. */
type Blank = '' | null | undefined;
export const blankIsAbsent = <T extends z.ZodType>(type: T) =>
  z.preprocess((value: z.input<T> | Blank) => (value === '' || value === null ? undefined : value), type);

/** A double says this many digits as they were written; with more, what arrives may not be what was sent. */
const EXACT_DIGITS = 15;
const isExact = (value: string | number): boolean =>
  typeof value === 'string' ||
  String(value)
    .replace(/e.*|[.-]/g, '')
    .replace(/^0+/, '').length <= EXACT_DIGITS;

/** Text, or a number of at most 15 digits; always text afterwards. */
export const plainText = z
  .union([z.string().trim(), z.number()], 'not text')
  .refine(isExact, 'send more than 15 digits as text')
  .transform(String);

/** Text of this form. The documents show the form beside the types. */
const textLike = (pattern: RegExp, reason: string) =>
  plainText.pipe(z.string().regex(pattern, reason)).meta({ pattern: pattern.source });

/**
 * A plain non-negative decimal as text or number; always text afterwards. Numbers that JSON writes with an exponent (below 0.000001, from
 * 1e21 on) are refused: send them as text.
 */
export const decimal = textLike(/^\d{1,30}(\.\d{1,30})?$/, 'not a plain number');

/** An absent amount and an empty one are the same: the feature's own refusal names it. */
export const optionalDecimal = blankIsAbsent(decimal.optional());

/** Digits become their number; what else is no number stays, and is refused: neither '0x10' nor '1e1', true or a list is one. */
const digitsAsNumber = (value: number | string | null | undefined): unknown => {
  if (value === '' || value === null) return undefined;
  return typeof value === 'string' && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value;
};
const integer = (min: number, max: number) =>
  z.number('not a whole number').int('not a whole number').min(min).max(max);

/** A whole number as JSON number or digits. */
export const whole = (min: number, max: number) =>
  z.preprocess((value: number | string) => digitsAsNumber(value), integer(min, max));
export const optionalWhole = (min: number, max: number) =>
  z.preprocess(digitsAsNumber, integer(min, max).optional());
export const wholeOr = (fallback: number, min: number, max: number) =>
  z.preprocess(digitsAsNumber, integer(min, max).default(fallback));

export const id = textLike(/^\d{1,16}$/, 'not an id');
export const coin = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{2,10}$/, 'not a coin')
  .transform((text) => text.toUpperCase());
export const optionalCoin = blankIsAbsent(coin.optional());
export const pageNo = wholeOr(1, 1, 100_000);
export const pageSize = wholeOr(10, 1, 100);
export const page = { pageNo, pageSize };
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('not an e-mail address'));
export const code6 = textLike(/^\d{6}$/, 'six digits');
/** Six digits of the authenticator, or one of the recovery codes. */
export const optionalGoogleCode = blankIsAbsent(
  plainText.pipe(z.string().max(32)).meta({ maxLength: 32 }).optional(),
);
/** Longer than any password may be, whatever the operator allows. */
export const PASSWORD_TEXT_MAX = 128;
/** At least 8 characters, the first a letter (SPEC §5). The server knows the upper bound: 24, unless the operator raised it. */
export const newPassword = z.string().regex(/^[A-Za-z].{7,127}$/su, '8 to 24 characters, the first a letter');
export const agreement = z
  .union([z.literal(true), z.literal('true'), z.literal(1), z.literal('1')])
  .transform(() => true as const);
/** Yes or no. */
export const flag = z
  .union([z.boolean(), z.literal(['true', 'false', 1, 0, '1', '0'])], 'true or false')
  .transform((value) => value === true || value === 'true' || value === 1 || value === '1');

export const nothing = z.looseObject({}).optional();
export const noData = z.undefined().or(z.null());
export const timeMs = z.number().int();
/** Amounts in replies. */
export const amount = z.string();
export const paged = <T extends z.ZodType>(row: T) =>
  z.object({ list: z.array(row), totalRow: z.number().int(), sum: z.number().int() });

/** Field shapes that calls share: amounts, ids, pages, coins. Every one accepts JSON and form-encoded bodies alike. */
import * as z from 'zod';

/**
 * A plain non-negative decimal as text or number; always text afterwards. Numbers that JSON writes with an exponent (below 0.000001, from
 * 1e21 on) are refused: send them as text.
 */
export const decimal = z
  .union([z.string().trim(), z.number().nonnegative()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,30}(\.\d{1,30})?$/, 'not a plain number'));

/** An absent amount and an empty one are the same: the feature's own refusal names it. */
export const optionalDecimal = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  decimal.optional(),
);

export const id = z.coerce.string().regex(/^\d{1,16}$/, 'not an id');
export const coin = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{2,10}$/, 'not a coin')
  .transform((text) => text.toUpperCase());
export const optionalCoin = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  coin.optional(),
);
export const pageNo = z.coerce.number().int().min(1).max(100_000).default(1);
export const pageSize = z.coerce.number().int().min(1).max(100).default(10);
export const page = { pageNo, pageSize };
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('not an e-mail address'));
export const code6 = z.coerce
  .string()
  .trim()
  .regex(/^\d{6}$/, 'six digits');
/** Longer than any password may be, whatever the operator allows. */
export const PASSWORD_TEXT_MAX = 128;
/** At least 8 characters, the first a letter (SPEC §5). The server knows the upper bound: 24, unless the operator raised it. */
export const newPassword = z.string().regex(/^[A-Za-z].{7,127}$/su, '8 to 24 characters, the first a letter');
export const agreement = z
  .union([z.literal(true), z.literal('true'), z.literal(1), z.literal('1')])
  .transform(() => true as const);

export const nothing = z.looseObject({}).optional();
export const noData = z.undefined().or(z.null());
export const timeMs = z.number().int();
/** Amounts in replies. */
export const amount = z.string();
export const paged = <T extends z.ZodType>(row: T) =>
  z.object({ list: z.array(row), totalRow: z.number().int(), sum: z.number().int() });

/**
 * Field shapes that calls share: amounts, ids, pages, coins. All accept JSON and form-encoded
 * bodies alike.
 */
import * as z from 'zod';
import { MEMO_LENGTH_MAX } from './destination.ts';
import { codeSigns, passwordSigns } from './pasted.ts';

type Blank = '' | null | undefined;
/** Treats null and an empty field as absent: clients drop empty fields (R5.10), forms send them. */
export const blankIsAbsent = <T extends z.ZodType>(type: T) =>
  z.preprocess((value: z.input<T> | Blank) => (value === '' || value === null ? undefined : value), type);

/**
 * A double preserves this many digits. With more, the received number may differ from the sent one.
 */
const EXACT_DIGITS = 15;
const isExact = (value: string | number): boolean =>
  typeof value === 'string' ||
  String(value)
    .replace(/e.*|[.-]/g, '')
    .replace(/^0+/, '').length <= EXACT_DIGITS;

/** Without the exponent that JSON writes for numbers below 0.000001. */
function textOf(value: string | number): string {
  if (typeof value === 'string') return value;
  const [digits = '', exponent] = String(value).split('e-');
  if (exponent === undefined) return digits;
  const [sign, whole = '', fraction = ''] = /^(-?)(\d)(?:\.(\d+))?$/.exec(digits)?.slice(1) ?? [];
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`;
}

/** Text, or a number of at most 15 digits. The result is text. */
export const plainText = z
  .union([z.string().trim(), z.number()], 'not text')
  .refine(isExact, 'send more than 15 digits as text')
  .transform(textOf);

/** Text that matches a pattern. The documents show the pattern beside the types. */
const textLike = (pattern: RegExp, reason: string) =>
  plainText.pipe(z.string().regex(pattern, reason)).meta({ pattern: pattern.source });

/**
 * A plain non-negative decimal as text or number. The result is text. A number from 1e21 on, which
 * JSON writes with an exponent, is refused: send it as text.
 */
export const decimal = textLike(/^\d{1,30}(\.\d{1,30})?$/, 'not a plain number');

/** Treats an absent amount and an empty one alike: the feature's own refusal names the field. */
export const optionalDecimal = blankIsAbsent(decimal.optional());

/**
 * Converts digits to a number. Anything else is left unchanged and so refused: '0x10', '1e1', true,
 * a list.
 */
const digitsAsNumber = (value: number | string | null | undefined): unknown => {
  if (value === '' || value === null) return undefined;
  return typeof value === 'string' && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value;
};
const integer = (min: number, max: number) => {
  const range = `from ${min} to ${max}`;
  return z.number('not a whole number').int('not a whole number').min(min, range).max(max, range);
};

/** A whole number as JSON number or digits. */
export const whole = (min: number, max: number) =>
  z.preprocess((value: number | string) => digitsAsNumber(value), integer(min, max));
export const optionalWhole = (min: number, max: number) =>
  z.preprocess(digitsAsNumber, integer(min, max).optional());
/** One of a few whole numbers, the first if it is absent. */
export const oneOf = <const T extends readonly [number, ...number[]]>(allowed: T) =>
  z.preprocess(
    digitsAsNumber,
    z.literal([...allowed] as T[number][], `one of ${allowed.join(', ')}`).default(allowed[0]),
  );
export const wholeOr = (fallback: number, min: number, max: number) =>
  z.preprocess(digitsAsNumber, integer(min, max).default(fallback));

export const id = textLike(/^\d{1,16}$/, 'not an id');
/** The name of a record: a number, or '<feature>-<number>' for an order of a product. */
export const recordId = textLike(/^([a-z-]{1,32}-)?\d{1,16}$/, 'not an id');
/** The row of this number alone. */
export const optionalId = blankIsAbsent(id.optional());
export const coin = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{2,10}$/, 'not a coin')
  .transform((text) => text.toUpperCase());
/** Lower case base and quote, such as 'btcusdt'. */
export const symbol = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]{4,20}$/, 'not a symbol');
export const optionalCoin = blankIsAbsent(coin.optional());
export const pageNo = wholeOr(1, 1, 100_000);
export const PAGE_SIZE_MAX = 100;
export const pageSize = wholeOr(10, 1, PAGE_SIZE_MAX);
export const page = { pageNo, pageSize };
/** From `startTime` on and before `endTime`, in milliseconds. */
export const timeRange = {
  startTime: optionalWhole(0, Number.MAX_SAFE_INTEGER),
  endTime: optionalWhole(0, Number.MAX_SAFE_INTEGER),
};
/**
 * Input of a list that grows without bound: page numbers, or `cursor`, the `nextCursor` of an
 * earlier page, which stays right while new rows come. Pages count from the cursor. The list holds
 * what is from `startTime` on and before `endTime`, in milliseconds. `parts` is the number of
 * columns that order the list.
 */
export const listPage = (parts: 2 | 3) => ({
  ...page,
  cursor: blankIsAbsent(
    textLike(
      parts === 2 ? /^\d{1,16}-\d{1,16}$/ : /^\d{1,16}-\d{1,16}-\d{1,9}$/,
      'not a cursor of this list',
    ).optional(),
  ),
  ...timeRange,
});
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('not an e-mail address'));
/** An address and its tag or memo, as they were pasted. */
export const destination = {
  address: z.string().trim().min(1).max(128),
  /** Destination tag or memo, if the chain has one. */
  memo: blankIsAbsent(z.string().trim().max(MEMO_LENGTH_MAX).default('')),
};
/** As it was pasted, with spaces or in full width. */
const pastedCode = plainText.transform(codeSigns);
const SIX_DIGITS = /^\d{6}$/;
export const code6 = pastedCode
  .pipe(z.string().regex(SIX_DIGITS, 'six digits'))
  .meta({ pattern: SIX_DIGITS.source });
const MAILED_CODE = /^(\d{6}|\d{12})$/;
/** A code from a mail: six digits, or twelve where somebody has asked for too many. */
export const mailedCode = pastedCode
  .pipe(z.string().regex(MAILED_CODE, 'six or twelve digits'))
  .meta({ pattern: MAILED_CODE.source });
/** Six digits of the authenticator, or a recovery code. */
export const optionalGoogleCode = blankIsAbsent(
  pastedCode.pipe(z.string().max(32)).meta({ maxLength: 32 }).optional(),
);
/** An upper bound of any password length that an operator can allow. */
export const PASSWORD_TEXT_MAX = 128;
/**
 * At least 8 characters, the first a letter (R5.2). The server checks the upper bound: 24, unless
 * the operator raised it.
 */
const NEW_PASSWORD = /^[A-Za-z].{7,127}$/su;
export const newPassword = z
  .string()
  .transform(passwordSigns)
  .pipe(z.string().regex(NEW_PASSWORD, '8 to 24 characters, the first a letter'))
  .meta({ pattern: NEW_PASSWORD.source });
/** Consent to `what`, which a refusal of anything else names. */
export const agreement = (what: string) =>
  z
    .union([z.literal(true), z.literal('true'), z.literal(1), z.literal('1')], what)
    .transform(() => true as const);
/** Yes or no. */
export const flag = z
  .union([z.boolean(), z.literal(['true', 'false', 1, 0, '1', '0'])], 'true or false')
  .transform((value) => value === true || value === 'true' || value === 1 || value === '1');

/** A list as JSON, or as text with commas; blank text and null are absent. */
export const optionalList = <T extends z.ZodType>(type: T, max: number) =>
  z.preprocess(
    (value: unknown) => {
      if (value === '' || value === null) return undefined;
      return typeof value === 'string' ? value.split(/[\s,]+/).filter((part) => part !== '') : value;
    },
    z.array(type, 'not a list').max(max, `at most ${max}`).optional(),
  );

export const nothing = z.object({});
export const noData = z.undefined().or(z.null());
export const timeMs = z.number().int();
/** Amounts in replies. */
export const amount = z.string();
/** The data of a call that replies with a file. */
export const csvText = z.string();
export const paged = <T extends z.ZodType>(row: T) =>
  z.object({ list: z.array(row), totalRow: z.number().int(), sum: z.number().int() });
/**
 * A page of a list that grows without bound. `totalRow` and `sum` count all rows of the filters,
 * whatever the cursor and the times. `nextCursor` is null on the last page.
 */
export const listed = <T extends z.ZodType>(row: T) =>
  paged(row).extend({ nextCursor: z.string().nullable() });

/**
 * The documents of each country and the formats of their numbers, shared by page and server.
 * Without zod, so that the page stays small.
 */

import { plainSigns } from '../../pasted.ts';

export { PHOTO_BYTES_MAX } from '../../photos.ts';
/** A name as documents print it, such as "A/L", "S/O" and "King, Jr."; see `plainName`. */
export const PERSON_NAME = /^['’ʻ]?[\p{L}\p{M}][\p{L}\p{M}.,'’`/@() ·-]{0,63}$/u;
/** The dots between the parts of a name, as keyboards and documents write them. */
const MIDDLE_DOT = /[•‧∙⋅・･᛫⸱]/g;

/** A name in the form in which it is kept and compared. */
export function plainName(name: string): string {
  return plainSigns(name)
    .replace(MIDDLE_DOT, '·')
    .replace(/\p{Pd}/gu, '-')
    .replace(/ *· */g, '·')
    .replace(/\s+/g, ' ');
}

export const DOCUMENTS = ['id-card', 'passport', 'residence'] as const;
export type DocumentKind = (typeof DOCUMENTS)[number];

export type NumberFault = 'format' | 'check-digit' | 'birth-date';
/** Returns null for a valid number. `nowMs` rules out birth dates in the future. */
type NumberRule = (number: string, nowMs: number) => NumberFault | null;

/** ISO 3166-1 alpha-2. */
export const COUNTRIES: readonly string[] = (
  'AD AE AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CH CI CL CM CN CO CR CV CY CZ DE DJ DK DM DO DZ EC EE EG ES ' +
  'ET FI FJ FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IS IT JM JO JP KE KG KH KI KM KN KR KW KZ LA LB LC LI LK LR LS LT LU ' +
  'LV MA MC MD ME MG MH MK ML MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PS PT PW PY QA RO RS RW SA SB SC SE SG SI ' +
  'SK SL SM SN SR ST SV SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VN VU WS ZA ZM'
).split(' ');

const digitsOf = (text: string): number[] => Array.from(text, Number);
const matches =
  (pattern: RegExp): NumberRule =>
  (number) =>
    pattern.test(number) ? null : 'format';

/** Passports, and cards without a rule of their own: letters and digits. */
const GENERIC: NumberRule = matches(/^[A-Z0-9]{5,18}$/);

const RULES: Readonly<Record<string, Partial<Record<DocumentKind, NumberRule>>>> = {
  CN: {
    'id-card': chineseResident,
    residence: chineseResident,
    passport: matches(/^[DEGHPS][A-Z0-9]\d{7}$/),
  },
  HK: { 'id-card': hongKong, passport: matches(/^(H|HJ|HB|K|KJ)\d{8}$/) },
  TW: { 'id-card': taiwan, passport: matches(/^\d{9}$/) },
  SG: { 'id-card': singapore },
  ES: { 'id-card': spain },
  BR: { 'id-card': brazil },
  IN: { 'id-card': india, passport: matches(/^[A-Z]\d{7}$/) },
  PT: { 'id-card': matches(/^\d{9}[A-Z0-9]{2}\d$/) },
  KR: { 'id-card': matches(/^\d{6}[1-8]\d{6}$/), passport: matches(/^[A-Z]\d{8}$|^[A-Z]\d{3}[A-Z]\d{4}$/) },
  US: { passport: matches(/^[A-Z0-9]\d{8}$/) },
  GB: { passport: matches(/^\d{9}$/) },
  DE: { 'id-card': matches(/^[CFGHJKLMNPRTVWXYZ0-9]{9,10}$/) },
  FR: { passport: matches(/^\d{2}[A-Z]{2}\d{5}$/) },
  JP: { passport: matches(/^[A-Z]{2}\d{7}$/) },
};

/** Countries without a card that is accepted here as proof of identity. */
const WITHOUT_CARD: ReadonlySet<string> = new Set(['US', 'GB', 'AU', 'CA', 'NZ', 'IE', 'DK', 'JP']);

export function documentsOf(country: string): readonly DocumentKind[] {
  return WITHOUT_CARD.has(country) ? ['passport', 'residence'] : DOCUMENTS;
}

/** Upper case, without spaces, dots and dashes; full-width digits and letters as plain ones. */
export function plainNumber(number: string): string {
  return plainSigns(number)
    .toUpperCase()
    .replace(/[\s.()/\p{Pd}]/gu, '');
}

export interface DocumentNumber {
  readonly country: string;
  readonly document: DocumentKind;
  /** As `plainNumber` returns it. */
  readonly number: string;
}

export function numberFault(
  { country, document, number }: DocumentNumber,
  nowMs: number,
): NumberFault | null {
  return (RULES[country]?.[document] ?? GENERIC)(number, nowMs);
}

/**
 * GB 11643-1999: six digits of place, birth date, three of order, a check character by ISO 7064 mod
 * 11-2.
 */
function chineseResident(number: string, nowMs: number): NumberFault | null {
  const birth = /^[1-9]\d{5}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/.exec(number);
  if (birth === null) return 'format';
  const [year, month, day] = [Number(birth[1]), Number(birth[2]), Number(birth[3])];
  const bornMs = Date.UTC(year, month - 1, day);
  const born = new Date(bornMs);
  const isDay = born.getUTCMonth() === month - 1 && born.getUTCDate() === day;
  if (!isDay || year < 1900 || bornMs > nowMs) return 'birth-date';
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
  return '10X98765432'[sum % 11] === number[17] ? null : 'check-digit';
}

/**
 * One or two letters, six digits and a check character, weighted 9 down to 1, modulo 11; a missing
 * first letter counts 36.
 */
function hongKong(number: string): NumberFault | null {
  if (!/^[A-Z]{1,2}\d{6}[\dA]$/.test(number)) return 'format';
  const padded = number.length === 8 ? ` ${number}` : number;
  const valueOf = (sign: string): number => (sign === ' ' ? 36 : Number.parseInt(sign, 36));
  const sum = Array.from(padded.slice(0, 8), valueOf).reduce(
    (total, value, at) => total + value * (9 - at),
    0,
  );
  const check = (11 - (sum % 11)) % 11;
  return (check === 10 ? 'A' : String(check)) === padded[8] ? null : 'check-digit';
}

/** The letter stands for a number of 10 to 35; weights 1, 9, 8 … 1, 1, modulo 10. */
function taiwan(number: string): NumberFault | null {
  if (!/^[A-Z][1289]\d{8}$/.test(number)) return 'format';
  const letter = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(number[0] ?? '') + 10;
  const digits = [Math.floor(letter / 10), letter % 10, ...digitsOf(number.slice(1))];
  const weights = [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1];
  const sum = weights.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
  return sum % 10 === 0 ? null : 'check-digit';
}

function singapore(number: string): NumberFault | null {
  if (!/^[STFGM]\d{7}[A-Z]$/.test(number)) return 'format';
  const series = number[0] ?? '';
  const weights = [2, 7, 6, 5, 4, 3, 2];
  const sum = digitsOf(number.slice(1, 8)).reduce(
    (total, digit, at) => total + digit * (weights[at] ?? 0),
    0,
  );
  const offset = series === 'T' || series === 'G' ? 4 : series === 'M' ? 3 : 0;
  const at = (sum + offset) % 11;
  const letters = 'ST'.includes(series) ? 'JZIHGFEDCBA' : series === 'M' ? 'XWUTRQPNJLK' : 'XWUTRQPNMLK';
  const expected = series === 'M' ? letters[10 - at] : letters[at];
  return expected === number[8] ? null : 'check-digit';
}

/** DNI, and NIE whose first letter stands for a digit: the number modulo 23 picks the letter. */
function spain(number: string): NumberFault | null {
  if (!/^([XYZ]\d{7}|\d{8})[A-Z]$/.test(number)) return 'format';
  const digits = number.slice(0, 8).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(digits) % 23] === number[8] ? null : 'check-digit';
}

/** CPF: two check digits, each modulo 11. */
function brazil(number: string): NumberFault | null {
  if (!/^\d{11}$/.test(number) || /^(\d)\1*$/.test(number)) return 'format';
  const digits = digitsOf(number);
  const checkOf = (count: number): number => {
    const sum = digits.slice(0, count).reduce((total, digit, at) => total + digit * (count + 1 - at), 0);
    return ((sum * 10) % 11) % 10;
  };
  return checkOf(9) === digits[9] && checkOf(10) === digits[10] ? null : 'check-digit';
}

/** Aadhaar: Verhoeff's check, by the multiplication of the dihedral group of ten. */
function india(number: string): NumberFault | null {
  if (!/^[2-9]\d{11}$/.test(number)) return 'format';
  const digits = digitsOf(number).toReversed();
  const check = digits.reduce((sum, digit, at) => dihedral(sum, permuted(digit, at)), 0);
  return check === 0 ? null : 'check-digit';
}

function dihedral(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : ((a + b - 5) % 5) + 5;
  return b < 5 ? ((a - 5 - b + 5) % 5) + 5 : (a - b + 5) % 5;
}

function permuted(digit: number, times: number): number {
  const next = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
  let at = digit;
  for (let i = 0; i < times % 8; i++) at = next[at] ?? 0;
  return at;
}

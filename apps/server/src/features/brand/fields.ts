/** What the texts of a brand may be: any page, mail header or document can show them. */
import { buttonTextOn, TEXT_CONTRAST_MIN } from '../../values/accent.ts';
import { BRAND_FIELDS, type BrandField } from '../../values/brand.ts';
import { COLOUR } from '../../values/colours.ts';

/** Columns: a Chinese character and an emoji take two. The name stands in the navigation bar. */
const NAME_COLUMNS = 24;
const SENDER_COLUMNS = 60;
const LEGAL_COLUMNS = 160;

/** The value as it is kept, or what the field takes instead. */
export type CheckedText = { readonly value: string; readonly problem: null } | { readonly problem: string };

const CHECKS: Readonly<Record<BrandField, (value: string) => CheckedText>> = {
  name: (value) => {
    const checked = lineOf(value, NAME_COLUMNS);
    // Authenticators read what precedes a colon as the issuer.
    return checked.problem === null && value.includes(':') ? { problem: 'a name without a colon' } : checked;
  },
  colour,
  mail_sender: (value) => lineOf(value, SENDER_COLUMNS),
  legal_name: (value) => lineOf(value, LEGAL_COLUMNS),
  legal_address: (value) => lineOf(value, LEGAL_COLUMNS),
  legal_contact: (value) => lineOf(value, LEGAL_COLUMNS),
  website: (value) => {
    const host = value.toLowerCase();
    const isHost = URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host;
    return isHost && host.includes('.')
      ? { value: host, problem: null }
      : { problem: 'a host such as exchange.example, without https:// and path' };
  },
};

/** An empty value takes the field back, and is always right. */
export function checkedText(field: string, value: string): CheckedText {
  if (!isField(field)) return { problem: `${field} is none of ${BRAND_FIELDS.join(', ')}` };
  if (value === '') return { value, problem: null };
  const checked = CHECKS[field](value);
  return checked.problem === null ? checked : { problem: `${field} takes ${checked.problem}` };
}

export const isField = (field: string): field is BrandField => Object.hasOwn(CHECKS, field);

/** Control and format characters (bidirectional marks among them), and what is no character. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;
const OTHER_SPACE = /[^\S ]| {2}|^ | $/u;
/** More marks on one letter than any language has reach into other lines. */
const PILED = /^\p{M}|\p{M}{3}/u;
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uFF01-\uFF60]/u;

function lineOf(value: string, columnsMax: number): CheckedText {
  const text = value.normalize('NFC');
  if (UNSEEN.test(text))
    return { problem: 'no control characters, no marks of direction and no joined emoji' };
  if (OTHER_SPACE.test(text)) return { problem: 'single spaces, none at its ends' };
  if (PILED.test(text) || !/[\p{L}\p{N}]/u.test(text)) return { problem: 'letters or digits' };
  const columns = Array.from(text.replaceAll(/\p{M}/gu, ''), (sign) => (WIDE.test(sign) ? 2 : 1));
  const width = columns.reduce<number>((sum, each) => sum + each, 0);
  return width > columnsMax
    ? { problem: `at most ${columnsMax} columns, where a Chinese character takes two; it has ${width}` }
    : { value: text, problem: null };
}

function colour(value: string): CheckedText {
  const accent = value.toLowerCase();
  if (!COLOUR.test(accent)) return { problem: 'a colour such as #009dd9' };
  const { contrast, colour: text } = buttonTextOn(accent);
  return contrast >= TEXT_CONTRAST_MIN
    ? { value: accent, problem: null }
    : {
        problem: `a colour on which text can be read: on buttons the better text, ${text}, has a contrast of ${ratioText(contrast)} to ${accent}, in both themes, and WCAG AA asks for ${TEXT_CONTRAST_MIN}`,
      };
}

/** Rounded down, so that what is refused never reads as enough. */
export const ratioText = (contrast: number): string => (Math.floor(contrast * 100) / 100).toFixed(2);

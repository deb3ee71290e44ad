/** The rules of R5.1 to R5.4 for input, as results that forms show. */
import {
  ACCOUNT_NAME,
  CODE_RESEND_SECONDS,
  FIRST_LETTER,
  LOGIN_PASSWORD_LENGTH_MIN,
  PASSWORD_LENGTH,
} from '@glasshouse/protocol/identity/input-rules';
import { codeSigns, passwordSigns } from '@glasshouse/protocol/pasted';
import type { TextKey } from '#shared/i18n.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export interface PasswordRules {
  readonly length: boolean;
  readonly letter: boolean;
  readonly match: boolean;
}

/** As in R5.2; an operator may raise it, see usePasswordMax. */
export const PASSWORD_MAX: number = PASSWORD_LENGTH.max;

/** 8 to `max` characters, the first a letter, and the same in both fields. */
export function passwordRules(password: string, again: string, max = PASSWORD_MAX): PasswordRules {
  const [first, second] = [passwordSigns(password), passwordSigns(again)];
  return {
    length: first.length >= PASSWORD_LENGTH.min && first.length <= max,
    letter: FIRST_LETTER.test(first),
    match: first !== '' && first === second,
  };
}

/**
 * 0 to 4: the difficulty of guessing, by length and kinds of characters, reduced for repetitions
 * and sequences.
 */
export function passwordStrength(password: string): number {
  if (password === '') return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const alphabet = [0, 26, 40, 62, 94][kinds] ?? 94;
  const signs = Array.from(password, (sign) => sign.codePointAt(0) ?? 0);
  const surprising = signs.filter((sign, at) => {
    const step = sign - (signs[at - 1] ?? 0);
    return at === 0 || Math.abs(step) > 1;
  }).length;
  const distinct = new Set(signs).size;
  const bits = Math.min(surprising, distinct * 2) * Math.log2(alphabet);
  return [28, 44, 60].filter((border) => bits >= border).length + 1;
}

function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
function isCode(text: string, shape = /^\d{6}$/): boolean {
  return shape.test(codeSigns(text));
}
/** From a mail: twelve where somebody has asked for too many (D0019). */
const MAILED_CODE = /^(\d{6}|\d{12})$/;

/** Each returns a key of a text, or undefined if nothing is wrong. In the order of the fields. */
export const check = {
  email: (text: string): TextKey | undefined =>
    text.trim() === '' ? 'identity.emailEmpty' : isEmail(text) ? undefined : 'identity.emailWrong',
  code: (text: string): TextKey | undefined =>
    text.trim() === '' ? 'identity.codeEmpty' : isCode(text, MAILED_CODE) ? undefined : 'identity.codeWrong',
  loginPassword: (text: string): TextKey | undefined =>
    text.length >= LOGIN_PASSWORD_LENGTH_MIN ? undefined : 'identity.passwordShort',
  /** The list of rules shows the maximum length. */
  newPassword: (text: string, max = PASSWORD_MAX): TextKey | undefined => {
    const rules = passwordRules(text, text, max);
    return rules.length && rules.letter ? undefined : 'identity.passwordRule';
  },
  again: (password: string, again: string): TextKey | undefined =>
    passwordSigns(password) === passwordSigns(again) ? undefined : 'identity.passwordsDiffer',
  sixDigits: (text: string): TextKey | undefined => (isCode(text) ? undefined : 'identity.sixDigits'),
  /** An account may do without a name. */
  accountName: (text: string): TextKey | undefined =>
    text.trim() === '' || ACCOUNT_NAME.test(text.trim()) ? undefined : 'identity.accountNameRule',
  filled: (text: string): TextKey | undefined => (text.trim() === '' ? 'identity.fillIn' : undefined),
} as const;

/** Checks of a new password, entered twice. */
export function newPasswordChecks(max: number) {
  return {
    password: (text: string) => check.newPassword(text, max),
    again: (text: string, { password }: { readonly password: string }) => check.again(password, text),
  };
}

/** Seconds until a new code may be sent. */
export function secondsLeft(sentAtMs: number | undefined, nowMs: number): number {
  if (sentAtMs === undefined) return 0;
  return Math.max(
    0,
    Math.min(CODE_RESEND_SECONDS, Math.ceil((sentAtMs + CODE_RESEND_SECONDS * 1000 - nowMs) / 1000)),
  );
}

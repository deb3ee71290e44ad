/** The rules of SPEC §5 for signing in and up, as answers that the forms show. */

export const PASSWORD_MIN_LOGIN = 6;
export const CODE_WAIT_SECONDS = 60;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export interface PasswordRules {
  readonly length: boolean;
  readonly letter: boolean;
  readonly match: boolean;
}

/** 8 to 24 characters, the first a letter, entered twice alike. */
export function passwordRules(password: string, again: string): PasswordRules {
  return {
    length: password.length >= 8 && password.length <= 24,
    letter: /^[A-Za-z]/.test(password),
    match: password !== '' && password === again,
  };
}
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text.trim());
}

/** Keys of texts, in the order in which a person meets the fields; undefined when nothing is wrong. */
export const check = {
  email: (text: string) =>
    text.trim() === '' ? 'identity.emailEmpty' : isEmail(text) ? undefined : 'identity.emailWrong',
  code: (text: string) =>
    text.trim() === '' ? 'identity.codeEmpty' : isCode(text) ? undefined : 'identity.codeWrong',
  loginPassword: (text: string) => (text.length >= PASSWORD_MIN_LOGIN ? undefined : 'identity.passwordShort'),
  newPassword: (text: string) => {
    const rules = passwordRules(text, text);
    return rules.length && rules.letter ? undefined : 'identity.passwordRule';
  },
  again: (password: string, again: string) => (password === again ? undefined : 'identity.passwordsDiffer'),
} as const;

/** Whole seconds until a new code may be sent. */
export function secondsLeft(sentAtMs: number | undefined, nowMs: number): number {
  if (sentAtMs === undefined) return 0;
  return Math.max(
    0,
    Math.min(CODE_WAIT_SECONDS, Math.ceil((sentAtMs + CODE_WAIT_SECONDS * 1000 - nowMs) / 1000)),
  );
}

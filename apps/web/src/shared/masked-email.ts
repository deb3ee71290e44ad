/**
 * An e-mail address as the account menu shows it: first four characters, three stars, last four
 * (R2.12).
 */
export function maskedEmail(email: string): string {
  return email === '' ? '' : `${email.slice(0, 4)}***${email.slice(-4)}`;
}

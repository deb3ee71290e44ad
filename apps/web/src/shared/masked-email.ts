/** An e-mail as the account menu shows it: first four characters, three stars, last four (SPEC §2). */
export function maskedEmail(email: string): string {
  return email === '' ? '' : `${email.slice(0, 4)}***${email.slice(-4)}`;
}

/**
 * Quotes: the exact command that taking one submits, signed, so that nobody can change it and the
 * server keeps nothing. A quote's signature is its idempotency key: it is taken once, and sent
 * again it gets the first answer, even after a restart.
 */
import { randomUUID } from 'node:crypto';
import type { ExchangeCoins, ExchangeDust } from '@glasshouse/core';
import { isSameSecret, type Secrets } from '../../process/secrets.ts';

const PURPOSE = 'flash-exchange-quote';

export type QuotedCommand = ExchangeCoins | ExchangeDust;

export interface SignedQuote {
  readonly command: QuotedCommand;
  readonly signature: string;
}

/** Two quotes of the same terms differ. */
export function signQuote(secrets: Pick<Secrets, 'mac'>, command: QuotedCommand): string {
  const text = Buffer.from(JSON.stringify({ command, nonce: randomUUID() })).toString('base64url');
  return `${text}.${secrets.mac(PURPOSE, text)}`;
}

/** Null if the server did not sign it for this owner. */
export function readQuote(secrets: Pick<Secrets, 'mac'>, quote: string, owner: number): SignedQuote | null {
  const [text = '', signature = '', ...rest] = quote.split('.');
  if (rest.length > 0 || !isSameSecret(signature, secrets.mac(PURPOSE, text))) return null;
  const { command } = JSON.parse(Buffer.from(text, 'base64url').toString()) as { command: QuotedCommand };
  return command.owner === owner ? { command, signature } : null;
}

/**
 * The user's second factors: an authenticator app with six digits, and a virtual device for
 * passkeys.
 */
import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';

/** Adds a virtual authenticator to this page's browser. Returns a function that removes it. */
export async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  };
}

/** RFC 6238. */
export function totp(secret: string, atMs: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret.replaceAll(' ', ''), (sign) =>
    alphabet.indexOf(sign).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = (hash[19] ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Six digits that are invalid at any moment near this one. */
export function wrongTotp(secret: string, atMs: number): string {
  const right = Array.from({ length: 20 }, (_, step) => totp(secret, atMs + (step - 10) * 30_000));
  let number = 0;
  while (right.includes(String(number).padStart(6, '0'))) number++;
  return String(number).padStart(6, '0');
}

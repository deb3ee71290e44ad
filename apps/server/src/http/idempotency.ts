/**
 * Reads the Idempotency-Key header and hashes the request that it belongs to. The hash is stored,
 * so it covers no proof: six digits are found again in a second.
 */
import { hash } from 'node:crypto';
import type { Idempotency } from './handler.ts';

/** 1 to 64 characters that are safe in a log and in a key. */
export const IDEMPOTENCY_KEY = /^[\w.:-]{1,64}$/;

/** Null if the header is absent; 'malformed' if it is not a valid key. */
export function readIdempotency(
  header: string | readonly string[] | undefined,
  callName: string,
  input: unknown,
): Idempotency | null | 'malformed' {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !IDEMPOTENCY_KEY.test(header)) return 'malformed';
  const terms = JSON.stringify(withoutProofs(input as object));
  return { key: header, requestHash: hash('sha256', `${callName}|${terms}`, 'base64url') };
}

/** The fields by which the caller of a call that moves money proves who they are. */
const PROOFS = ['code', 'fundPassword', 'googleCode'] as const;

/** What the request asks for. */
export function withoutProofs<T extends object>(input: T): Omit<T, (typeof PROOFS)[number]> {
  if (!PROOFS.some((field) => field in input)) return input;
  return Object.fromEntries(
    Object.entries(input).filter(([field]) => !(PROOFS as readonly string[]).includes(field)),
  ) as Omit<T, (typeof PROOFS)[number]>;
}

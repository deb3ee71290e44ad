/** Reads the Idempotency-Key header and hashes the request that it belongs to. */
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
  const requestHash = hash('sha256', `${callName}|${JSON.stringify(input)}`, 'base64url');
  return { key: header, requestHash };
}

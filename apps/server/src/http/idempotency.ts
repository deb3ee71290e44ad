/** Reads the Idempotency-Key header and names the request it stands for. */
import { hash } from 'node:crypto';
import type { Idempotency } from './handler.ts';

/** 1 to 64 characters that are safe in a log and in a key. */
export const IDEMPOTENCY_KEY = /^[\w.:-]{1,64}$/;

/** Null when the header is absent; 'malformed' when it cannot be a key. */
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

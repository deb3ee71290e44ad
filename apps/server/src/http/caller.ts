/** Who calls: what a handler knows of the request. */
import type { FastifyRequest } from 'fastify';
import type { Cookies } from './cookies.ts';
import type { Caller, Idempotency, Language } from './handler.ts';
import type { OperatorIdentity } from './operator-reader.ts';
import type { SessionIdentity } from './session-reader.ts';

interface CallerParts {
  readonly session: SessionIdentity | null;
  readonly operator: OperatorIdentity | null;
  readonly language: Language;
  readonly cookies: Cookies;
  readonly idempotency: Idempotency | null;
  readonly refusalNow: Caller['refusalNow'];
  readonly upload: Uint8Array | null;
}

export function callerOf(request: FastifyRequest, parts: CallerParts): Caller {
  return {
    userId: parts.session?.userId ?? 0,
    sessionKey: parts.session?.sessionKey ?? '',
    operator: parts.operator,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin: request.headers.origin ?? null,
    cookies: parts.cookies,
    language: parts.language,
    idempotency: parts.idempotency,
    refusalNow: parts.refusalNow,
    upload: parts.upload,
  };
}

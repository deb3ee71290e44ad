/** Who calls: what a handler knows of the request. */
import type { Asked } from './asked.ts';
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
}

export function callerOf({ request: { headers }, ip, upload }: Asked, parts: CallerParts): Caller {
  return {
    userId: parts.session?.userId ?? 0,
    sessionKey: parts.session?.sessionKey ?? '',
    operator: parts.operator,
    ip,
    userAgent: headers['user-agent'] ?? '',
    origin: headers.origin ?? null,
    cookies: parts.cookies,
    language: parts.language,
    idempotency: parts.idempotency,
    refusalNow: parts.refusalNow,
    upload,
  };
}

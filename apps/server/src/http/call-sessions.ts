/** Finds whose call it is: the user or the operator of its session. */
import { isPermitted, type Call, type Refusal } from '@glasshouse/protocol';
import type { IncomingMessage } from 'node:http';
import type { Asked } from './asked.ts';
import { requestSession, sessionRefusal } from './cookie-session.ts';
import type { Cookies } from './cookies.ts';
import type { OperatorIdentity, OperatorReader } from './operator-reader.ts';
import { sessionKeyOf } from './own-caller.ts';
import type { SessionIdentity, SessionReader } from './session-reader.ts';

type Found = SessionIdentity | null;

/** Said by a page of an operator that nobody has touched for a while. */
const IDLE_HEADER = 'x-idle';

/**
 * The name that a page of the back office shows. Two windows share one cookie, so a page that still
 * shows the previous operator must not act as the next one.
 */
const SHOWN_OPERATOR_HEADER = 'x-operator';

export class CallSessions {
  readonly #call: Call;
  readonly #sessions: SessionReader;
  readonly #operators: OperatorReader;
  /** Public calls do not look up the session, because nothing in them depends on it. */
  readonly #hasSession: boolean;
  readonly #takesToken: boolean;

  constructor(call: Call, readers: { readonly sessions: SessionReader; readonly operators: OperatorReader }) {
    this.#call = call;
    this.#sessions = readers.sessions;
    this.#operators = readers.operators;
    this.#hasSession = call.access === 'user' || call.access === 'visitor';
    this.#takesToken = call.access === 'user' && 'token' in call.input.shape;
  }

  /** The session of a request, by its headers or, where the call takes it, by its payload. */
  sessionOf({ request, raw }: Pick<Asked, 'request' | 'raw'>, cookies: Cookies): Found | Promise<Found> {
    const found = this.sessionOfHeaders(request, cookies);
    if (!this.#takesToken) return found;
    if (found instanceof Promise) return found.then((session) => session ?? this.#ofPayload(request, raw));
    return found ?? this.#ofPayload(request, raw);
  }

  sessionOfHeaders(request: IncomingMessage, cookies: Cookies): Found | Promise<Found> {
    if (!this.#hasSession) return null;
    // Admission has hashed the token already. The session may have ended since.
    const known = sessionKeyOf(request);
    const again = known === null ? null : this.#sessions.again(known);
    return again ?? requestSession(this.#sessions, request.headers, cookies);
  }

  /** R7.4: a call whose payload has a token accepts it where the header is absent or empty. */
  #ofPayload({ headers }: IncomingMessage, raw: unknown): Found | Promise<Found> {
    if ((headers['x-access-token'] ?? '') !== '') return null;
    const { token } = raw as { readonly token?: unknown };
    return typeof token === 'string' && token !== '' ? this.#sessions.find(token) : null;
  }

  /** Refuses a visitor a call that is only for users. */
  refuseVisitor(request: IncomingMessage, cookies: Cookies): Refusal | Promise<Refusal> {
    const refusal = () => this.refuseUnsigned(request, cookies);
    return this.#call.endsSession ? this.#dropDead(cookies).then(refusal) : refusal();
  }

  /** The same, whatever becomes of the cookie. */
  refuseUnsigned({ headers }: IncomingMessage, cookies: Cookies): Refusal {
    return sessionRefusal(this.#sessions, headers, cookies);
  }

  /**
   * Clears the cookie if its session has ended. Another user may have signed in since: that cookie
   * stays.
   */
  async #dropDead(cookies: Cookies): Promise<void> {
    const token = cookies.read('session');
    if (token !== null && (await this.#sessions.find(token)) === null) cookies.clear('session');
  }

  /**
   * The operator of a call of the back office, or why there is none. Null on every other call: a
   * token of the one never counts for the other.
   */
  operatorOf({ headers }: IncomingMessage, cookies: Cookies): OperatorIdentity | Refusal | null {
    if (this.#call.access !== 'operator') return null;
    const token = cookies.read('operator');
    const isIdle = headers[IDLE_HEADER] !== undefined;
    const operator = token === null ? null : this.#operators.find(token, { isIdle });
    const shown = headers[SHOWN_OPERATOR_HEADER] ?? operator?.name;
    if (operator === null || operator.name !== shown) return { error: 'operators/not-signed-in' };
    return isPermitted(operator.role, this.#call.permission) ? operator : { error: 'operators/not-allowed' };
  }
}

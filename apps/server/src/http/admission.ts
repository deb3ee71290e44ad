/**
 * Decides for each request whether and when it reaches the application (D0016). Signed-in users and
 * operators go first, each with a limit of their own. Everybody else is limited by network and
 * waits in a fair queue, which starts fewer requests per turn when the event loop is slow. Logins
 * to the back office wait in another queue than the site's visitors, and those from places from
 * where operators have signed in before in a third one.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { CALLS, type Refusal } from '@glasshouse/protocol';
import type { ClientAddresses } from './client-address.ts';
import { knownSession } from './cookie-session.ts';
import { Cookies } from './cookies.ts';
import { EDGE_LIMITS, REQUEST_LIMITS, type RequestClass } from './edge-limits.ts';
import { FairQueue } from './fair-queue.ts';
import { invalidField } from './invalid-input.ts';
import type { SessionReader } from './session-reader.ts';
import type { OwnAddresses } from './origin.ts';
import { callerOfOperator, callerOfUser, noteOwnCaller } from './own-caller.ts';
import type { OfficePlaces, OperatorReader } from './operator-reader.ts';
import type { Contain } from '../process/containment.ts';
import { answerRefusal } from './raw-answer.ts';
import { onceDone } from './running-calls.ts';
import { OFFICE, pathOf, refuseTarget } from './target.ts';
import { TokenBuckets, type BucketLimit } from './token-buckets.ts';

export interface AdmissionOptions {
  readonly addresses: ClientAddresses;
  readonly own: OwnAddresses;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rateFactor: number;
  readonly contain: Contain;
  /** Whether the back office has a port of its own: the site's has none of it then. */
  readonly hasOfficePort: boolean;
  /** Whether users connect by https, which changes the name of the session's cookie. */
  readonly isHttps: boolean;
  readonly now?: () => number;
}

/** The parts of the application that admission uses once it is ready. */
export interface Behind {
  readonly serve: RequestListener;
  readonly sessions: Pick<SessionReader, 'known'>;
  readonly operators: OperatorReader;
  readonly officePlaces: OfficePlaces;
}

type Queue = FairQueue<string, Exchange>;

/**
 * The limit that a request counts against, and the queue in which it waits; null if it need not
 * wait.
 */
interface Line {
  readonly kind: RequestClass;
  readonly caller: string;
  readonly queue: Queue | null;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The key of the caller: of a user, an operator or a network. */
  readonly caller: string;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
const ALLOW = { allow: [...METHODS].join(', ') };
/** Health checks: allowed for any Host, and never queued. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** Everything else counts as a call. */
const FILE = /^\/((pc|chat|docs)(\/.*)?|robots\.txt|sitemap\.xml|healthz|readyz|metrics)?$/;
/** What its own port serves. */
const OF_OFFICE_PORT = /^\/(operator(\/.*)?|healthz|readyz|ws)$/;
/**
 * Calls by which owners protect an account. They count by user and network, and have their own
 * slots.
 */
const PROTECTIVE: ReadonlySet<string> = new Set(
  CALLS.filter(({ name }) =>
    /^identity\/(freeze|freeze-by-link|logout|end-session|end-other-sessions)$/.test(name),
  ).flatMap(({ prefixes, path }) => prefixes.map((prefix) => prefix + path)),
);
/**
 * If a refused request has a longer body, it is not read to its end and the connection is closed.
 */
const UNREAD_BODY_BYTES_MAX = 65_536;

export class Admission {
  readonly figures = { refusedTooMany: 0, refusedBusy: 0 };
  readonly #options: AdmissionOptions;
  readonly #buckets: Readonly<Record<RequestClass, TokenBuckets<string>>>;
  readonly #inFlight = new Map<string, number>();
  /** By user or operator: requests whose bodies may still be arriving, the oldest first. */
  readonly #arriving = new Map<string, IncomingMessage[]>();
  readonly #queue: Queue;
  readonly #officeQueue: Queue;
  readonly #knownOfficeQueue: Queue;
  #behind: Behind | null = null;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    const bucket = ({ burst, perSecond }: BucketLimit) => {
      const { rateFactor, now } = options;
      return new TokenBuckets<string>({ burst: burst * rateFactor, perSecond: perSecond * rateFactor }, now);
    };
    this.#buckets = {
      calls: bucket(REQUEST_LIMITS.calls),
      files: bucket(REQUEST_LIMITS.files),
      user: bucket(REQUEST_LIMITS.user),
      office: bucket(REQUEST_LIMITS.office),
      operator: bucket(REQUEST_LIMITS.operator),
    };
    this.#queue = this.#newQueue(EDGE_LIMITS.queued);
    this.#officeQueue = this.#newQueue(EDGE_LIMITS.queuedOfOffice);
    this.#knownOfficeQueue = this.#newQueue(EDGE_LIMITS.queuedOfOffice);
  }

  #newQueue(waitingMax: number): Queue {
    const { now, contain } = this.#options;
    // The queue goes on with the others.
    const end = ({ request }: Exchange): void => void request.socket.destroy();
    return new FairQueue({
      run: contain('a queued request', (exchange: Exchange) => this.#serve(exchange), end),
      onLate: contain('a late request', (exchange: Exchange) => this.#refuseBusy(exchange), end),
      waitingMax,
      waitMsMax: EDGE_LIMITS.queuedMs,
      ...(now === undefined ? {} : { now }),
    });
  }

  get queued(): number {
    return this.#queue.waiting + this.#officeQueue.waiting + this.#knownOfficeQueue.waiting;
  }

  /** From now on requests reach the application. */
  open(behind: Behind): void {
    this.#behind = behind;
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void =>
    this.#handle({ request, response }, this.#options.hasOfficePort ? 'site' : 'both');

  /** Of the port of the back office, whose root leads to its page. */
  readonly handleOffice = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url === '/' && request.method === 'GET' && this.#refuseHost(request) === null)
      response.writeHead(302, { ...this.#options.headers, location: '/operator/' }).end();
    else this.#handle({ request, response }, 'office');
  };

  #handle({ request, response }: Pick<Exchange, 'request' | 'response'>, port: Port): void {
    const path = pathOf(request.url ?? '/');
    const refusal =
      refuseForm(request) ??
      refuseTarget(request) ??
      (PROBES.has(path) ? null : this.#refuseHost(request)) ??
      (isServedAt(port, path) ? null : UNKNOWN_ROUTE);
    if (refusal !== null) {
      this.#answer({ request, response }, refusal, refusal.error === 'request/method' ? ALLOW : {});
      return;
    }
    if (this.#behind === null) {
      this.#answerNotReady({ request, response }, path);
      return;
    }
    const { kind, caller, queue } = this.#lineOf(request, path, this.#behind);
    const exchange = { request, response, caller };
    if (!this.#take(exchange, kind)) return;
    if (queue === null) {
      noteOwnCaller(request, caller);
      this.#noteArriving(exchange);
    }
    if (queue === null || PROBES.has(path)) this.#serve(exchange);
    else if (!queue.push(caller, exchange)) this.#refuseBusy(exchange);
  }

  #lineOf(request: IncomingMessage, path: string, { sessions, operators, officePlaces }: Behind): Line {
    const cookies = new Cookies(request.headers.cookie, this.#options.isHttps);
    if (OFFICE.test(path)) {
      const token = cookies.read('operator');
      // Only the call knows whether the operator used the page, so this does not count as use.
      const operator = token === null ? null : operators.find(token, { isIdle: true });
      if (operator !== null)
        return { kind: 'operator', caller: callerOfOperator(operator.name), queue: null };
      const network = this.#options.addresses.networkOf(request);
      const queue = officePlaces.has(network) ? this.#knownOfficeQueue : this.#officeQueue;
      return { kind: 'office', caller: `office ${network}`, queue };
    }
    // A session that is not in memory waits in the queue like a visitor, until the call itself has
    // looked it up.
    const userId = knownSession(sessions, request.headers, cookies)?.userId ?? 0;
    const caller = this.#options.addresses.networkOf(request);
    // These calls count by user and network, so that the thief of a session cannot use up the
    // owner's limit for protecting the account.
    if (userId !== 0 && PROTECTIVE.has(path))
      return { kind: 'user', caller: `${callerOfUser(userId)} ${caller}`, queue: null };
    if (userId !== 0) return { kind: 'user', caller: callerOfUser(userId), queue: null };
    return { kind: FILE.test(path) ? 'files' : 'calls', caller, queue: this.#queue };
  }

  #refuseHost({ headers, socket }: IncomingMessage): Refusal | null {
    return this.#options.own.ownsHost(headers.host, socket.localAddress)
      ? null
      : { error: 'request/wrong-host', field: 'Host' };
  }

  /**
   * Takes a token of the caller. Refuses the request and returns false if none is left or too many
   * are in flight.
   */
  #take(exchange: Exchange, kind: RequestClass): boolean {
    const { response, caller } = exchange;
    const bucket = this.#buckets[kind];
    const left = bucket.take(caller);
    const inFlight = this.#inFlight.get(caller) ?? 0;
    if (left >= 0 && inFlight < EDGE_LIMITS.inFlightOfOneCaller) {
      setRateHeaders(response, { kind, left, bucket });
      this.#inFlight.set(caller, inFlight + 1);
      onceDone(response, () => this.#release(caller));
      return true;
    }
    this.#refuseTooMany(exchange, kind, left);
    return false;
  }

  /** Ends the oldest of a caller's requests whose bodies come slowly, if there are too many. */
  #noteArriving({ request, response, caller }: Exchange): void {
    if (request.method !== 'POST') return;
    const own = this.#arriving.get(caller)?.filter(isArriving) ?? [];
    own.push(request);
    this.#arriving.set(caller, own);
    if (own.length > EDGE_LIMITS.arrivingOfOneCaller) own.shift()?.destroy();
    response.once('close', () => {
      const left = this.#arriving.get(caller)?.filter(isArriving) ?? [];
      if (left.length === 0) this.#arriving.delete(caller);
      else this.#arriving.set(caller, left);
    });
  }

  #release(caller: string): void {
    const left = (this.#inFlight.get(caller) ?? 1) - 1;
    if (left === 0) this.#inFlight.delete(caller);
    else this.#inFlight.set(caller, left);
  }

  #serve({ request, response }: Exchange): void {
    if (!response.destroyed) this.#behind?.serve(request, response);
  }

  /** Delays the refusal, so that a client that retries at once does so at a low rate. */
  #refuseTooMany(exchange: Exchange, kind: RequestClass, left: number): void {
    this.figures.refusedTooMany++;
    const bucket = this.#buckets[kind];
    setRateHeaders(exchange.response, { kind, left, bucket });
    const retryAfter = { 'retry-after': String(Math.max(1, -left)) };
    const answer = () => this.#answer(exchange, { error: 'request/too-many' }, retryAfter);
    const end = (): void => void exchange.request.socket.destroy();
    setTimeout(this.#options.contain('a delayed refusal', answer, end), EDGE_LIMITS.refusalHeldMs).unref();
  }

  #refuseBusy(exchange: Exchange): void {
    this.figures.refusedBusy++;
    this.#answer(exchange, { error: 'request/busy' }, { 'retry-after': '2' });
  }

  #answerNotReady({ request, response }: Pick<Exchange, 'request' | 'response'>, path: string): void {
    if (path === '/healthz') {
      const headers = { 'content-type': 'application/json', ...this.#options.headers };
      response.writeHead(200, headers).end('{"alive":true}');
      return;
    }
    const again = { 'retry-after': '2', connection: 'close' };
    this.#answer({ request, response }, { error: 'request/not-ready' }, again);
  }

  #answer(
    { request, response }: Pick<Exchange, 'request' | 'response'>,
    refusal: Refusal,
    more: Readonly<Record<string, string>> = {},
  ): void {
    const close = isBodyLong(request) ? { connection: 'close' } : {};
    answerRefusal({ request, response }, refusal, { ...this.#options.headers, ...close, ...more });
  }
}

/** `both` where the back office has no port of its own. */
type Port = 'both' | 'site' | 'office';
const UNKNOWN_ROUTE: Refusal = { error: 'request/unknown-route' };

function isServedAt(port: Port, path: string): boolean {
  if (port === 'both') return true;
  return port === 'office' ? OF_OFFICE_PORT.test(path) : !OFFICE.test(path);
}

const isArriving = ({ complete, destroyed }: IncomingMessage): boolean => !complete && !destroyed;

/** Refuses malformed requests, which none of our clients sends. */
function refuseForm({ method, headers }: IncomingMessage): Refusal | null {
  if (!METHODS.has(method ?? '')) return { error: 'request/method', field: 'method' };
  if (method === 'POST') return null;
  const length = headers['content-length'];
  const hasBody = headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  return hasBody ? invalidField('body', 'a GET has no body') : null;
}

function isBodyLong({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > UNREAD_BODY_BYTES_MAX
  );
}

/**
 * Headers of the IETF's draft-ietf-httpapi-ratelimit-headers: the burst, the remaining tokens, and
 * when the bucket is full again.
 */
function setRateHeaders(
  response: ServerResponse,
  { kind, left, bucket }: { kind: RequestClass; left: number; bucket: TokenBuckets<string> },
): void {
  const { burst, perSecond } = bucket.limit;
  const remaining = Math.max(0, left);
  response.setHeader('ratelimit-policy', `"${kind}";q=${burst};w=${Math.ceil(burst / perSecond)}`);
  response.setHeader('ratelimit', `"${kind}";r=${remaining};t=${Math.ceil((burst - remaining) / perSecond)}`);
}

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
import type { DirectCalls } from './direct-calls.ts';
import { invalidField } from './invalid-input.ts';
import type { SessionReader } from './session-reader.ts';
import type { OwnAddresses } from './origin.ts';
import { callerOfOperator, callerOfUser, noteOwnCaller } from './own-caller.ts';
import type { OfficePlaces, OperatorReader } from './operator-reader.ts';
import type { Contain } from '../process/containment.ts';
import { answerRefusal } from './raw-answer.ts';
import { isOfPrograms } from './program-refusals.ts';
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

/** A key of programs, which may be used from some networks alone. */
interface ProgramKeyTerms {
  readonly keyId: string;
  readonly allows: (ip: string) => boolean;
}

/** The parts of the application that admission uses once it is ready. */
export interface Behind {
  readonly serve: RequestListener;
  /** Asked before `serve`: whether it serves the request. */
  readonly direct: Pick<DirectCalls, 'take'>;
  readonly sessions: Pick<SessionReader, 'known'>;
  readonly operators: OperatorReader;
  readonly officePlaces: OfficePlaces;
  readonly apiKeys: { find(apiKey: string): ProgramKeyTerms | null };
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
  /** Of the session of a user; null if there is none. */
  readonly sessionKey: string | null;
}

interface Request {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Exchange extends Request {
  /** The key of the caller: of a user, an operator or a network. */
  readonly caller: string;
  /** Headers of its answer that say what is left of its limit, names and values in turn. */
  readonly rate: readonly string[];
}

/** Those of one caller. */
interface Requests {
  inFlight: number;
  /** Of a user or operator: those whose bodies may still be arriving, the oldest first. */
  readonly arriving: IncomingMessage[];
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
const ALLOW = { allow: [...METHODS].join(', ') };
/** Those of the trading API. */
const PROGRAM_METHODS: ReadonlySet<string> = new Set([...METHODS, 'PUT', 'DELETE']);
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
  readonly #policies: Readonly<Record<RequestClass, string>>;
  /** Callers with requests that are queued or running. */
  readonly #callers = new Map<string, Requests>();
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
    this.#policies = {
      calls: policyOf('calls', this.#buckets.calls),
      files: policyOf('files', this.#buckets.files),
      user: policyOf('user', this.#buckets.user),
      office: policyOf('office', this.#buckets.office),
      operator: policyOf('operator', this.#buckets.operator),
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

  #handle({ request, response }: Request, port: Port): void {
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
    const line = this.#lineOf(request, path, this.#behind);
    const exchange = this.#take({ request, response }, line);
    if (exchange === null) return;
    const { caller, queue, sessionKey } = line;
    if (queue === null) noteOwnCaller(request, { caller, sessionKey });
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
        return { kind: 'operator', caller: callerOfOperator(operator.name), queue: null, sessionKey: null };
      const network = this.#options.addresses.networkOf(request);
      const queue = officePlaces.has(network) ? this.#knownOfficeQueue : this.#officeQueue;
      return { kind: 'office', caller: `office ${network}`, queue, sessionKey: null };
    }
    // A session that is not in memory waits in the queue like a visitor, until the call itself has
    // looked it up.
    const session = knownSession(sessions, request.headers, cookies);
    const network = (): string => this.#options.addresses.networkOf(request);
    if (isOfPrograms(path)) return this.#lineOfProgram(request, network());
    if (session === null) {
      const kind = FILE.test(path) ? 'files' : 'calls';
      return { kind, caller: network(), queue: this.#queue, sessionKey: null };
    }
    const { userId, sessionKey } = session;
    // These calls count by user and network, so that the thief of a session cannot use up the
    // owner's limit for protecting the account.
    const caller = PROTECTIVE.has(path) ? `${callerOfUser(userId)} ${network()}` : callerOfUser(userId);
    return { kind: 'user', caller, queue: null, sessionKey };
  }

  /**
   * A live key is as hard to guess as a session's token; each has its own limit. Its text is less
   * secret, so from elsewhere than its networks nobody uses that up.
   */
  #lineOfProgram(request: IncomingMessage, network: string): Line {
    const text = request.headers['x-mbx-apikey'];
    const key = typeof text === 'string' ? (this.#behind?.apiKeys.find(text) ?? null) : null;
    return key?.allows(this.#options.addresses.addressOf(request)) !== true
      ? { kind: 'calls', caller: network, queue: this.#queue, sessionKey: null }
      : { kind: 'user', caller: `k${key.keyId}`, queue: null, sessionKey: null };
  }

  #refuseHost({ headers, socket }: IncomingMessage): Refusal | null {
    return this.#options.own.ownsHost(headers.host, socket.localAddress)
      ? null
      : { error: 'request/wrong-host', field: 'Host' };
  }

  /**
   * Takes a token of the caller. Refuses the request and returns null if none is left or too many
   * are in flight.
   */
  #take({ request, response }: Request, { kind, caller, queue }: Line): Exchange | null {
    const left = this.#buckets[kind].take(caller);
    const exchange = { request, response, caller, rate: this.#rateLines(kind, left) };
    const own = this.#callers.get(caller) ?? { inFlight: 0, arriving: [] };
    if (left < 0 || own.inFlight >= EDGE_LIMITS.inFlightOfOneCaller) {
      this.#refuseTooMany(exchange, left);
      return null;
    }
    if (own.inFlight++ === 0) this.#callers.set(caller, own);
    if (queue === null && request.method === 'POST') noteArriving(own.arriving, request);
    onceDone(response, () => this.#release(exchange, own));
    return exchange;
  }

  #release({ request, caller }: Exchange, own: Requests): void {
    if (--own.inFlight === 0) this.#callers.delete(caller);
    const at = own.arriving.indexOf(request);
    if (at !== -1) own.arriving.splice(at, 1);
  }

  #serve({ request, response, rate }: Exchange): void {
    if (response.destroyed || this.#behind === null) return;
    if (this.#behind.direct.take(request, response, rate)) return;
    setLines(response, rate);
    this.#behind.serve(request, response);
  }

  /**
   * Headers of the IETF's draft-ietf-httpapi-ratelimit-headers: the burst, the remaining tokens,
   * and when the bucket is full again.
   */
  #rateLines(kind: RequestClass, left: number): readonly string[] {
    const { burst, perSecond } = this.#buckets[kind].limit;
    const remaining = Math.max(0, left);
    const fullInS = Math.ceil((burst - remaining) / perSecond);
    return ['ratelimit-policy', this.#policies[kind], 'ratelimit', `"${kind}";r=${remaining};t=${fullInS}`];
  }

  /** Delays the refusal, so that a client that retries at once does so at a low rate. */
  #refuseTooMany(exchange: Exchange, left: number): void {
    this.figures.refusedTooMany++;
    setLines(exchange.response, exchange.rate);
    const retryAfter = { 'retry-after': String(Math.max(1, -left)) };
    const answer = () => this.#answer(exchange, { error: 'request/too-many' }, retryAfter);
    const end = (): void => void exchange.request.socket.destroy();
    setTimeout(this.#options.contain('a delayed refusal', answer, end), EDGE_LIMITS.refusalHeldMs).unref();
  }

  #refuseBusy(exchange: Exchange): void {
    this.figures.refusedBusy++;
    setLines(exchange.response, exchange.rate);
    this.#answer(exchange, { error: 'request/busy' }, { 'retry-after': '2' });
  }

  #answerNotReady({ request, response }: Request, path: string): void {
    if (path === '/healthz') {
      const headers = { 'content-type': 'application/json', ...this.#options.headers };
      response.writeHead(200, headers).end('{"alive":true}');
      return;
    }
    const again = { 'retry-after': '2', connection: 'close' };
    this.#answer({ request, response }, { error: 'request/not-ready' }, again);
  }

  #answer(
    { request, response }: Request,
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

/** Ends the oldest of a caller's requests whose bodies come slowly, if there are too many. */
function noteArriving(arriving: IncomingMessage[], request: IncomingMessage): void {
  arriving.push(request);
  if (arriving.length <= EDGE_LIMITS.arrivingOfOneCaller) return;
  // Those that have come in whole since leave the list.
  const late = arriving.filter(({ complete, destroyed }) => !complete && !destroyed);
  if (late.length > EDGE_LIMITS.arrivingOfOneCaller) late.shift()?.destroy();
  arriving.splice(0, Infinity, ...late);
}

/** Refuses malformed requests, which none of our clients sends. */
function refuseForm({ method, url, headers }: IncomingMessage): Refusal | null {
  const methods = isOfPrograms(url ?? '') ? PROGRAM_METHODS : METHODS;
  if (!methods.has(method ?? '')) return { error: 'request/method', field: 'method' };
  if (method !== 'GET' && method !== 'HEAD') return null;
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

/** How many requests, and in how many seconds they return. */
const policyOf = (kind: RequestClass, { limit: { burst, perSecond } }: TokenBuckets<string>): string =>
  `"${kind}";q=${burst};w=${Math.ceil(burst / perSecond)}`;

/** Sets headers that are given as names and values in turn. */
function setLines(response: ServerResponse, lines: readonly string[]): void {
  for (let i = 0; i < lines.length; i += 2) response.setHeader(lines[i]!, lines[i + 1]!);
}

/**
 * Decides of each request whether, and when, it reaches the application (D0016). Who is signed in goes first and by their own limit;
 * everybody else by network, in a fair queue that shortens its turns when the event loop is late.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Refusal } from '@glasshouse/protocol';
import type { ClientAddresses } from './client-address.ts';
import { requestSession } from './cookie-session.ts';
import { Cookies } from './cookies.ts';
import { EDGE_LIMITS, REQUEST_LIMITS, type RequestClass } from './edge-limits.ts';
import { FairQueue } from './fair-queue.ts';
import { invalidField } from './invalid-input.ts';
import type { SessionReader } from './session-reader.ts';
import type { OwnAddresses } from './origin.ts';
import { answerRefusal } from './raw-answer.ts';
import { TokenBuckets, type BucketLimit } from './token-buckets.ts';

export interface AdmissionOptions {
  readonly addresses: ClientAddresses;
  readonly own: OwnAddresses;
  /** What every answer carries. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rateFactor: number;
  /** Whether users reach us by https: the session's cookie then has another name. */
  readonly isHttps: boolean;
  readonly now?: () => number;
}

/** What admission knows of the application once that is there. */
export interface Behind {
  readonly serve: RequestListener;
  readonly sessions: SessionReader;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** 'u' and a user, or a network. */
  readonly caller: string;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
/** What machines ask to know whether the server lives: of any Host, and never queued. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** All else counts as a call: the router also finds one under an address with its scheme, or with letters written as %62. */
const FILE = /^\/(pc(\/.*)?|healthz|readyz|metrics)?$/;
/** A refused request with a longer body is not read to its end: the connection is closed. */
const UNREAD_BODY_BYTES_MAX = 65_536;

export class Admission {
  readonly figures = { refusedTooMany: 0, refusedBusy: 0 };
  readonly #options: AdmissionOptions;
  readonly #buckets: Readonly<Record<RequestClass, TokenBuckets<string>>>;
  readonly #inFlight = new Map<string, number>();
  readonly #queue: FairQueue<string, Exchange>;
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
    };
    this.#queue = new FairQueue({
      run: (exchange) => this.#serve(exchange),
      onLate: (exchange) => this.#refuseBusy(exchange),
      waitingMax: EDGE_LIMITS.queued,
      waitMsMax: EDGE_LIMITS.queuedMs,
      ...(options.now === undefined ? {} : { now: options.now }),
    });
  }

  get queued(): number {
    return this.#queue.waiting;
  }

  /** From now on requests reach the application. */
  open(behind: Behind): void {
    this.#behind = behind;
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    const path = pathOf(request.url ?? '/');
    const refusal = refuseForm(request) ?? (PROBES.has(path) ? null : this.#refuseHost(request));
    if (refusal !== null) {
      this.#answer({ request, response }, refusal);
      return;
    }
    if (this.#behind === null) {
      this.#answerNotReady({ request, response }, path);
      return;
    }
    const userId = this.#userOf(request, this.#behind);
    const kind: RequestClass = userId !== 0 ? 'user' : FILE.test(path) ? 'files' : 'calls';
    const caller = userId !== 0 ? `u${userId}` : this.#options.addresses.networkOf(request);
    const exchange = { request, response, caller };
    if (!this.#take(exchange, kind)) return;
    if (kind === 'user' || PROBES.has(path)) this.#serve(exchange);
    else if (!this.#queue.push(caller, exchange)) this.#refuseBusy(exchange);
  };

  /** Sessions that memory does not hold are looked up by the call itself, which queues until then. */
  #userOf(request: IncomingMessage, { sessions }: Behind): number {
    const cookies = new Cookies(request.headers.cookie, this.#options.isHttps);
    const found = requestSession(sessions, request.headers, cookies);
    return found === null || found instanceof Promise ? 0 : found.userId;
  }

  #refuseHost({ headers, socket }: IncomingMessage): Refusal | null {
    return this.#options.own.ownsHost(headers.host, socket.localAddress)
      ? null
      : { error: 'request/wrong-host', field: 'Host' };
  }

  /** False, and the request is refused, when its caller has had enough for now. */
  #take(exchange: Exchange, kind: RequestClass): boolean {
    const { response, caller } = exchange;
    const bucket = this.#buckets[kind];
    const left = bucket.take(caller);
    const inFlight = this.#inFlight.get(caller) ?? 0;
    if (left >= 0 && inFlight < EDGE_LIMITS.inFlightOfOneCaller) {
      // Programs plan by it; a signed-in client that is far from its limit is spared the bytes.
      if (kind !== 'user' || left < bucket.limit.burst / 2) setRateHeaders(response, { kind, left, bucket });
      this.#inFlight.set(caller, inFlight + 1);
      response.once('close', () => this.#release(caller));
      return true;
    }
    this.#refuseTooMany(exchange, kind, left);
    return false;
  }

  #release(caller: string): void {
    const left = (this.#inFlight.get(caller) ?? 1) - 1;
    if (left === 0) this.#inFlight.delete(caller);
    else this.#inFlight.set(caller, left);
  }

  #serve({ request, response }: Exchange): void {
    if (!response.destroyed) this.#behind?.serve(request, response);
  }

  /** Held back for a moment, so that a client that asks again at once asks once a moment. */
  #refuseTooMany(exchange: Exchange, kind: RequestClass, left: number): void {
    this.figures.refusedTooMany++;
    const bucket = this.#buckets[kind];
    setRateHeaders(exchange.response, { kind, left, bucket });
    const retryAfter = { 'retry-after': String(Math.max(1, -left)) };
    const answer = () => this.#answer(exchange, { error: 'request/too-many' }, retryAfter);
    setTimeout(answer, EDGE_LIMITS.refusalHeldMs).unref();
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

/** What no client of ours sends. */
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

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** As the IETF's draft-ietf-httpapi-ratelimit-headers writes them: what may be done at once, what is left, and when it is whole again. */
function setRateHeaders(
  response: ServerResponse,
  { kind, left, bucket }: { kind: RequestClass; left: number; bucket: TokenBuckets<string> },
): void {
  const { burst, perSecond } = bucket.limit;
  const remaining = Math.max(0, left);
  response.setHeader('ratelimit-policy', `"${kind}";q=${burst};w=${Math.ceil(burst / perSecond)}`);
  response.setHeader('ratelimit', `"${kind}";r=${remaining};t=${Math.ceil((burst - remaining) / perSecond)}`);
}

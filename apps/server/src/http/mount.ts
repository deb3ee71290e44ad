/** Mounts every call of the protocol: session, parsing, idempotency, handler, envelope. */
import {
  CALLS,
  isRead,
  isRefusal,
  OPERATOR_CALLS,
  type Call,
  type CallName,
  type Refusal,
} from '@glasshouse/protocol';
import type { SessionIdentity, SessionReader } from './session-reader.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorFields, type Log } from '../process/log.ts';
import { networkOf } from '../values/network.ts';
import { callerOf } from './caller.ts';
import type { GrowthBudget } from './growth-budget.ts';
import { answerOnce, type RefusalMemory } from './answer-once.ts';
import { requestSession, sessionRefusal } from './cookie-session.ts';
import { CallerSlots } from './caller-slots.ts';
import { Cookies } from './cookies.ts';
import { DownloadSlots, sendDownload } from './downloads.ts';
import { EDGE_LIMITS } from './edge-limits.ts';
import { callerOfUser, ownCallerOf } from './own-caller.ts';
import type { Guard } from './guard.ts';
import {
  languageOf,
  refusalText,
  replyShapeOf,
  statusOf,
  successText,
  wrapped,
  type ReplyShape,
} from './envelope.ts';
import {
  Download,
  DelayedRefusal,
  isNoted,
  ReplyText,
  Serialised,
  type AnyCallName,
  type Caller,
  type HandlerTable,
  type Language,
} from './handler.ts';
import { readIdempotency } from './idempotency.ts';
import { invalidField, invalidInput, unstorableField } from './invalid-input.ts';
import { JSON_HEADERS } from './raw-answer.ts';
import { noteRunning, onceDone } from './running-calls.ts';
import type { OfficePlaces, OperatorIdentity, OperatorReader } from './operator-reader.ts';
import type { SharedBody } from './shared-body.ts';
import { FairPool } from '../process/fair-pool.ts';
import { UploadSlots, type Sender, type UploadGates } from './uploads.ts';
import { slotsOfKnownOffice, slotsOfOffice, slotsOfVisitors, type VisitorSlots } from './visitor-slots.ts';

/** The result of a call; nearly every reply is HTTP 200. `failed` is an internal error. */
export type CallResult = 'success' | 'refused' | 'failed';

export interface MountOptions {
  readonly handlers: HandlerTable;
  readonly sessions: SessionReader;
  readonly operators: OperatorReader;
  readonly officePlaces: OfficePlaces;
  readonly guard: Guard;
  readonly uploadGates: UploadGates;
  readonly refusedRequests: RefusalMemory;
  readonly growth: GrowthBudget;
  readonly log: Log;
  /** Whether users connect by https: cookies are then sent only over https. */
  readonly isHttps: boolean;
  /** Called for each answered call with its duration. */
  readonly onAnswered: (call: Call, result: CallResult, seconds: number) => void;
}

type AnyHandler = (input: unknown, caller: Caller) => unknown;

const BUSY: Refusal = { error: 'request/busy' };

export function mountCalls(app: FastifyInstance, options: MountOptions): void {
  const slots = {
    uploads: new UploadSlots(),
    downloads: new DownloadSlots(),
    own: new CallerSlots(EDGE_LIMITS.runningOfOneCaller),
    reads: new FairPool(EDGE_LIMITS.runningReads),
    visitors: slotsOfVisitors(),
    office: slotsOfOffice(),
    knownOffice: slotsOfKnownOffice(),
  };
  for (const call of [...CALLS, ...OPERATOR_CALLS] as readonly Call[]) {
    const mounted = new MountedCall(call, options, slots);
    for (const prefix of call.prefixes) {
      app.route({
        method: call.method,
        url: prefix + call.path,
        ...(call.bodyBytesMax === null ? {} : { bodyLimit: call.bodyBytesMax }),
        ...(call.uploadBytesMax === null ? {} : mounted.uploadRoute(call.uploadBytesMax)),
        handler: (request, reply) => mounted.answer(request, reply),
      });
    }
  }
}

interface Slots {
  readonly uploads: UploadSlots;
  readonly downloads: DownloadSlots;
  /** Handlers of users and operators. */
  readonly own: CallerSlots;
  /** Of calls by which users only read. */
  readonly reads: FairPool;
  readonly visitors: VisitorSlots;
  readonly office: VisitorSlots;
  readonly knownOffice: VisitorSlots;
}

class MountedCall {
  readonly #call: Call;
  readonly #shape: ReplyShape;
  readonly #handler: AnyHandler;
  readonly #options: MountOptions;
  readonly #wrap: (json: string) => string;
  readonly #slots: Slots;
  readonly #isOfOffice: boolean;

  constructor(call: Call, options: MountOptions, slots: Slots) {
    this.#call = call;
    this.#slots = slots;
    this.#isOfOffice = (OPERATOR_CALLS as readonly Call[]).includes(call);
    const shape = replyShapeOf(call.name);
    this.#shape = shape;
    this.#wrap = (json) => wrapped(shape, json);
    this.#options = options;
    // The table is typed per call; here, where all calls are handled alike, input and data are
    // unknown.
    this.#handler = (options.handlers as unknown as Readonly<Record<string, AnyHandler>>)[
      call.name
    ] as AnyHandler;
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // The client has gone, and its slot among the running requests with it.
    if (reply.raw.destroyed) return reply.hijack();
    const startMs = performance.now();
    const running = this.#reply(request, reply);
    noteRunning(reply.raw, running);
    const result = await running;
    this.#options.onAnswered(this.#call, result, (performance.now() - startMs) / 1000);
    return reply;
  }

  async #reply(request: FastifyRequest, reply: FastifyReply): Promise<CallResult> {
    const language = languageOf(request.headers['accept-language']);
    const cookies = new Cookies(request.headers.cookie, this.#options.isHttps);
    try {
      const answer = await this.#run(request, { language, cookies });
      // The handler has already given back its slot when a delayed refusal waits here.
      const result = answer instanceof DelayedRefusal ? await answer.released() : answer;
      const lines = cookies.lines();
      if (lines.length > 0) reply.header('set-cookie', lines);
      if (isRefusal(result)) {
        this.#noteRefusal(request, result);
        void sendRefusal(reply, result, { language, shape: this.#shape });
        return 'refused';
      }
      if (result instanceof Download) return await this.#download(request, reply, { file: result, language });
      if (result instanceof Serialised) void sendShared(request, reply, result.body(this.#wrap));
      else if (result instanceof ReplyText) void sendJson(reply, this.#wrap(result.json));
      else void sendJson(reply, successText(this.#shape, result));
      return 'success';
    } catch (error) {
      this.#options.log.error({ call: this.#call.name, ...errorFields(error) }, 'a call failed');
      // A file that was begun is cut off.
      if (!reply.sent) void sendRefusal(reply, { error: 'request/failed' }, { language, shape: this.#shape });
      return 'failed';
    }
  }

  async #download(
    request: FastifyRequest,
    reply: FastifyReply,
    { file, language }: { readonly file: Download; readonly language: Language },
  ): Promise<CallResult> {
    const slot = this.#slots.downloads.take(userOf(request) ?? networkOf(request.ip));
    if (typeof slot !== 'function') {
      void sendRefusal(reply, slot, { language });
      return 'refused';
    }
    try {
      await sendDownload(reply, file);
    } finally {
      slot();
    }
    return 'success';
  }

  /** Refuses a file before reading it, if there is a reason, and closes the connection. */
  uploadRoute(bytesMax: number) {
    return {
      bodyLimit: bytesMax,
      config: { takesFile: true },
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        const refusal = await this.#refuseUpload(request, { reply, bytesMax });
        if (refusal === null) return undefined;
        this.#noteRefusal(request, refusal);
        const language = languageOf(request.headers['accept-language']);
        return sendRefusal(reply.header('connection', 'close'), refusal, { language });
      },
    };
  }

  async #refuseUpload(
    request: FastifyRequest,
    { reply, bytesMax }: { readonly reply: FastifyReply; readonly bytesMax: number },
  ): Promise<Refusal | null> {
    const from = await this.#senderOf(request);
    if ('error' in from) return from;
    const length = request.headers['content-length'];
    if (length === undefined) return invalidField('Content-Length', 'is required');
    if (Number(length) > bytesMax) return { error: 'request/too-large', field: 'body' };
    const full = this.#options.growth.refuseNow(this.#call);
    if (full !== null) return full;
    const gate = this.#options.uploadGates[this.#call.name as AnyCallName];
    const early = gate?.check?.(request.query) ?? null;
    if (early !== null) return early;
    const spent = (await gate?.take(from.sender)) ?? null;
    if (spent !== null) return spent;
    const giveBack = await this.#slots.uploads.take(from, reply.raw);
    if (giveBack === null) {
      // A sender who has left meanwhile has made others wait, and gets nothing back.
      if (!reply.raw.destroyed) await gate?.giveBack(from.sender);
      void reply.header('retry-after', String(UPLOAD_AGAIN_S));
      return { error: 'request/too-many' };
    }
    onceDone(reply.raw, giveBack);
    return null;
  }

  /** The sender of a file: an operator, a user, or a visitor's network. */
  async #senderOf(request: FastifyRequest): Promise<Sender | Refusal> {
    const cookies = new Cookies(request.headers.cookie, this.#options.isHttps);
    const session = await this.#sessionOf(request, cookies);
    if (session !== null) return { sender: String(session.userId), isVisitor: false };
    if (this.#call.access === 'user') return sessionRefusal(this.#options.sessions, request.headers, cookies);
    const operator = this.#operatorOf(request, cookies);
    if (operator === null) return { sender: networkOf(request.ip), isVisitor: true };
    return 'error' in operator ? operator : { sender: operator.name, isVisitor: false };
  }

  async #run(
    request: FastifyRequest,
    { language, cookies }: Pick<Caller, 'language' | 'cookies'>,
  ): Promise<unknown> {
    const isUpload = this.#call.uploadBytesMax !== null;
    const raw = (this.#call.method === 'GET' || isUpload ? request.query : request.body) ?? {};
    const session = (await this.#sessionOf(request, cookies)) ?? (await this.#sessionOfPayload(request, raw));
    if (session !== null) users.set(request, session.userId);
    else if (this.#call.access === 'user') {
      if (this.#call.endsSession) await this.#dropDead(cookies);
      return sessionRefusal(this.#options.sessions, request.headers, cookies);
    }
    const operator = this.#operatorOf(request, cookies);
    if (operator !== null && 'error' in operator) return operator;
    const parsed = this.#call.input.safeParse(raw);
    if (!parsed.success) return invalidInput(parsed.error.issues, raw);
    const unstorable = unstorableField(parsed.data);
    if (unstorable !== null) return invalidField(unstorable, 'not text');
    const header = this.#call.movesMoney ? request.headers['idempotency-key'] : undefined;
    const idempotency = readIdempotency(header, this.#call.name, parsed.data);
    if (idempotency === 'malformed')
      return invalidField('Idempotency-Key', '1 to 64 letters, digits or . _ : -');
    const upload = isUpload && request.body instanceof Uint8Array ? request.body : null;
    const refusalNow = () => this.#refusalNow(session?.userId ?? 0);
    const caller = callerOf(request, {
      session,
      operator,
      language,
      cookies,
      idempotency,
      upload,
      refusalNow,
    });
    return this.#inTurn(request, { input: parsed.data, caller });
  }

  /**
   * Users and operators wait for their own others, and what users read takes turns. Uploads have
   * slots of their own.
   */
  #inTurn(
    { raw }: FastifyRequest,
    { input, caller }: { readonly input: unknown; readonly caller: Caller },
  ): unknown {
    if (this.#call.uploadBytesMax !== null) return this.#guarded(input, caller);
    // If the client has left meanwhile, nobody would read the answer.
    const work = async (): Promise<unknown> => (raw.socket.destroyed ? BUSY : this.#guarded(input, caller));
    const own = ownCallerOf(raw) ?? (caller.userId === 0 ? null : callerOfUser(caller.userId));
    if (own !== null && caller.userId !== 0 && isRead(this.#call))
      return this.#slots.own.run(own, () => this.#slots.reads.run(own, work));
    if (own !== null) return this.#slots.own.run(own, work);
    return this.#slotsAt(caller.ip).run(caller.ip, work);
  }

  /** The slots of a caller without a session. */
  #slotsAt(ip: string): VisitorSlots {
    const { visitors, office, knownOffice } = this.#slots;
    if (!this.#isOfOffice) return visitors;
    return this.#options.officePlaces.has(networkOf(ip)) ? knownOffice : office;
  }

  /**
   * Clears the cookie if its session has ended. Another user may have signed in since: that cookie
   * stays.
   */
  async #dropDead(cookies: Cookies): Promise<void> {
    const token = cookies.read('session');
    if (token !== null && (await this.#options.sessions.find(token)) === null) cookies.clear('session');
  }

  /**
   * Logs failed sign-ins, failed proofs, denials by the guard, and limits: when, where and what,
   * but never the input.
   */
  #noteRefusal(request: FastifyRequest, { error, field }: Refusal): void {
    if (!SECURITY_REFUSALS.test(error)) return;
    this.#options.log.info(
      { call: this.#call.name, error, field, ip: request.ip, user: userOf(request) },
      'refused',
    );
  }

  #guarded(input: unknown, asker: Caller): unknown {
    const { growth, refusedRequests } = this.#options;
    const caller = this.#call.grows === null ? growth.withKey(asker) : asker;
    const asked = { call: this.#call, caller };
    const decide = () => this.#decided(input, caller);
    const answer = () =>
      caller.idempotency === null ? decide() : answerOnce(refusedRequests, asked, decide);
    return this.#call.grows === null ? answer() : growth.run(asked, answer);
  }

  #decided(input: unknown, caller: Caller): unknown {
    const { guard } = this.#options;
    if (caller.userId !== 0) guard.present(caller.userId);
    const { name, operation } = this.#call;
    if (this.#call.isLogged) return this.#logged(input, caller);
    if (operation === null) return this.#handler(input, caller);
    return guard.run({ call: name as CallName, operation, caller, input }, () =>
      this.#handler(input, caller),
    );
  }

  /** Nothing is shown or done without an entry in the log of operators. */
  async #logged(input: unknown, caller: Caller): Promise<unknown> {
    const answer: unknown = await this.#handler(input, caller);
    if (!isRefusal(answer) && !isNoted(caller))
      throw new Error(`${this.#call.name} has no entry in the log of operators`);
    return answer;
  }

  #refusalNow(userId: number): Refusal | null | Promise<Refusal | null> {
    const { operation } = this.#call;
    return operation === null ? null : this.#options.guard.refusalNow(userId, operation);
  }

  /** Public calls do not look up the session, because nothing in them depends on it. */
  #sessionOf(
    request: FastifyRequest,
    cookies: Cookies,
  ): SessionIdentity | null | Promise<SessionIdentity | null> {
    if (this.#call.access === 'public' || this.#call.access === 'operator') return null;
    return requestSession(this.#options.sessions, request.headers, cookies);
  }

  /**
   * The operator of a call of the back office, or why there is none. Null on every other call: a
   * token of the one never counts for the other.
   */
  #operatorOf({ headers }: FastifyRequest, cookies: Cookies): OperatorIdentity | Refusal | null {
    if (this.#call.access !== 'operator') return null;
    const token = cookies.read('operator');
    const isIdle = headers[IDLE_HEADER] !== undefined;
    const operator = token === null ? null : this.#options.operators.find(token, { isIdle });
    const shown = headers[SHOWN_OPERATOR_HEADER] ?? operator?.name;
    if (operator === null || operator.name !== shown) return { error: 'operators/not-signed-in' };
    const isAllowed = operator.role === 'admin' || this.#call.roles.includes(operator.role);
    return isAllowed ? operator : { error: 'operators/not-allowed' };
  }

  /** R7.4: a call whose payload has a token accepts it where the header is absent or empty. */
  #sessionOfPayload(
    { headers }: FastifyRequest,
    raw: unknown,
  ): SessionIdentity | null | Promise<SessionIdentity | null> {
    const takesToken = this.#call.access === 'user' && 'token' in this.#call.input.shape;
    if (!takesToken || (headers['x-access-token'] ?? '') !== '') return null;
    const { token } = raw as { readonly token?: unknown };
    return typeof token === 'string' && token !== '' ? this.#options.sessions.find(token) : null;
  }
}

/** Said by a page of an operator that nobody has touched for a while. */
const IDLE_HEADER = 'x-idle';

/**
 * The name that a page of the back office shows. Two windows share one cookie, so a page that still
 * shows the previous operator must not act as the next one.
 */
const SHOWN_OPERATOR_HEADER = 'x-operator';

/** The client may retry an upload after this many seconds. */
const UPLOAD_AGAIN_S = 5;
/** Refusals that say when to try again. */
const AGAIN_LATER: ReadonlySet<number> = new Set([429, 503]);
/** Where the refusal does not know better. */
const RETRY_AFTER_S = 10;

const SECURITY_REFUSALS = /^(identity|kyc|session|operators)\/|^request\/(too-many|invalid)$/;

/** The signed-in user of a request, if known so far. */
const users = new WeakMap<FastifyRequest, number>();
const userOf = (request: FastifyRequest): number | undefined => users.get(request);

export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.headers(JSON_HEADERS).send(text);
}

function sendShared(request: FastifyRequest, reply: FastifyReply, body: SharedBody): FastifyReply {
  const { bytes, encoding } = body.forClient(request.headers['accept-encoding']);
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.headers(JSON_HEADERS).header('vary', 'accept-encoding').send(bytes);
}

export function sendRefusal(
  reply: FastifyReply,
  refusal: Refusal,
  { language, shape = 'plain' }: { readonly language: Language; readonly shape?: ReplyShape },
): FastifyReply {
  const status = statusOf(refusal);
  if (AGAIN_LATER.has(status) && !reply.hasHeader('retry-after'))
    void reply.header('retry-after', String(refusal.retryAfterS ?? RETRY_AFTER_S));
  return reply
    .code(status)
    .headers(JSON_HEADERS)
    .send(refusalText(refusal, language, shape));
}

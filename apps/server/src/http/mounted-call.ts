/**
 * One call of the protocol: session, check of the input, idempotency, guard, handler, envelope. It
 * answers requests that the framework has parsed as well as those that came past it. On the way to
 * the handler and back a promise is made only where something waits.
 */
import {
  isRead,
  isRefusal,
  OPERATOR_CALLS,
  type Call,
  type CallName,
  type Refusal,
} from '@glasshouse/protocol';
import { FairPool } from '../process/fair-pool.ts';
import { errorFields, type Log } from '../process/log.ts';
import { networkOf } from '../values/network.ts';
import { answerOnce, type RefusalMemory } from './answer-once.ts';
import type { Answering, Asked, JsonReply } from './asked.ts';
import { CallSessions } from './call-sessions.ts';
import { callerOf } from './caller.ts';
import { CallerSlots } from './caller-slots.ts';
import { CheckedInput } from './checked-input.ts';
import { Cookies } from './cookies.ts';
import { DownloadSlots } from './downloads.ts';
import { EDGE_LIMITS } from './edge-limits.ts';
import { languageOf, refusalReply, replyShapeOf, successText, wrapped, type ReplyShape } from './envelope.ts';
import type { GrowthBudget } from './growth-budget.ts';
import type { Guard } from './guard.ts';
import {
  DelayedRefusal,
  Download,
  isNoted,
  ReplyText,
  Serialised,
  type Caller,
  type HandlerTable,
  type Language,
} from './handler.ts';
import { readIdempotency } from './idempotency.ts';
import { invalidField, invalidInput, unstorableField } from './invalid-input.ts';
import type { OfficePlaces, OperatorReader } from './operator-reader.ts';
import { callerOfUser, ownCallerOf } from './own-caller.ts';
import { noteRunning } from './running-calls.ts';
import type { SessionIdentity, SessionReader } from './session-reader.ts';
import { UploadSlots } from './uploads.ts';
import { slotsOfKnownOffice, slotsOfOffice, slotsOfVisitors, type VisitorSlots } from './visitor-slots.ts';

/** The result of a call; nearly every reply is HTTP 200. `failed` is an internal error. */
export type CallResult = 'success' | 'refused' | 'failed';

export interface CallOptions {
  readonly handlers: HandlerTable;
  readonly sessions: SessionReader;
  readonly operators: OperatorReader;
  readonly officePlaces: OfficePlaces;
  readonly guard: Guard;
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

/** What all calls share. */
export const newSlots = () => ({
  uploads: new UploadSlots(),
  downloads: new DownloadSlots(),
  /** Handlers of users and operators. */
  own: new CallerSlots(EDGE_LIMITS.runningOfOneCaller),
  /** Of calls by which users only read. */
  reads: new FairPool(EDGE_LIMITS.runningReads),
  visitors: slotsOfVisitors(),
  office: slotsOfOffice(),
  knownOffice: slotsOfKnownOffice(),
});
export type Slots = ReturnType<typeof newSlots>;

type Asking = Pick<Caller, 'language' | 'cookies'>;

export class MountedCall {
  readonly call: Call;
  readonly #shape: ReplyShape;
  readonly #handler: AnyHandler;
  readonly #input: CheckedInput;
  readonly #sessions: CallSessions;
  readonly #options: CallOptions;
  readonly #wrap: (json: string) => string;
  readonly #slots: Slots;
  readonly #isOfOffice: boolean;
  readonly #isRead: boolean;
  readonly #refusalNow: (userId: number) => Refusal | null | Promise<Refusal | null>;

  constructor(call: Call, options: CallOptions, slots: Slots) {
    this.call = call;
    this.#input = new CheckedInput(call.input);
    this.#sessions = new CallSessions(call, options);
    this.#slots = slots;
    this.#isOfOffice = (OPERATOR_CALLS as readonly Call[]).includes(call);
    this.#isRead = isRead(call);
    const shape = replyShapeOf(call.name);
    this.#shape = shape;
    this.#wrap = (json) => wrapped(shape, json);
    this.#options = options;
    // The table is typed per call; here, where all calls are handled alike, input and data are
    // unknown.
    this.#handler = (options.handlers as unknown as Readonly<Record<string, AnyHandler>>)[
      call.name
    ] as AnyHandler;
    const { operation } = call;
    this.#refusalNow = (userId) => (operation === null ? null : options.guard.refusalNow(userId, operation));
  }

  /** Settles when the answer is on its way and the handler has ended. */
  answer(asked: Asked, answering: Answering): Promise<void> {
    const running = this.#answer(asked, answering);
    noteRunning(asked.response, running);
    return running;
  }

  async #answer(asked: Asked, answering: Answering): Promise<void> {
    const startMs = performance.now();
    const { headers } = asked.request;
    const language = languageOf(headers['accept-language']);
    const cookies = new Cookies(headers.cookie, this.#options.isHttps);
    let result: CallResult = 'failed';
    try {
      const ran = this.#run(asked, { language, cookies });
      const data = ran instanceof Promise ? ((await ran) as unknown) : ran;
      // The handler has already given back its slot when a delayed refusal waits here.
      const answer = data instanceof DelayedRefusal ? await data.released() : data;
      if (answer instanceof Download) result = await this.#download(asked, answering, answer);
      else {
        answering.send(withCookies(this.#replyTo(asked, answer, language), cookies));
        result = isRefusal(answer) ? 'refused' : 'success';
      }
    } catch (error) {
      this.#options.log.error({ call: this.call.name, ...errorFields(error) }, 'a call failed');
      // A file that was begun is cut off.
      if (!answering.isSent) answering.send(refusalReply({ error: 'request/failed' }, language, this.#shape));
    }
    this.#options.onAnswered(this.call, result, (performance.now() - startMs) / 1000);
  }

  #replyTo(asked: Asked, answer: unknown, language: Language): JsonReply {
    if (isRefusal(answer)) {
      noteRefusal(this.#options.log, { call: this.call, asked }, answer);
      return refusalReply(answer, language, this.#shape);
    }
    if (answer instanceof ReplyText) return { status: 200, body: this.#wrap(answer.json) };
    if (!(answer instanceof Serialised)) return { status: 200, body: successText(this.#shape, answer) };
    const shared = answer.body(this.#wrap).forClient(asked.request.headers['accept-encoding']);
    const encoded = shared.encoding === null ? {} : { 'content-encoding': shared.encoding };
    return { status: 200, headers: { ...encoded, vary: 'accept-encoding' }, body: shared.bytes };
  }

  async #download(asked: Asked, answering: Answering, file: Download): Promise<CallResult> {
    const slot = this.#slots.downloads.take(asked.userId === 0 ? networkOf(asked.ip) : asked.userId);
    if (typeof slot !== 'function') {
      answering.send(refusalReply(slot, languageOf(asked.request.headers['accept-language'])));
      return 'refused';
    }
    try {
      await answering.sendFile(file);
    } finally {
      slot();
    }
    return 'success';
  }

  #run(asked: Asked, asking: Asking): unknown {
    const found = this.#sessions.sessionOf(asked, asking.cookies);
    return found instanceof Promise
      ? found.then((session) => this.#runFor(session, asked, asking))
      : this.#runFor(found, asked, asking);
  }

  #runFor(session: SessionIdentity | null, asked: Asked, asking: Asking): unknown {
    const { request, raw } = asked;
    if (session !== null) asked.userId = session.userId;
    else if (this.call.access === 'user') return this.#sessions.refuseVisitor(request, asking.cookies);
    const operator = this.#sessions.operatorOf(request, asking.cookies);
    if (operator !== null && 'error' in operator) return operator;
    const parsed = this.#input.check(raw);
    if (!parsed.success) return invalidInput(parsed.error.issues, raw);
    const unstorable = unstorableField(parsed.data);
    if (unstorable !== null) return invalidField(unstorable, 'not text');
    const header = this.call.movesMoney ? request.headers['idempotency-key'] : undefined;
    const idempotency = readIdempotency(header, this.call.name, parsed.data);
    if (idempotency === 'malformed')
      return invalidField('Idempotency-Key', '1 to 64 letters, digits or . _ : -');
    const { userId } = asked;
    const refusalNow = () => this.#refusalNow(userId);
    const caller = callerOf(asked, { session, operator, ...asking, idempotency, refusalNow });
    return this.#inTurn(asked, parsed.data, caller);
  }

  /**
   * Users and operators wait for their own others, and what users read takes turns. Uploads have
   * slots of their own.
   */
  #inTurn({ request }: Asked, input: unknown, caller: Caller): unknown {
    if (this.call.uploadBytesMax !== null) return this.#guarded(input, caller);
    // If the client has left meanwhile, nobody would read the answer.
    const work = (): unknown => (request.socket.destroyed ? BUSY : this.#guarded(input, caller));
    const own = ownCallerOf(request) ?? (caller.userId === 0 ? null : callerOfUser(caller.userId));
    if (own === null) return this.#slotsAt(caller.ip).run(caller.ip, async () => work());
    if (caller.userId !== 0 && this.#isRead)
      return this.#slots.own.run(own, () => this.#slots.reads.run(own, async () => work()));
    return this.#slots.own.run(own, work);
  }

  /** The slots of a caller without a session. */
  #slotsAt(ip: string): VisitorSlots {
    const { visitors, office, knownOffice } = this.#slots;
    if (!this.#isOfOffice) return visitors;
    return this.#options.officePlaces.has(networkOf(ip)) ? knownOffice : office;
  }

  #guarded(input: unknown, asker: Caller): unknown {
    const { growth, refusedRequests } = this.#options;
    const caller = this.call.grows === null ? growth.withKey(asker) : asker;
    const asked = { call: this.call, caller };
    const decide = () => this.#decided(input, caller);
    const answer = caller.idempotency === null ? decide : () => answerOnce(refusedRequests, asked, decide);
    return this.call.grows === null ? answer() : growth.run(asked, answer);
  }

  #decided(input: unknown, caller: Caller): unknown {
    const { guard } = this.#options;
    if (caller.userId !== 0) guard.present(caller.userId);
    const { name, operation } = this.call;
    if (this.call.isLogged) return this.#logged(input, caller);
    if (operation === null) return this.#handler(input, caller);
    return guard.run({ call: name as CallName, operation, caller, input }, () =>
      this.#handler(input, caller),
    );
  }

  /** Nothing is shown or done without an entry in the log of operators. */
  async #logged(input: unknown, caller: Caller): Promise<unknown> {
    const answer: unknown = await this.#handler(input, caller);
    if (!isRefusal(answer) && !isNoted(caller))
      throw new Error(`${this.call.name} has no entry in the log of operators`);
    return answer;
  }
}

function withCookies(reply: JsonReply, cookies: Cookies): JsonReply {
  const lines = cookies.lines();
  return lines.length === 0 ? reply : { ...reply, headers: { ...reply.headers, 'set-cookie': [...lines] } };
}

const SECURITY_REFUSALS = /^(identity|kyc|session|operators)\/|^request\/(too-many|invalid)$/;

/**
 * Logs failed sign-ins, failed proofs, denials by the guard, and limits: when, where and what, but
 * never the input.
 */
export function noteRefusal(
  log: Log,
  { call, asked }: { readonly call: Call; readonly asked: Pick<Asked, 'ip' | 'userId'> },
  { error, field }: Refusal,
): void {
  if (!SECURITY_REFUSALS.test(error)) return;
  const user = asked.userId === 0 ? undefined : asked.userId;
  log.info({ call: call.name, error, field, ip: asked.ip, user }, 'refused');
}

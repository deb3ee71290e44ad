/** Mounts every call of the protocol: session, parsing, idempotency, handler, envelope. */
import { CALLS, isRefusal, type Call, type Refusal } from '@glasshouse/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorFields, type Log } from '../log.ts';
import { languageOf, refusalText, replyShapeOf, statusOf, successText, type ReplyShape } from './envelope.ts';
import type { Caller, HandlerTable, Idempotency, Language } from './handler.ts';
import { readIdempotency } from './idempotency.ts';
import { invalidField, invalidInput } from './invalid-input.ts';

export interface SessionIdentity {
  readonly userId: number;
  readonly sessionKey: string;
}

/** Who a token belongs to. Answers at once when the session is in memory. */
export interface SessionReader {
  find(token: string): SessionIdentity | null | Promise<SessionIdentity | null>;
}

export interface MountOptions {
  readonly handlers: HandlerTable;
  readonly sessions: SessionReader;
  readonly log: Log;
}

type AnyHandler = (input: unknown, caller: Caller) => unknown;

export function mountCalls(app: FastifyInstance, options: MountOptions): void {
  for (const call of CALLS) {
    const mounted = new MountedCall(call, options);
    for (const prefix of call.prefixes) {
      app.route({
        method: call.method,
        url: prefix + call.path,
        handler: (request, reply) => mounted.answer(request, reply),
      });
    }
  }
}

class MountedCall {
  private readonly call: Call;
  private readonly shape: ReplyShape;
  private readonly handler: AnyHandler;
  private readonly options: MountOptions;

  constructor(call: Call, options: MountOptions) {
    this.call = call;
    this.shape = replyShapeOf(call.name);
    this.options = options;
    // The table is typed call by call; here, where all calls are alike, input and data are unknown.
    this.handler = (options.handlers as unknown as Readonly<Record<string, AnyHandler>>)[
      call.name
    ] as AnyHandler;
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = languageOf(request.headers['accept-language']);
    try {
      const result = await this.run(request, language);
      if (isRefusal(result)) return sendRefusal(reply, result, { language, shape: this.shape });
      return sendJson(reply, successText(this.shape, result));
    } catch (error) {
      this.options.log.error('a call failed', { call: this.call.name, ...errorFields(error) });
      return sendRefusal(reply, { error: 'request/failed' }, { language, shape: this.shape });
    }
  }

  private async run(request: FastifyRequest, language: Language): Promise<unknown> {
    const session = await this.sessionOf(request);
    if (session === null && this.call.access === 'user') return SESSION_INVALID;
    const raw = (this.call.method === 'GET' ? request.query : request.body) ?? {};
    const parsed = this.call.input.safeParse(raw);
    if (!parsed.success) return invalidInput(parsed.error.issues, raw);
    const header = this.call.movesMoney ? request.headers['idempotency-key'] : undefined;
    const idempotency = readIdempotency(header, this.call.name, parsed.data);
    if (idempotency === 'malformed')
      return invalidField('Idempotency-Key', '1 to 64 letters, digits or . _ : -');
    return this.handler(parsed.data, callerOf(request, { session, language, idempotency }));
  }

  /** Public calls do not look the session up: nothing of theirs depends on it. */
  private sessionOf(request: FastifyRequest): SessionIdentity | null | Promise<SessionIdentity | null> {
    if (this.call.access === 'public') return null;
    const token = request.headers['x-access-token'];
    return typeof token === 'string' && token !== '' ? this.options.sessions.find(token) : null;
  }
}

const SESSION_INVALID: Refusal = { error: 'session/invalid' };

interface CallerParts {
  readonly session: SessionIdentity | null;
  readonly language: Language;
  readonly idempotency: Idempotency | null;
}

function callerOf(request: FastifyRequest, parts: CallerParts): Caller {
  return {
    userId: parts.session?.userId ?? 0,
    sessionKey: parts.session?.sessionKey ?? '',
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    language: parts.language,
    idempotency: parts.idempotency,
  };
}

export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.headers(API_HEADERS).send(text);
}

export function sendRefusal(
  reply: FastifyReply,
  refusal: Refusal,
  { language, shape = 'plain' }: { readonly language: Language; readonly shape?: ReplyShape },
): FastifyReply {
  return reply
    .code(statusOf(refusal))
    .headers(API_HEADERS)
    .send(refusalText(refusal, language, shape));
}

/** What every reply of the API carries. Pages carry helmet's full set instead, see site.ts. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** Refuses a file before reading it, if there is a reason, and closes the connection. */
import type { Call, Refusal } from '@glasshouse/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../values/network.ts';
import { CallSessions } from './call-sessions.ts';
import { Cookies } from './cookies.ts';
import { languageOf } from './envelope.ts';
import { sendRefusal } from './framework-reply.ts';
import type { AnyCallName } from './handler.ts';
import { invalidField } from './invalid-input.ts';
import { noteRefusal, type CallOptions, type Slots } from './mounted-call.ts';
import { onceDone } from './running-calls.ts';
import type { Sender, UploadGates } from './uploads.ts';

export interface UploadOptions extends CallOptions {
  readonly uploadGates: UploadGates;
}

/** The client may retry an upload after this many seconds. */
const UPLOAD_AGAIN_S = 5;

export class UploadRoute {
  readonly #call: Call;
  readonly #options: UploadOptions;
  readonly #sessions: CallSessions;
  readonly #slots: Slots;

  constructor(call: Call, options: UploadOptions, slots: Slots) {
    this.#call = call;
    this.#options = options;
    this.#sessions = new CallSessions(call, options);
    this.#slots = slots;
  }

  /** What the route of the call adds. */
  options(bytesMax: number) {
    return {
      bodyLimit: bytesMax,
      config: { takesFile: true },
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        const refusal = await this.#refuse(request, { reply, bytesMax });
        if (refusal === null) return undefined;
        const asked = { ip: request.ip, userId: 0 };
        noteRefusal(this.#options.log, { call: this.#call, asked }, refusal);
        const language = languageOf(request.headers['accept-language']);
        return sendRefusal(reply.header('connection', 'close'), refusal, { language });
      },
    };
  }

  async #refuse(
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
    const session = await this.#sessions.sessionOfHeaders(request.raw, cookies);
    if (session !== null) return { sender: String(session.userId), isVisitor: false };
    if (this.#call.access === 'user') return this.#sessions.refuseUnsigned(request.raw, cookies);
    const operator = this.#sessions.operatorOf(request.raw, cookies);
    if (operator === null) return { sender: networkOf(request.ip), isVisitor: true };
    return 'error' in operator ? operator : { sender: operator.name, isVisitor: false };
  }
}

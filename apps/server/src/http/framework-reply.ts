/** Replies by the framework: of calls that it has parsed, and refusals of its other routes. */
import type { Refusal } from '@glasshouse/protocol';
import type { FastifyReply } from 'fastify';
import type { Answering, JsonReply } from './asked.ts';
import { sendDownload } from './downloads.ts';
import { refusalReply, type ReplyShape } from './envelope.ts';
import type { Download, Language } from './handler.ts';
import { JSON_HEADERS } from './raw-answer.ts';

export class FrameworkReply implements Answering {
  readonly #reply: FastifyReply;

  constructor(reply: FastifyReply) {
    this.#reply = reply;
  }

  get isSent(): boolean {
    return this.#reply.sent;
  }

  send({ status, headers, body }: JsonReply): void {
    void this.#reply
      .code(status)
      .headers(JSON_HEADERS)
      .headers(headers ?? {})
      .send(body);
  }

  sendFile(file: Download): Promise<void> {
    return sendDownload(this.#reply, file);
  }
}

export function sendRefusal(
  reply: FastifyReply,
  refusal: Refusal,
  { language, shape = 'plain' }: { readonly language: Language; readonly shape?: ReplyShape },
): FastifyReply {
  const { status, headers = {}, body } = refusalReply(refusal, language, shape);
  const given = reply.getHeader('retry-after');
  const again = given === undefined ? {} : { 'retry-after': given };
  return reply
    .code(status)
    .headers(JSON_HEADERS)
    .headers({ ...headers, ...again })
    .send(body);
}

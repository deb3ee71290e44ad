/**
 * Serves calls in the form in which nearly all come, past the framework: a POST of short JSON to
 * the exact path of a call. An order costs the main thread a tenth less than by the framework,
 * which routes, parses and answers anything, with the same checks and the same reply. All others go
 * there (D0020).
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '@glasshouse/protocol';
import type { Contain } from '../process/containment.ts';
import type { Answering, JsonReply } from './asked.ts';
import type { ClientAddresses } from './client-address.ts';
import { BODY_LIMIT_BYTES } from './edge-limits.ts';
import { languageOf, refusalReply } from './envelope.ts';
import type { MountedCall } from './mounted-call.ts';
import type { OwnAddresses } from './origin.ts';
import { JSON_HEADERS } from './raw-answer.ts';
import { OFFICE } from './target.ts';

/** What parses a body: the value, or why it is refused. */
export type ReadJson = (text: string) => { readonly value: unknown } | { readonly refusal: Refusal };

export interface DirectOptions {
  readonly calls: ReadonlyMap<string, MountedCall>;
  readonly addresses: ClientAddresses;
  readonly own: OwnAddresses;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly readJson: ReadJson;
  readonly contain: Contain;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface DirectCall {
  readonly mounted: MountedCall;
  readonly bodyBytesMax: number;
  readonly asked: 'office' | 'site';
}

const JSON_TYPES: ReadonlySet<string> = new Set(
  ['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8'].flatMap(
    (type) => [type, type.replace('utf-8', 'UTF-8')],
  ),
);

export class DirectCalls {
  readonly #calls = new Map<string, DirectCall>();
  readonly #options: DirectOptions;
  /** Names and values in turn, the form that Node writes with the least work. */
  readonly #lines: readonly string[];
  readonly #answer: (mounted: MountedCall, exchange: Exchange, body: Body) => void;

  constructor(options: DirectOptions) {
    this.#options = options;
    this.#lines = Object.entries({ ...options.headers, ...JSON_HEADERS }).flat();
    this.#answer = options.contain('a call', this.#answerBody, (_mounted, { request }) =>
      request.socket.destroy(),
    );
    for (const [path, mounted] of options.calls) {
      const { method, uploadBytesMax, download, bodyBytesMax } = mounted.call;
      if (method !== 'POST' || uploadBytesMax !== null || download !== null) continue;
      const asked = OFFICE.test(path) ? 'office' : 'site';
      this.#calls.set(path, { mounted, bodyBytesMax: bodyBytesMax ?? BODY_LIMIT_BYTES, asked });
    }
  }

  /**
   * Serves the request and returns true if it has that form. `lines` are further headers of its
   * answer, names and values in turn.
   */
  take(request: IncomingMessage, response: ServerResponse, lines: readonly string[]): boolean {
    const { method, url, headers, socket } = request;
    const call = method === 'POST' ? this.#calls.get(url ?? '') : undefined;
    if (call === undefined || !isShortJson(headers, call.bodyBytesMax)) return false;
    if (!this.#options.own.ownsOrigin(headers, socket.localAddress, call.asked)) return false;
    const exchange = { request, response };
    readText(request, (text) => this.#answer(call.mounted, exchange, { text, lines }));
    return true;
  }

  readonly #answerBody = (
    mounted: MountedCall,
    { request, response }: Exchange,
    { text, lines }: Body,
  ): Promise<void> | undefined => {
    // The client has gone, and its slot among the running requests with it.
    if (response.destroyed) return undefined;
    const answering = new DirectReply(response, [...this.#lines, ...lines]);
    const read = this.#options.readJson(text);
    if ('refusal' in read) {
      answering.send(refusalReply(read.refusal, languageOf(request.headers['accept-language'])));
      return undefined;
    }
    const ip = this.#options.addresses.addressOf(request);
    const asked = { request, response, ip, raw: read.value ?? {}, upload: null, userId: 0 };
    return mounted.answer(asked, answering);
  };
}

interface Body {
  readonly text: string;
  readonly lines: readonly string[];
}

/** Of a length that is said before, so that none is read in vain. */
function isShortJson(headers: IncomingHttpHeaders, bytesMax: number): boolean {
  const length = headers['content-length'];
  return (
    length !== undefined &&
    Number(length) <= bytesMax &&
    headers['transfer-encoding'] === undefined &&
    JSON_TYPES.has(headers['content-type'] ?? '')
  );
}

/** The bytes come in one piece but for clients that send them so. */
function readText(request: IncomingMessage, then: (text: string) => void): void {
  let bytes: Buffer | null = null;
  request.on('data', (piece: Buffer) => {
    bytes = bytes === null ? piece : Buffer.concat([bytes, piece]);
  });
  request.on('end', () => then(bytes === null ? '' : bytes.toString()));
}

class DirectReply implements Answering {
  readonly #response: ServerResponse;
  readonly #lines: (string | string[])[];

  constructor(response: ServerResponse, lines: (string | string[])[]) {
    this.#response = response;
    this.#lines = lines;
  }

  get isSent(): boolean {
    return this.#response.headersSent;
  }

  send({ status, headers, body }: JsonReply): void {
    const lines = this.#lines;
    if (headers !== undefined) for (const [name, value] of Object.entries(headers)) lines.push(name, value);
    lines.push('content-length', String(Buffer.byteLength(body)));
    // Node sends a head and a text in one write.
    this.#response.writeHead(status, lines as string[]).end(body);
  }

  sendFile(): Promise<void> {
    throw new Error('a file is sent by the framework');
  }
}

/**
 * The trading API over HTTP: /api/v3 and /sapi/v1. Takes its requests past the framework: their
 * parameters are a query, a form or both, and their signature is of these bytes as they were sent.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { ClientAddresses } from '../http/client-address.ts';
import { BODY_LIMIT_BYTES } from '../http/edge-limits.ts';
import { languageOf, retryAfterS } from '../http/envelope.ts';
import { ReplyText, Serialised } from '../http/handler.ts';
import { invalidField } from '../http/invalid-input.ts';
import { JSON_HEADERS } from '../http/raw-answer.ts';
import type { Contain } from '../process/containment.ts';
import { errorFields, type Log } from '../process/log.ts';
import { networkOf } from '../values/network.ts';
import type { Asking, OpenEndpoint, ProgramDoor } from './door.ts';
import { ProgramFailure } from '../http/endpoint-handler.ts';
import { isOfPrograms, programRefusal } from '../http/program-refusals.ts';
import { parametersOfHttp } from './signed-request.ts';

export interface ProgramRestOptions {
  readonly door: ProgramDoor;
  readonly addresses: ClientAddresses;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contain: Contain;
  readonly log: Log;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly lines: readonly string[];
}

const FORM = /^application\/x-www-form-urlencoded\b/i;

export class ProgramRest {
  readonly #options: ProgramRestOptions;
  readonly #lines: readonly string[];
  readonly #answer: (exchange: Exchange, body: string) => void;

  constructor(options: ProgramRestOptions) {
    this.#options = options;
    this.#lines = Object.entries({ ...options.headers, ...JSON_HEADERS }).flat();
    this.#answer = options.contain('a request of a program', this.#answerNow, ({ request }) =>
      request.socket.destroy(),
    );
  }

  /** Serves the request and returns true if its path is of this API. */
  take(request: IncomingMessage, response: ServerResponse, lines: readonly string[]): boolean {
    if (!isOfPrograms(request.url ?? '')) return false;
    const exchange = { request, response, lines };
    const length = Number(request.headers['content-length'] ?? 0);
    if (request.headers['transfer-encoding'] !== undefined || length > BODY_LIMIT_BYTES)
      this.#refuse(exchange, { error: 'request/too-large' });
    else if (length === 0) this.#answer(exchange, '');
    else if (!FORM.test(request.headers['content-type'] ?? ''))
      this.#refuse(exchange, invalidField('Content-Type', 'send application/x-www-form-urlencoded'));
    else readText(request, (text) => this.#answer(exchange, text));
    return true;
  }

  readonly #answerNow = async (exchange: Exchange, body: string): Promise<void> => {
    const { request, response } = exchange;
    if (response.destroyed) return;
    const { door, addresses, log } = this.#options;
    const url = request.url ?? '';
    const at = url.indexOf('?');
    const path = at === -1 ? url : url.slice(0, at);
    const open = door.byPath.get(`${request.method === 'HEAD' ? 'GET' : request.method} ${path}`);
    if (open === undefined) return this.#refuse(exchange, { error: 'request/unknown-route' });
    const sent = parametersOfHttp(at === -1 ? '' : url.slice(at + 1), body);
    const asking = this.#askingOf(request, addresses.addressOf(request));
    if (isRefusal(sent)) return this.#refuse(exchange, door.weigh(asking, 1) ?? sent, { open });
    try {
      const asked = door.ask(open, asking, sent);
      const answer = asked instanceof Promise ? ((await asked) as unknown) : asked;
      this.#send(exchange, { answer, open, asking });
    } catch (error) {
      log.error({ endpoint: open.endpoint.name, ...errorFields(error) }, 'an endpoint failed');
      if (!response.headersSent) this.#refuse(exchange, { error: 'request/failed' }, { open });
    }
  };

  #askingOf({ headers }: IncomingMessage, ip: string): Asking {
    const apiKey = headers['x-mbx-apikey'];
    return {
      ip,
      userAgent: headers['user-agent'] ?? '',
      language: languageOf(headers['accept-language']),
      apiKey: typeof apiKey === 'string' ? apiKey : null,
      session: null,
    };
  }

  #send(
    exchange: Exchange,
    {
      answer,
      open,
      asking,
    }: { readonly answer: unknown; readonly open: OpenEndpoint; readonly asking: Asking },
  ): void {
    const used = ['x-mbx-used-weight-1m', String(this.#options.door.weights.usedBy(networkOf(asking.ip)))];
    if (isRefusal(answer)) return this.#refuse(exchange, answer, { open, more: used });
    if (answer instanceof Serialised) return this.#writeShared(exchange, answer, used);
    if (answer instanceof ProgramFailure) {
      const { status, body } = answer;
      return this.#write(exchange, { status, body: JSON.stringify(body), more: used });
    }
    const body = answer instanceof ReplyText ? answer.json : JSON.stringify(answer);
    this.#write(exchange, { status: 200, body, more: [...used, ...this.#orderLines(open, asking)] });
  }

  /** How many orders the user has placed, after one more. */
  #orderLines({ endpoint }: OpenEndpoint, { apiKey }: Asking): readonly string[] {
    if (endpoint.orders === 0 || apiKey === null) return [];
    const counts = this.#options.door.orderCounts(apiKey);
    return counts === null
      ? []
      : ['x-mbx-order-count-10s', String(counts.inTen), 'x-mbx-order-count-1d', String(counts.inDay)];
  }

  #refuse(
    exchange: Exchange,
    refusal: Refusal,
    { open, more = [] }: { readonly open?: OpenEndpoint; readonly more?: readonly string[] } = {},
  ): void {
    const language = languageOf(exchange.request.headers['accept-language']);
    const { status, body } = programRefusal(refusal, language, open?.endpoint);
    const seconds = retryAfterS(refusal, status);
    const again = seconds === null ? [] : ['retry-after', String(seconds)];
    this.#write(exchange, { status, body: JSON.stringify(body), more: [...more, ...again] });
  }

  #writeShared({ request, response, lines }: Exchange, answer: Serialised, more: readonly string[]): void {
    const { bytes, encoding } = answer.body((json) => json).forClient(request.headers['accept-encoding']);
    const encoded = encoding === null ? [] : ['content-encoding', encoding];
    const length = ['vary', 'accept-encoding', 'content-length', String(bytes.length)];
    response.writeHead(200, [...this.#lines, ...lines, ...more, ...encoded, ...length]).end(bytes);
  }

  #write(
    { response, lines }: Exchange,
    {
      status,
      body,
      more,
    }: { readonly status: number; readonly body: string; readonly more: readonly string[] },
  ): void {
    const length = ['content-length', String(Buffer.byteLength(body))];
    response.writeHead(status, [...this.#lines, ...lines, ...more, ...length]).end(body);
  }
}

/** The bytes come in one piece but for clients that send them so. */
function readText(request: IncomingMessage, then: (text: string) => void): void {
  let bytes: Buffer | null = null;
  request.on('data', (piece: Buffer) => {
    bytes = bytes === null ? piece : Buffer.concat([bytes, piece]);
  });
  request.on('end', () => then(bytes === null ? '' : bytes.toString()));
}

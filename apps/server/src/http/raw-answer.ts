/** Answers given before the application sees a request, and the headers of every answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '@glasshouse/protocol';
import { isOfPrograms, programRefusal } from './program-refusals.ts';
import { languageOf, refusalText, statusOf } from './envelope.ts';

type Headers = Readonly<Record<string, string>>;

/** Headers of every answer. Pages have helmet's fuller policy instead of this one, see site.ts. */
const ALWAYS: Headers = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};
const HSTS_SECONDS = 31_536_000;

/** Further headers of the API's answers. */
export const JSON_HEADERS: Headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
};

/** If users connect by https, browsers must never use anything else. */
export function alwaysHeaders(publicUrl: string | null): Headers {
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  return isHttps
    ? { ...ALWAYS, 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` }
    : ALWAYS;
}

/** Answers a refusal in the language that the client requests. */
export function answerRefusal(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  refusal: Refusal,
  headers: Headers,
): void {
  if (response.destroyed || response.headersSent) return;
  const language = languageOf(request.headers['accept-language']);
  if (isOfPrograms(request.url ?? '')) {
    const { status, body } = programRefusal(refusal, language);
    response.writeHead(status, { ...JSON_HEADERS, ...headers }).end(JSON.stringify(body));
    return;
  }
  const text = refusalText(refusal, language);
  response.writeHead(statusOf(refusal), { ...JSON_HEADERS, ...headers }).end(text);
}

/**
 * Answers on a socket that has no response object, because the parser refused the request or it was
 * for a stream. Closes the socket.
 */
export function answerSocket(
  socket: Duplex,
  answer: {
    readonly status: number;
    readonly refusal: Refusal;
    readonly headers: Headers;
    readonly isForPrograms?: boolean;
  },
): void {
  const { status, refusal, headers, isForPrograms = false } = answer;
  const text = isForPrograms
    ? JSON.stringify(programRefusal(refusal, 'en').body)
    : refusalText(refusal, 'en');
  const all = {
    ...JSON_HEADERS,
    ...headers,
    connection: 'close',
    'content-length': String(Buffer.byteLength(text)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  // Node removes its own listeners from such a socket; without this one a stranger's reset would
  // end the process.
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
}

/** The listening socket. It opens before the database does and answers 503 until the application behind it is ready. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { languageOf, refusalText } from './envelope.ts';
import { API_HEADERS } from './mount.ts';

/** Named limits of a connection. SPEC §7 gives clients 12 seconds. */
const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
const CONNECTIONS_MAX = 10_000;

export interface Listener {
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  /** From now on requests go to the application. */
  serve(handler: RequestListener): void;
  /** Stops accepting, ends idle connections, and those still open after the grace period. */
  close(graceMs: number): Promise<void>;
}

export async function openListener(host: string, port: number): Promise<Listener> {
  let current: RequestListener = answerNotReady;
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    (request, response) => current(request, response),
  );
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return {
    server,
    port: address.port,
    url: `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${address.port}`,
    serve: (handler) => {
      current = handler;
    },
    close: (graceMs) => closeServer(server, graceMs),
  };
}

function answerNotReady(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/healthz') {
    response.writeHead(200, API_HEADERS).end('{"alive":true}');
    return;
  }
  const language = languageOf(request.headers['accept-language']);
  response
    .writeHead(503, { ...API_HEADERS, 'retry-after': '2', connection: 'close' })
    .end(refusalText({ error: 'request/not-ready' }, language));
}

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

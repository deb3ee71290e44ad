/**
 * The listening socket. It opens before the database does and answers 503 until the application
 * behind it is ready.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.ts';
import { Admission, type Behind } from './admission.ts';
import { ClientAddresses } from './client-address.ts';
import { Connections } from './connections.ts';
import { EDGE_LIMITS } from './edge-limits.ts';
import { invalidField } from './invalid-input.ts';
import { ownAddresses, type OwnAddresses } from './origin.ts';
import { alwaysHeaders, answerRefusal, answerSocket } from './raw-answer.ts';

/** Limits of a connection. R7.1 gives clients 12 seconds. */
const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** How late a request that is not complete can be refused. By default it were half a minute. */
const TIMEOUTS_CHECKED_MS = 1_000;

/** Higher than the number at which idle connections are closed for new ones. */
const CONNECTIONS_MAX = EDGE_LIMITS.connections + 1_000;

export interface Listener {
  readonly server: Server;
  /** That of the back office, if it has a port of its own. */
  readonly office: Server | null;
  readonly url: string;
  /** That of the back office, if it has a port of its own. */
  readonly officeUrl: string | null;
  readonly port: number;
  readonly addresses: ClientAddresses;
  readonly own: OwnAddresses;
  readonly admission: Admission;
  readonly connections: Connections;
  /** From now on requests go to the application. */
  serve(behind: Behind): void;
  /** Stops accepting, closes idle connections, and after the grace period the others. */
  close(graceMs: number): Promise<void>;
}

type ListenerConfig = Pick<
  Config,
  'host' | 'port' | 'operatorPort' | 'operatorUrl' | 'mode' | 'publicUrl' | 'trustProxy' | 'rateLimitFactor'
>;

function newServer(): Server {
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUTS_CHECKED_MS,
    // Admission refuses a request without Host, with the usual reply.
    requireHostHeader: false,
    // Clients such as Java's offer HTTP/2 with their first request, which is answered as it is.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  });
  server.maxConnections = CONNECTIONS_MAX;
  return server;
}

export async function openListener(config: ListenerConfig): Promise<Listener> {
  const server = newServer();
  const addresses = new ClientAddresses(config.trustProxy);
  const rateFactor = config.rateLimitFactor;
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  const connections = new Connections({ addresses, rateFactor });
  const { host, operatorPort } = config;
  const port = await listen(server, { host, port: config.port });
  const office = operatorPort === null ? null : newServer();
  const ports = office === null ? [port] : [port, await listen(office, { host, port: operatorPort! })];
  const own = ownAddresses(config, ports);
  const headers = alwaysHeaders(config.publicUrl);
  const hasOfficePort = office !== null;
  const admission = new Admission({ addresses, own, headers, rateFactor, isHttps, hasOfficePort });
  connections.watch(server, admission.handle);
  answerParserErrors(server, headers);
  if (office !== null) {
    connections.watch(office, admission.handleOffice);
    answerParserErrors(office, headers);
  }
  return {
    server,
    office,
    port,
    url: urlOf(host, port),
    officeUrl: ports[1] === undefined ? null : urlOf(host, ports[1]),
    addresses,
    own,
    admission,
    connections,
    serve: (behind) => admission.open(behind),
    close: async (graceMs) => {
      const open = office === null ? [server] : [server, office];
      await Promise.all(open.map((one) => closeServer(one, graceMs)));
    },
  };
}

const urlOf = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;

/** Returns the port: of 0 the one that the system has chosen. */
function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/**
 * Answers input that is not HTTP, or that comes too slowly, with the usual headers, and closes the
 * connection.
 */
function answerParserErrors(server: Server, headers: Readonly<Record<string, string>>): void {
  server.on('clientError', (error: NodeJS.ErrnoException & { bytesParsed?: number }, socket) => {
    // In the middle of an answer nothing more can be sent.
    if (!socket.writable || socket.writableLength > 0 || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const isHeaderLong = error.code === 'HPE_HEADER_OVERFLOW';
    const status = isHeaderLong ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    const refusal = isHeaderLong
      ? ({ error: 'request/too-large', field: 'headers' } as const)
      : invalidField('request', status === 408 ? 'came too slowly' : 'not valid HTTP');
    answerSocket(socket, { status, refusal, headers });
  });
  server.on('checkExpectation', (request, response) => {
    const refusal = invalidField('Expect', 'not offered');
    answerRefusal({ request, response }, refusal, { ...headers, connection: 'close' });
  });
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

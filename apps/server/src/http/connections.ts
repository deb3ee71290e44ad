/**
 * Limits the cost of connections: how many one network may hold, how many pipelined requests run
 * and wait, and how long an answer may stay unread. So memory is bounded whatever clients send, and
 * whether or not they read.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Contain } from '../process/containment.ts';
import { networkOf } from '../values/network.ts';
import type { ClientAddresses } from './client-address.ts';
import { EDGE_LIMITS, REQUEST_LIMITS } from './edge-limits.ts';
import { TokenBuckets } from './token-buckets.ts';

export type ConnectionLimits = { readonly [Name in keyof typeof EDGE_LIMITS]: number };

export interface ConnectionOptions {
  readonly addresses: ClientAddresses;
  readonly rateFactor: number;
  readonly contain: Contain;
  /** For connections and running requests, each of which may hold a file. Default: any number. */
  readonly places?: number;
  readonly limits?: Partial<ConnectionLimits>;
  readonly now?: () => number;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  readonly socket: Socket;
  /** What its server does with its requests. */
  readonly serve: RequestListener;
  readonly network: string;
  /** Called when one of its answers has ended. */
  readonly onAnswered: () => void;
  inFlight: number;
  /** The one before it has arrived in whole. */
  newest: IncomingMessage | null;
  /** A WebSocket stream: ws/ has its limits. */
  isUpgraded: boolean;
  readonly waiting: Exchange[];
  /** Unsent bytes at the last check, and since when their number has not changed. */
  unsentBytes: number;
  unsentSinceMs: number;
}

/**
 * A connection that was closed for pipelining too much costs its network as many new connections.
 */
const OVERFLOW_COSTS_CONNECTIONS = 100;
/** The interval of the check for connections that do not read. */
const LOOK_EVERY_MS = 5_000;

export class Connections {
  readonly figures = { closedUnread: 0, closedPipelined: 0, closedTooMany: 0 };
  readonly #limits: ConnectionLimits;
  readonly #places: number;
  readonly #contain: Contain;
  readonly #addresses: ClientAddresses;
  readonly #now: () => number;
  readonly #opened: TokenBuckets<string>;
  readonly #bySocket = new Map<Socket, Connection>();
  readonly #byNetwork = new Map<string, Set<Connection>>();
  #waiting = 0;
  #running = 0;
  #upgraded = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor({ addresses, rateFactor, contain, places = Infinity, limits, now }: ConnectionOptions) {
    this.#addresses = addresses;
    this.#limits = { ...EDGE_LIMITS, ...limits };
    this.#places = places;
    this.#contain = contain;
    this.#now = now ?? (() => performance.now());
    const { burst, perSecond } = REQUEST_LIMITS.connections;
    this.#opened = new TokenBuckets(
      { burst: burst * rateFactor, perSecond: perSecond * rateFactor },
      this.#now,
    );
  }

  get size(): number {
    return this.#bySocket.size;
  }

  /**
   * Watches a server's connections, which count together with those of the others. `serve` gets
   * their requests, a few of each connection at a time.
   */
  watch(server: Server, serve: RequestListener): void {
    const contain = this.#contain;
    const accept = (socket: Socket): void => this.#accept(socket, serve);
    server.on(
      'connection',
      contain('a connection', accept, (socket) => socket.destroy()),
    );
    const onRequest = contain('a request', this.#onRequest, destroySocket);
    server.on('request', (request, response) => onRequest({ request, response }));
    const onUpgrade = ({ socket }: IncomingMessage): void => {
      const connection = this.#bySocket.get(socket);
      if (connection !== undefined && !connection.isUpgraded) {
        connection.isUpgraded = true;
        this.#upgraded++;
      }
      // If this is the only listener, the stream is not ready yet or closed already, and nothing
      // else answers the upgrade.
      if (server.listenerCount('upgrade') === 1) socket.destroy();
    };
    server.prependListener(
      'upgrade',
      contain('an upgrade', onUpgrade, ({ socket }) => socket.destroy()),
    );
    const look = contain('the check for unread answers', () => this.closeUnread());
    this.#timer ??= setInterval(look, LOOK_EVERY_MS).unref();
    server.once('close', () => {
      if (this.#timer !== null) clearInterval(this.#timer);
    });
  }

  /** Closes connections whose client reads nothing of its answers. */
  closeUnread(): void {
    const nowMs = this.#now();
    for (const connection of this.#bySocket.values()) {
      const { socket } = connection;
      const unsentBytes = socket.writableLength;
      if (unsentBytes === 0 || unsentBytes !== connection.unsentBytes) {
        connection.unsentBytes = unsentBytes;
        connection.unsentSinceMs = nowMs;
      } else if (nowMs - connection.unsentSinceMs >= this.#limits.unreadMs) {
        this.figures.closedUnread++;
        socket.destroy();
      }
    }
  }

  #accept(socket: Socket, serve: RequestListener): void {
    const peer = socket.remoteAddress;
    // The connection was reset before it was accepted, so it has no address to count it by.
    if (peer === undefined) {
      socket.destroy();
      return;
    }
    const isProxy = this.#addresses.isProxy(peer);
    // All requests of a proxy come from one address, so only the total number limits its
    // connections.
    const network = isProxy ? '' : networkOf(peer);
    const same = this.#byNetwork.get(network) ?? new Set();
    const isOneTooMany =
      !isProxy && (same.size >= this.#limits.connectionsOfOneNetwork || this.#opened.take(network) < 0);
    const isFull = this.size >= this.#limits.connections || this.#areFilesTaken;
    if (isOneTooMany || (isFull && !this.#makeRoom(network))) {
      this.figures.closedTooMany++;
      socket.destroy();
      return;
    }
    const connection: Connection = {
      socket,
      serve,
      network,
      onAnswered: this.#contain(
        'a pipelined request',
        () => this.#end(connection),
        () => socket.destroy(),
      ),
      inFlight: 0,
      newest: null,
      isUpgraded: false,
      waiting: [],
      unsentBytes: 0,
      unsentSinceMs: this.#now(),
    };
    this.#bySocket.set(socket, connection);
    this.#byNetwork.set(network, same.add(connection));
    socket.once('close', () => this.#forget(connection));
  }

  get #areFilesTaken(): boolean {
    return this.size + this.#running >= this.#places;
  }

  /**
   * Closes a connection of the network that holds most, of those that wait for their client: the
   * oldest idle one, otherwise the oldest whose request or answer is under way. Where there is
   * none, one that is worked for, if its network holds more than that of `asker`. Streams have
   * limits of their own; while more are here than these allow, it is a stream that leaves.
   */
  #makeRoom(asker: string, except?: Connection): boolean {
    const own = this.#byNetwork.get(asker)?.size ?? 0;
    const hasLateStreams = this.#upgraded * 2 > Math.min(this.#limits.connections, this.#places);
    const leaver =
      (hasLateStreams ? this.#leaver(0, except, streamOf) : undefined) ??
      this.#leaver(0, except, leaverOf) ??
      this.#leaver(own + 1, except, busyOf);
    if (leaver === undefined) return false;
    this.figures.closedTooMany++;
    leaver.socket.destroy();
    this.#forget(leaver);
    return true;
  }

  /** Of networks that hold more than `most`. */
  #leaver(most: number, except: Connection | undefined, choose: typeof leaverOf): Connection | undefined {
    let leaver: Connection | undefined;
    for (const same of this.#byNetwork.values()) {
      if (same.size <= most) continue;
      const found = choose(same, except);
      if (found === undefined) continue;
      most = same.size;
      leaver = found;
    }
    return leaver;
  }

  #forget(connection: Connection): void {
    if (!this.#bySocket.delete(connection.socket)) return;
    if (connection.isUpgraded) this.#upgraded--;
    this.#waiting -= connection.waiting.length;
    connection.waiting.length = 0;
    const same = this.#byNetwork.get(connection.network);
    same?.delete(connection);
    if (same?.size === 0) this.#byNetwork.delete(connection.network);
  }

  readonly #onRequest = (exchange: Exchange): void => {
    const connection = this.#bySocket.get(exchange.request.socket);
    if (connection === undefined) {
      exchange.response.destroy();
      return;
    }
    if (connection.inFlight < this.#limits.inFlightOfOneConnection && connection.waiting.length === 0) {
      this.#begin(connection, exchange);
      return;
    }
    const isFull = connection.waiting.length >= this.#limits.waitingOfOneConnection;
    if (isFull || this.#waiting >= this.#limits.waiting) {
      // More requests that came with the same bytes.
      if (connection.socket.destroyed) return;
      this.figures.closedPipelined++;
      // Parsing pipelined requests is most of their cost, and a new connection could repeat it at
      // once.
      if (connection.network !== '') this.#opened.spend(connection.network, OVERFLOW_COSTS_CONNECTIONS);
      connection.socket.destroy();
      return;
    }
    connection.waiting.push(exchange);
    this.#waiting++;
    // Received bytes are parsed already; reading stops until their requests have run.
    connection.socket.pause();
  };

  #begin(connection: Connection, { request, response }: Exchange): void {
    if (this.#areFilesTaken && !this.#makeRoom(connection.network, connection)) {
      this.figures.closedTooMany++;
      connection.socket.destroy();
      return;
    }
    connection.inFlight++;
    connection.newest = request;
    this.#running++;
    // 'close' comes once, when the client's machine has received the whole answer or is gone, so
    // unread answers keep their slot.
    response.on('close', connection.onAnswered);
    connection.serve(request, response);
  }

  #end(connection: Connection): void {
    connection.inFlight--;
    this.#running--;
    this.#next(connection);
  }

  #next(connection: Connection): void {
    const { socket, waiting } = connection;
    const exchange = waiting.shift();
    if (exchange === undefined) return;
    this.#waiting--;
    if (waiting.length === 0) socket.resume();
    if (!socket.destroyed) this.#begin(connection, exchange);
  }
}

const destroySocket = ({ request }: Exchange): void => void request.socket.destroy();

function leaverOf(same: ReadonlySet<Connection>, except: Connection | undefined): Connection | undefined {
  let slow: Connection | undefined;
  for (const connection of same) {
    if (connection.isUpgraded || connection === except) continue;
    if (connection.inFlight === 0) return connection;
    const { newest, socket } = connection;
    if (newest?.complete === false || socket.writableLength > 0) slow ??= connection;
  }
  return slow;
}

function busyOf(same: ReadonlySet<Connection>, except: Connection | undefined): Connection | undefined {
  for (const connection of same) if (!connection.isUpgraded && connection !== except) return connection;
  return undefined;
}

function streamOf(same: ReadonlySet<Connection>): Connection | undefined {
  for (const connection of same) if (connection.isUpgraded) return connection;
  return undefined;
}

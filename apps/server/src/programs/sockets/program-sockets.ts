/**
 * Accepts the WebSockets of programs, keeps them alive by pings, and ends them: after a day, when
 * they do not answer or do not read, and when the server stops.
 */
import type { IncomingMessage } from 'node:http';
import type { Refusal } from '@glasshouse/protocol';
import { WebSocketServer, type RawData, type ServerOptions, type WebSocket } from 'ws';
import type { ClientAddresses } from '../../http/client-address.ts';
import { languageOf } from '../../http/envelope.ts';
import { pathOf } from '../../http/target.ts';
import type { BucketLimit } from '../../http/token-buckets.ts';
import type { Contain } from '../../process/containment.ts';
import type { StreamSlots } from '../../ws/stream-slots.ts';
import type { Upgrade, UpgradeRoute } from '../../ws/upgrades.ts';
import { CLOSE, ProgramSocket, type SocketHome, type SocketMetrics } from './program-socket.ts';

/** What a kind of socket is for and what it may send. */
export interface SocketKind {
  takes(path: string): boolean;
  /** Why a handshake is refused for its path and query; null if it is not. */
  refusal?(target: string): Refusal | null;
  /** Incoming frames of one socket, pings and pongs included. One more closes it. */
  readonly frames: BucketLimit;
  /** The longest message; a longer one closes the socket (1009). */
  readonly messageBytes: number;
  /** Sets `onMessage`. `target`: path and query of the handshake. */
  open(socket: ProgramSocket, target: string): void;
  /** What programs are told before the server stops. */
  shutdownEvent(socket: ProgramSocket): string;
}

export const SOCKET_TERMS = {
  pingEveryMs: 20_000,
  /** A program that has answered none of its pings for so long is gone. */
  pongWithinMs: 60_000,
  /** How long a connection may last. */
  lastsMs: 86_400_000,
  /** Pieces in which one message may come, and fragments. Each keeps the buffer that it is in. */
  fragments: 16,
  pieces: 64,
  closeGraceMs: 500,
} as const;

export interface ProgramSocketOptions {
  readonly slots: StreamSlots;
  readonly addresses: ClientAddresses;
  readonly contain: Contain;
  readonly kinds: readonly SocketKind[];
  /** Milliseconds from any beginning. */
  readonly now?: () => number;
}

export class ProgramSockets implements UpgradeRoute {
  readonly isForPrograms = true;
  readonly metrics: SocketMetrics = { messagesSent: 0, writes: 0, slowDropped: 0 };
  readonly #options: ProgramSocketOptions;
  readonly #now: () => number;
  readonly #open = new Map<ProgramSocket, SocketKind>();
  readonly #byUser = new Map<number, Set<ProgramSocket>>();
  readonly #acceptors: ReadonlyMap<SocketKind, WebSocketServer>;
  readonly #flushOne: (socket: ProgramSocket) => void;
  readonly #timer: NodeJS.Timeout;
  #waiting: ProgramSocket[] = [];

  constructor(options: ProgramSocketOptions) {
    this.#options = options;
    const { contain, kinds } = options;
    this.#now = options.now ?? (() => performance.now());
    this.#acceptors = new Map(kinds.map((kind) => [kind, new WebSocketServer(acceptorOf(kind))]));
    this.#flushOne = contain(
      'messages to a program',
      (socket: ProgramSocket) => socket.flush(),
      (socket) => socket.drop(),
    );
    const look = contain('the pings of programs', () => this.look());
    this.#timer = setInterval(look, SOCKET_TERMS.pingEveryMs);
  }

  get size(): number {
    return this.#open.size;
  }

  takes(path: string): boolean {
    return this.#options.kinds.some((kind) => kind.takes(path));
  }

  refusal({ url = '' }: IncomingMessage): Refusal | null {
    return this.#kindOf(url).refusal?.(url) ?? null;
  }

  #kindOf(target: string): SocketKind {
    const path = pathOf(target);
    return this.#options.kinds.find((kind) => kind.takes(path))!;
  }

  accept({ request, socket: duplex, head, network }: Upgrade): void {
    const { addresses } = this.#options;
    const target = request.url ?? '';
    const kind = this.#kindOf(target);
    const origin = {
      ip: addresses.addressOf(request),
      network,
      userAgent: request.headers['user-agent'] ?? '',
      language: languageOf(request.headers['accept-language']),
    };
    this.#acceptors.get(kind)!.handleUpgrade(request, duplex, head, (webSocket) => {
      const { frames } = kind;
      const socket = new ProgramSocket(
        { webSocket, duplex },
        { origin, home: this.#home, frames, now: this.#now },
      );
      this.#open.set(socket, kind);
      this.#options.slots.enter(socket);
      this.#listen(socket, webSocket);
      kind.open(socket, target);
    });
  }

  /** Pings every socket, and ends those that are too old or do not answer. */
  look(): void {
    const nowMs = this.#now();
    for (const socket of this.#open.keys()) {
      if (nowMs - socket.openedMs >= SOCKET_TERMS.lastsMs)
        socket.close(CLOSE.away, 'A connection lasts 24 hours');
      else if (nowMs - socket.heardMs > SOCKET_TERMS.pongWithinMs) socket.close(CLOSE.policy, 'Pong timeout');
      else socket.ping(String(Math.round(nowMs)));
    }
  }

  /** Tells every program that the server stops, and ends its connection. */
  stop(): void {
    clearInterval(this.#timer);
    for (const [socket, kind] of this.#open) {
      socket.send(kind.shutdownEvent(socket));
      socket.close(CLOSE.away, 'The server is closing');
    }
    for (const acceptor of this.#acceptors.values()) acceptor.close();
  }

  readonly #home: SocketHome = {
    metrics: this.metrics,
    enqueue: (socket) => {
      this.#waiting.push(socket);
      if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    },
    remove: (socket) => {
      if (!this.#open.delete(socket)) return;
      this.#options.slots.leave(socket);
      this.#forgetUser(socket);
    },
    signIn: (socket, userId) => this.#signIn(socket, userId),
  };

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const socket of waiting) this.#flushOne(socket);
  }

  /** One user has so many sockets; a new one closes the oldest. */
  #signIn(socket: ProgramSocket, userId: number): void {
    const { slots } = this.#options;
    slots.leave(socket);
    this.#forgetUser(socket);
    socket.userId = userId;
    slots.enter(socket);
    if (userId === 0) return;
    const same = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, same);
    const [oldest] = same;
    if (same.size >= slots.limits.ofOneUser) oldest?.giveWay();
    same.add(socket);
  }

  #forgetUser(socket: ProgramSocket): void {
    const same = this.#byUser.get(socket.userId);
    if (same?.delete(socket) === true && same.size === 0) this.#byUser.delete(socket.userId);
  }

  #listen(socket: ProgramSocket, webSocket: WebSocket): void {
    const under = <Args extends readonly unknown[]>(work: (...args: Args) => unknown) =>
      this.#options.contain('a socket of a program', work, () => socket.drop());
    webSocket.on(
      'message',
      under((data: RawData, isBinary: boolean) => {
        if (!socket.takeFrame()) return undefined;
        if (isBinary) return socket.close(CLOSE.unsupported, 'Send text');
        return socket.onMessage((data as Buffer).toString());
      }),
    );
    webSocket.on(
      'ping',
      under(() => socket.takeFrame()),
    );
    webSocket.on(
      'pong',
      under((payload: Buffer) => {
        if (socket.takeFrame()) socket.pong(payload.toString(), this.#now());
      }),
    );
    webSocket.on('error', () => socket.drop());
    webSocket.on(
      'close',
      under(() => socket.end()),
    );
  }
}

/** @types/ws does not know `closeTimeout`. */
const acceptorOf = ({ messageBytes }: SocketKind): ServerOptions & { readonly closeTimeout: number } => ({
  noServer: true,
  maxPayload: messageBytes,
  maxFragments: SOCKET_TERMS.fragments,
  maxBufferedChunks: SOCKET_TERMS.pieces,
  perMessageDeflate: false,
  closeTimeout: SOCKET_TERMS.closeGraceMs,
});

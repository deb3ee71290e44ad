/**
 * One WebSocket of a program: where it comes from, its budget of frames, and the messages that wait
 * for it. All messages of one turn of the event loop leave in one write, each a message of its own.
 */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Language } from '../../http/handler.ts';
import { TokenBuckets, type BucketLimit } from '../../http/token-buckets.ts';
import { Backlog } from '../../ws/backlog.ts';
import { SharedFrame } from '../../ws/shared-frame.ts';
import type { SlotHolder } from '../../ws/stream-slots.ts';

/** Close codes of RFC 6455, 7.4.1. */
export const CLOSE = { away: 1001, unsupported: 1003, policy: 1008, failed: 1011, tryLater: 1013 } as const;

/** Where a program connects from and what it says of itself. */
export interface Origin {
  /** The address that keys and weights are checked by. */
  readonly ip: string;
  /** An IPv4 address or an IPv6 network of 64 bits. */
  readonly network: string;
  readonly userAgent: string;
  readonly language: Language;
}

/** Since the start. */
export interface SocketMetrics {
  messagesSent: number;
  writes: number;
  slowDropped: number;
}

/** What a socket needs of the place that holds all of them. */
export interface SocketHome {
  readonly metrics: SocketMetrics;
  /** To be written at the end of this turn. */
  enqueue(socket: ProgramSocket): void;
  /** Forgets the socket and frees its slot. */
  remove(socket: ProgramSocket): void;
  signIn(socket: ProgramSocket, userId: number): void;
}

interface Wire {
  readonly webSocket: WebSocket;
  /** The connection under it. */
  readonly duplex: Duplex;
}

/** Sends bytes as a text message. */
const AS_TEXT = { binary: false };
const PINGS_KEPT = 8;

export class ProgramSocket implements SlotHolder, Origin {
  readonly ip: string;
  readonly network: string;
  readonly userAgent: string;
  readonly language: Language;
  readonly openedMs: number;
  /** 0 until it has logged on. */
  userId = 0;
  /** Set by its kind before the first message. What it throws or rejects with ends the socket. */
  onMessage: (text: string) => unknown = () => undefined;
  /** Called once, when nothing can be sent any more. */
  onClose: () => void = () => undefined;
  /** When its last answer to a ping came. */
  heardMs: number;
  readonly #wire: Wire;
  readonly #home: SocketHome;
  readonly #backlog: Backlog;
  readonly #frames: TokenBuckets<'frames'>;
  #queue: SharedFrame[] = [];
  #pings: string[] = [];
  #isClosed = false;

  constructor(
    wire: Wire,
    {
      origin,
      home,
      frames,
      now,
    }: { origin: Origin; home: SocketHome; frames: BucketLimit; now: () => number },
  ) {
    this.#wire = wire;
    this.#home = home;
    this.ip = origin.ip;
    this.network = origin.network;
    this.userAgent = origin.userAgent;
    this.language = origin.language;
    this.openedMs = now();
    this.heardMs = this.openedMs;
    this.#backlog = new Backlog(wire.webSocket);
    this.#frames = new TokenBuckets(frames, now);
  }

  /** Sends one message, after those that were sent before. Nothing once it is closed. */
  send(text: string): void {
    this.sendShared(new SharedFrame(text));
  }

  /** The same with bytes that other sockets get too. A program that does not read is dropped. */
  sendShared(message: SharedFrame): void {
    if (this.#isClosed) return;
    if (this.#backlog.isTooLong(this.#queue.length)) return this.#dropSlow();
    this.#queue.push(message);
    if (this.#queue.length === 1) this.#home.enqueue(this);
  }

  /**
   * Sends messages that a program has asked for together. However many, they count as one long
   * message: it may read them at its own pace, if it had read what came before.
   */
  sendAll(texts: readonly string[]): void {
    this.flush();
    if (this.#isClosed || texts.length === 0) return;
    if (!this.#backlog.hasRead()) return this.#dropSlow();
    const messages = texts.map((text) => new SharedFrame(text));
    this.#write(
      messages,
      messages.reduce((sum, { bytes }) => sum + bytes.length, 0),
    );
  }

  #dropSlow(): void {
    this.#home.metrics.slowDropped++;
    this.drop();
  }

  /** Writes what waits, in one system call. */
  flush(): void {
    const messages = this.#queue;
    this.#queue = [];
    this.#write(messages, 0);
  }

  /** `togetherBytes`: of messages that count as one. */
  #write(messages: readonly SharedFrame[], togetherBytes: number): void {
    const { webSocket, duplex } = this.#wire;
    if (messages.length === 0 || webSocket.readyState !== webSocket.OPEN) return;
    duplex.cork();
    try {
      for (const { bytes } of messages) {
        this.#backlog.add(Math.max(bytes.length, togetherBytes));
        webSocket.send(bytes, AS_TEXT);
      }
    } finally {
      duplex.uncork();
    }
    this.#home.metrics.messagesSent += messages.length;
    this.#home.metrics.writes++;
  }

  /** Counts a frame that came in; false if the program sends too many, and is closed for it. */
  takeFrame(): boolean {
    if (this.#isClosed) return false;
    if (this.#frames.take('frames') >= 0) return true;
    this.close(CLOSE.policy, 'Too many requests');
    this.#wire.webSocket.pause();
    return false;
  }

  /** Sends a ping that only its own answer counts for. */
  ping(payload: string): void {
    if (this.#isClosed) return;
    this.#pings.push(payload);
    if (this.#pings.length > PINGS_KEPT) this.#pings.shift();
    this.#wire.webSocket.ping(payload);
  }

  /** An answer to one of the last pings; others are allowed, but say nothing. */
  pong(payload: string, nowMs: number): void {
    if (this.#pings.includes(payload)) this.heardMs = nowMs;
  }

  /** Counts its connection as that of a user, from now on; 0: of a visitor again. */
  signIn(userId: number): void {
    if (!this.#isClosed) this.#home.signIn(this, userId);
  }

  /**
   * Sends what waits and a close frame; nothing that comes in counts any more. `reason`: at most
   * 123 bytes.
   */
  close(code: number, reason: string): void {
    if (this.#isClosed) return;
    this.flush();
    this.end();
    this.#wire.webSocket.close(code, reason);
  }

  giveWay(): void {
    this.close(CLOSE.tryLater, 'Others need the slot');
  }

  /** Ends it at once. */
  drop(): void {
    this.end();
    this.#wire.webSocket.terminate();
  }

  /** Its connection has ended or is ending. */
  end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#queue = [];
    this.#home.remove(this);
    this.onClose();
  }
}

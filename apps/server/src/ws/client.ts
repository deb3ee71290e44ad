/** One stream client: its subscriptions, its user, and the frames that wait for it. */
import type { WebSocket } from 'ws';
import type { SharedFrame } from './shared-frame.ts';

/**
 * A client with more unread bytes is dropped, so that the server does not hold its backlog. A
 * message may be longer: one order with many fills makes 400 kB. Its bytes do not count while it
 * is read.
 */
export const BUFFER_LIMIT_BYTES = 256_000;
/** Frames that may wait for one client within one turn of the event loop. */
export const QUEUE_LIMIT_FRAMES = 2_000;

/** Sends bytes as a text message. */
const AS_TEXT = { binary: false };

export class StreamClient {
  readonly socket: WebSocket;
  /** The network it connects from: an IPv4 address or an IPv6 network of 64 bits. */
  readonly network: string;
  readonly channels = new Set<string>();
  /** Serialised frames to send at the end of this turn. */
  queue: SharedFrame[] = [];
  userId = 0;
  sessionKey = '';
  /** The number of its last account frame; null until it has the snapshot. */
  accountSeq: number | null = null;
  isAlive = true;
  /** Beyond its limit: nothing that it sends counts any more. */
  isShut = false;
  /** A snapshot of its account is under way: another would be the same. */
  awaitsAccount = false;
  /** The client's requests in the current window, see STREAM_LIMITS in server.ts. */
  requestCount = 0;

  constructor(socket: WebSocket, network: string) {
    this.socket = socket;
    this.network = network;
  }

  /** The longest message since the client last had read all but what every client may leave. */
  #longestBytes = 0;

  /** Sends one message of text. */
  write(bytes: Buffer): void {
    if (this.socket.bufferedAmount <= BUFFER_LIMIT_BYTES) this.#longestBytes = 0;
    this.#longestBytes = Math.max(this.#longestBytes, bytes.length);
    this.socket.send(bytes, AS_TEXT);
  }

  /** True if the client reads too slowly to be kept. */
  get isStuck(): boolean {
    const unreadMax = BUFFER_LIMIT_BYTES + this.#longestBytes;
    return this.socket.bufferedAmount > unreadMax || this.queue.length > QUEUE_LIMIT_FRAMES;
  }
}

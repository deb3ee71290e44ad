/** One stream client: its subscriptions, its user, and the frames that wait for it. */
import type { WebSocket } from 'ws';
import type { SharedFrame } from './shared-frame.ts';

/** A client with more unread bytes is dropped, so that the server does not hold its backlog. */
export const BUFFER_LIMIT_BYTES = 256_000;
/** Frames that may wait for one client within one turn of the event loop. */
export const QUEUE_LIMIT_FRAMES = 2_000;

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
  /** The client's requests in the current window, see STREAM_LIMITS in server.ts. */
  requestCount = 0;

  constructor(socket: WebSocket, network: string) {
    this.socket = socket;
    this.network = network;
  }

  /** True if the client reads too slowly to be kept. */
  get isStuck(): boolean {
    return this.socket.bufferedAmount > BUFFER_LIMIT_BYTES || this.queue.length > QUEUE_LIMIT_FRAMES;
  }
}

/** One stream client: what it subscribed to, who it is, and the frames that wait for it. */
import type { WebSocket } from 'ws';
import type { SharedFrame } from './shared-frame.ts';

/** A client whose unread bytes pass this is dropped: it must not make the server hold its backlog. */
export const BUFFER_LIMIT_BYTES = 256_000;
/** At most this many frames wait for one client within one turn of the event loop. */
export const QUEUE_LIMIT_FRAMES = 2_000;

export class StreamClient {
  readonly socket: WebSocket;
  /** Where it connects from: an IPv4 address or an IPv6 network of 64 bits. */
  readonly network: string;
  readonly channels = new Set<string>();
  /** Serialised frames that go out at the end of this turn. */
  queue: SharedFrame[] = [];
  userId = 0;
  sessionKey = '';
  isAlive = true;
  /** What the client asked for in the current window, see STREAM_LIMITS in server.ts. */
  requestCount = 0;

  constructor(socket: WebSocket, network: string) {
    this.socket = socket;
    this.network = network;
  }

  /** True when the client reads too slowly to be kept. */
  get isStuck(): boolean {
    return this.socket.bufferedAmount > BUFFER_LIMIT_BYTES || this.queue.length > QUEUE_LIMIT_FRAMES;
  }
}

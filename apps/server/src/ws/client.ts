/** One stream client: what it subscribed to, who it is, and the frames that wait for it. */
import type { WebSocket } from 'ws';

/** A client whose unread bytes pass this is dropped: it must not make the server hold its backlog. */
export const BUFFER_LIMIT_BYTES = 1_000_000;
/** At most this many frames wait for one client within one turn of the event loop. */
export const QUEUE_LIMIT_FRAMES = 2_000;

export class StreamClient {
  readonly socket: WebSocket;
  readonly ip: string;
  readonly channels = new Set<string>();
  /** Serialised frames that go out at the end of this turn. */
  queue: string[] = [];
  userId = 0;
  sessionKey = '';
  isAlive = true;
  /** What the client asked for in the current window, see STREAM_LIMITS in server.ts. */
  requestCount = 0;

  constructor(socket: WebSocket, ip: string) {
    this.socket = socket;
    this.ip = ip;
  }

  /** True when the client reads too slowly to be kept. */
  get isStuck(): boolean {
    return this.socket.bufferedAmount > BUFFER_LIMIT_BYTES || this.queue.length > QUEUE_LIMIT_FRAMES;
  }
}

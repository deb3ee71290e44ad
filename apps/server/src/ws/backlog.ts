/** What a connection has been sent and has not read, and when that is too much. */
import type { WebSocket } from 'ws';

/**
 * A client with more unread bytes is dropped, so that the server does not hold its backlog. A
 * message may be longer: one order with many fills makes 400 kB. Its bytes do not count while it
 * is read.
 */
export const BUFFER_LIMIT_BYTES = 256_000;
/** Frames that may wait for one client within one turn of the event loop. */
export const QUEUE_LIMIT_FRAMES = 2_000;

export class Backlog {
  readonly #socket: Pick<WebSocket, 'bufferedAmount'>;
  /** The longest message since the client last had read all but what every client may leave. */
  #longestBytes = 0;

  constructor(socket: Pick<WebSocket, 'bufferedAmount'>) {
    this.#socket = socket;
  }

  /** To be told of each message before it is written. */
  add(bytes: number): void {
    if (this.hasRead()) this.#longestBytes = 0;
    this.#longestBytes = Math.max(this.#longestBytes, bytes);
  }

  /** Whether the client has read all but what every client may leave. */
  hasRead(): boolean {
    return this.#socket.bufferedAmount <= BUFFER_LIMIT_BYTES;
  }

  /** Whether the client reads too slowly to be kept. */
  isTooLong(queuedFrames: number): boolean {
    const unreadMax = BUFFER_LIMIT_BYTES + this.#longestBytes;
    return this.#socket.bufferedAmount > unreadMax || queuedFrames > QUEUE_LIMIT_FRAMES;
  }
}

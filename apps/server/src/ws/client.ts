/** One stream client: its subscriptions, its user, and the frames that wait for it. */
import type { WebSocket } from 'ws';
import { Backlog } from './backlog.ts';
import type { SharedFrame } from './shared-frame.ts';
import type { SlotHolder } from './stream-slots.ts';

/** Sends bytes as a text message. */
const AS_TEXT = { binary: false };

export class StreamClient implements SlotHolder {
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

  readonly #backlog: Backlog;
  readonly #giveWay: (client: StreamClient) => void;

  constructor(socket: WebSocket, network: string, giveWay: (client: StreamClient) => void) {
    this.socket = socket;
    this.network = network;
    this.#backlog = new Backlog(socket);
    this.#giveWay = giveWay;
  }

  giveWay(): void {
    this.#giveWay(this);
  }

  /** Sends one message of text. */
  write(bytes: Buffer): void {
    this.#backlog.add(bytes.length);
    this.socket.send(bytes, AS_TEXT);
  }

  /** True if the client reads too slowly to be kept. */
  get isStuck(): boolean {
    return this.#backlog.isTooLong(this.queue.length);
  }
}

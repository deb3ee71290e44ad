/**
 * One connection to the WebSocket API: requests with ids and deadlines, and whatever else comes.
 * It does not come back; `SocketClient` opens the next one.
 */
import type { ErrorBody } from '@glasshouse/protocol/programs';
import { UnansweredError } from './errors.ts';
import type { Values } from './signing.ts';

const PATH = '/ws-api/v3';

/** An answer as it comes. */
export interface LineReply {
  readonly status: number;
  readonly result?: unknown;
  readonly error?: ErrorBody;
}

export interface LineOptions {
  /** The address of the platform, such as 'https://exchange.example'. */
  readonly url: string;
  /** How long a connection may take to open. */
  readonly openMs: number;
  /** How long a request may wait for its answer. */
  readonly requestMs: number;
}

interface Waiting {
  readonly resolve: (reply: LineReply) => void;
  readonly reject: (why: string) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** The address of a socket of the platform. */
export const socketUrl = (url: string, target: string): string =>
  `${url.replace(/^http/, 'ws').replace(/\/$/, '')}${target}`;

/** Opens a WebSocket; rejects if that takes too long. */
export function openSocket(address: string, openMs: number): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    const fail = (why: string) => (): void => {
      clearTimeout(timer);
      socket.close();
      reject(new UnansweredError({ asked: address, why, endsMs: null }));
    };
    const timer = setTimeout(fail('it did not open in time'), openMs);
    socket.addEventListener('close', fail('it did not open'));
    socket.addEventListener('open', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

export class RequestLine {
  /** Resolves when nothing more comes. */
  readonly closed: Promise<void>;
  /** Gets each message that is no answer: events, parts of a batch. */
  onMessage: (message: Values) => void = () => undefined;
  /** When the last message came. */
  heardMs = Date.now();
  readonly #socket: WebSocket;
  readonly #requestMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #isOpen = true;
  #told: () => void = () => undefined;

  private constructor(socket: WebSocket, requestMs: number) {
    this.#socket = socket;
    this.#requestMs = requestMs;
    this.closed = new Promise((resolve) => (this.#told = resolve));
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Values));
    socket.addEventListener('close', () => this.#end());
    socket.addEventListener('error', () => this.#end());
  }

  static async open({ url, openMs, requestMs }: LineOptions): Promise<RequestLine> {
    return new RequestLine(await openSocket(socketUrl(url, PATH), openMs), requestMs);
  }

  /**
   * Sends a request. Rejects with an UnansweredError when the line ends or the deadline passes
   * before the answer. `endsMs`: when the request can no longer begin; now, if it changes nothing.
   */
  ask(method: string, params: Values = {}, endsMs = Date.now()): Promise<LineReply> {
    return new Promise((resolve, reject) => {
      const fail = (why: string, isSent: boolean): void =>
        reject(new UnansweredError({ asked: method, why, endsMs: isSent ? endsMs : null }));
      if (!this.#isOpen) return fail('the line is closed', false);
      const id = ++this.#lastId;
      const lost = (why: string): void => {
        this.#waiting.delete(id);
        fail(why, true);
      };
      const timer = setTimeout(() => lost('no answer in time'), this.#requestMs);
      this.#waiting.set(id, { resolve, reject: lost, timer });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** Ends it at once, also if the other end is not there any more. */
  close(): void {
    this.#end();
    this.#socket.close();
  }

  #take(message: Values): void {
    if (!this.#isOpen) return;
    this.heardMs = Date.now();
    const id = message['id'] as number;
    const waiting = 'index' in message ? undefined : this.#waiting.get(id);
    if (waiting === undefined) return this.onMessage(message);
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    waiting.resolve(message as unknown as LineReply);
  }

  #end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject('the line broke');
    }
    this.#told();
  }
}

/** Market streams on a socket that comes back by itself when it breaks. */
import { parseStream, STREAMS, type StreamEvent, type StreamKind } from '@glasshouse/protocol/programs';
import { BACKOFF, type BackoffOptions } from './backoff.ts';
import { LastingLine, type Line } from './lasting-line.ts';
import { openSocket, socketUrl } from './request-line.ts';

export interface MarketStreamOptions {
  /** The address of the platform, such as 'https://exchange.example'. */
  readonly url: string;
  /** Names such as `streamName('trades', { symbol: 'BTCUSDT' })`. */
  readonly names: readonly string[];
  /** Events begin to come, after a cut too: what came before may have a gap. */
  readonly begun: () => void;
  readonly event: (name: string, event: StreamEvent<StreamKind>) => void;
  /** How long a connection may take to open; default: 10 s. */
  readonly openMs?: number;
  readonly backoff?: BackoffOptions;
}

/** The refusal of a subscription: a name that no stream has. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
}

const OPEN_MS = 10_000;

/** The name of a stream, from its kind and what it is of; symbols in any case. */
export function streamName(
  kind: StreamKind,
  places: Readonly<Partial<Record<'symbol' | 'interval' | 'window' | 'levels', string>>> = {},
): string {
  const { symbol, ...others } = places;
  const given: typeof places = symbol === undefined ? others : { ...others, symbol: symbol.toLowerCase() };
  const name = STREAMS[kind].pattern.replace(
    /<(\w+)>/g,
    (_, place: keyof typeof given) => given[place] ?? '',
  );
  if (parseStream(name)?.kind !== kind) throw new TypeError(`${name} is no stream`);
  return name;
}

export class MarketStream {
  readonly #options: MarketStreamOptions;
  readonly #lasting: LastingLine<StreamLine>;

  constructor(options: MarketStreamOptions) {
    this.#options = options;
    this.#lasting = new LastingLine({
      backoff: options.backoff ?? BACKOFF,
      open: () => this.#open(),
      opened: () => undefined,
      isFinal: (error) => error instanceof StreamRefused,
    });
  }

  /** Resolves when events come; rejects with StreamRefused, or after `close`. */
  async ready(): Promise<void> {
    await this.#lasting.ready();
  }

  /** Ends the present connection; the next one begins anew. */
  again(): void {
    this.#lasting.line?.close();
  }

  close(): void {
    this.#lasting.close();
  }

  async #open(): Promise<StreamLine> {
    const { url, names, openMs = OPEN_MS, begun, event } = this.#options;
    const socket = await openSocket(socketUrl(url, '/stream'), openMs);
    return new Promise((resolve, reject) => {
      const line = new StreamLine(socket, (message) => {
        if ('stream' in message) return event(message.stream, message.data);
        if ('error' in message) {
          reject(new StreamRefused(message.error.msg));
          return line.close();
        }
        begun();
        resolve(line);
      });
      void line.closed.then(() => reject(new Error('the line broke')));
      socket.send(JSON.stringify({ method: 'SUBSCRIBE', params: names, id: 1 }));
    });
  }
}

type StreamMessage =
  | { readonly stream: string; readonly data: StreamEvent<StreamKind> }
  | { readonly error: { readonly code: number; readonly msg: string } }
  | { readonly result: null };

class StreamLine implements Line {
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  #end: () => void = () => undefined;
  #isOpen = true;

  constructor(socket: WebSocket, take: (message: StreamMessage) => void) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      this.#end = () => {
        this.#isOpen = false;
        resolve();
      };
    });
    socket.addEventListener('message', ({ data }) => {
      if (this.#isOpen) take(JSON.parse(String(data)) as StreamMessage);
    });
    socket.addEventListener('close', () => this.#end());
  }

  close(): void {
    this.#end();
    this.#socket.close();
  }
}

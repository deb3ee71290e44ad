/** Keeps the book of a pair as the platform has it, through gaps and cuts. */
import type { StreamEvent, StreamKind } from '@glasshouse/protocol/programs';
import type { BackoffOptions } from './backoff.ts';
import { LocalBook, type BookChange } from './local-book.ts';
import { MarketStream, streamName } from './market-stream.ts';
import type { RestClient } from './rest-client.ts';

export interface BookFollowerOptions {
  readonly url: string;
  /** Reads the book that changes are applied to. */
  readonly rest: RestClient;
  /** Such as 'BTCUSDT'. */
  readonly symbol: string;
  /** Levels a side to begin with, up to 5,000; default: 1,000. Deeper ones come as they change. */
  readonly levels?: number;
  /** Called when the book has changed. */
  readonly changed?: (book: LocalBook) => void;
  readonly backoff?: BackoffOptions;
}

const LEVELS = 1_000;
/** Changes that wait for the book they belong to. One more begins again. */
const HELD_MAX = 10_000;

export class BookFollower {
  /** How often the book was read, at the start, after a cut, a gap or a wrong checksum. */
  readings = 0;
  /** How often a change did not fit, or led to a wrong checksum. */
  misfits = 0;
  readonly #options: BookFollowerOptions;
  readonly #stream: MarketStream;
  #book: LocalBook | null = null;
  #held: BookChange[] = [];
  #reading = 0;

  constructor(options: BookFollowerOptions) {
    this.#options = options;
    const { url, symbol, backoff } = options;
    this.#stream = new MarketStream({
      url,
      names: [streamName('bookChangesFast', { symbol })],
      begun: () => this.#begin(),
      event: (_name, event) => this.#take(event),
      ...(backoff === undefined ? {} : { backoff }),
    });
  }

  /** The book; null while it is read anew. After a cut it is the last one until then. */
  get book(): LocalBook | null {
    return this.#book;
  }

  close(): void {
    this.#reading++;
    this.#stream.close();
  }

  #begin(): void {
    this.#book = null;
    this.#held = [];
    void this.#read(++this.#reading);
  }

  /** A later reading makes this one void. */
  async #read(reading: number): Promise<void> {
    const { rest, symbol, levels = LEVELS } = this.#options;
    try {
      const snapshot = await rest.ask('market/get-order-book', { symbol, limit: levels });
      if (reading !== this.#reading) return;
      this.readings++;
      const held = this.#held;
      this.#held = [];
      this.#book = new LocalBook(snapshot);
      for (const change of held) this.#take(change);
      if (held.length === 0) this.#changed();
    } catch {
      if (reading === this.#reading) this.#stream.again();
    }
  }

  readonly #take = (event: StreamEvent<StreamKind>): void => {
    const change = event as BookChange;
    if (this.#book === null) {
      if (this.#held.push(change) > HELD_MAX) this.#stream.again();
      return;
    }
    const taken = this.#book.take(change);
    if (taken === 'applied') return this.#changed();
    if (taken === 'old') return;
    this.misfits++;
    this.#begin();
    this.#held.push(change);
  };

  #changed(): void {
    if (this.#book !== null) this.#options.changed?.(this.#book);
  }
}

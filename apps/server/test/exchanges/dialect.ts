/** What a local exchange says in the wire format of a real one, for tests without internet. */

export interface LocalPair {
  readonly base: string;
  readonly quote: string;
}

export type Levels = readonly (readonly [price: string, amount: string])[];

/** A book as it is now, and what has changed since the one before: '0' takes a level away. */
export interface LocalBook {
  readonly pair: LocalPair;
  /** Ids of updates rise by one with each. */
  readonly id: number;
  readonly timeMs: number;
  readonly bids: Levels;
  readonly asks: Levels;
  readonly changedBids: Levels;
  readonly changedAsks: Levels;
}

/** Opening time in milliseconds, open, high, low, close. */
export type LocalCandle = readonly [number, number, number, number, number];

export interface LocalMarket {
  readonly pairs: readonly LocalPair[];
  bookOf(id: string): LocalBook | undefined;
  /** Oldest first, those that open in the range. */
  candlesOf(id: string, range: { stepMs: number; fromMs: number; untilMs: number }): readonly LocalCandle[];
}

export interface Dialect {
  readonly idOf: (pair: LocalPair) => string;
  /** The JSON of a GET; undefined: no such call. */
  readonly get: (url: URL, market: LocalMarket) => unknown;
  /** Takes a message of a client: what to answer, and which pairs it listens to from now on. */
  readonly hear: (
    message: unknown,
    market: LocalMarket,
  ) => { readonly answers: readonly unknown[]; readonly ids: readonly string[] };
  readonly update: (book: LocalBook) => unknown;
}

/** Where prices come from: MARKET_SOURCE. */
export type MarketSource =
  /** Made here, labelled as such. `seed` makes it reproducible; null: a secret key. */
  | { readonly kind: 'simulated'; readonly seed: number | null }
  /** Quotes of a file, replayed. */
  | { readonly kind: 'recorded'; readonly file: string }
  /** Exchanges by their names in ccxt. `settingsFile`: JSON by exchange, given to its class. */
  | {
      readonly kind: 'ccxt';
      readonly exchanges: readonly string[];
      readonly settingsFile: string | null;
    };

/** For the public: 'simulated', 'recorded', or the exchanges, such as 'binance, okx'. */
export const sourceName = (source: MarketSource): string =>
  source.kind === 'ccxt' ? source.exchanges.join(', ') : source.kind;

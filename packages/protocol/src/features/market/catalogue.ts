/**
 * The assets and pairs of a new platform (R3.4). The first start submits them to the core as
 * commands. From then on the journal is authoritative, and clients ask the server. The lists are
 * closed: a number is the place in them, and operators list what comes later (D0044).
 */
export interface AssetDefinition {
  readonly code: string;
  readonly name: string;
  /** Decimals of the smallest unit in the ledger. */
  readonly decimals: number;
}
export interface PairDefinition {
  readonly base: string;
  readonly quote: string;
  /** Decimals of a spot price; a tick is one unit of the last decimal. */
  readonly priceDecimals: number;
  /** Decimals of a spot quantity; a lot is one unit of the last decimal. */
  readonly lotDecimals: number;
  /**
   * Decimals of the index price that settles contracts: at least those of the spot price, and
   * enough that one step is below 0.002% of the price.
   */
  readonly indexDecimals: number;
  /** Smallest and largest value of an order, in the quote asset. */
  readonly minNotional: string;
  readonly maxNotional: string;
  readonly secondsContract: boolean;
  /** Whether the pair opens later, when the subscription of its coin lists it. */
  readonly opensLater?: true;
}

export const ASSETS: readonly AssetDefinition[] = [
  { code: 'USDT', name: 'Tether', decimals: 6 },
  { code: 'BTC', name: 'Bitcoin', decimals: 8 },
  { code: 'ETH', name: 'Ethereum', decimals: 8 },
  { code: 'EOS', name: 'EOS', decimals: 4 },
  { code: 'LTC', name: 'Litecoin', decimals: 8 },
  { code: 'XRP', name: 'XRP', decimals: 6 },
  { code: 'ADA', name: 'Cardano', decimals: 6 },
  { code: 'DOGE', name: 'Dogecoin', decimals: 6 },
  { code: 'SHIB', name: 'Shiba Inu', decimals: 2 },
  { code: 'HELIO', name: 'Helio Storage', decimals: 6 },
  { code: 'TIDE', name: 'Tidewater', decimals: 6 },
  { code: 'AUR', name: 'Aurora Grid', decimals: 6 },
];

const usdt = { quote: 'USDT', minNotional: '5', maxNotional: '2000000', secondsContract: true };
const btc = { quote: 'BTC', minNotional: '0.0001', maxNotional: '20', secondsContract: false };
const newCoin = { ...usdt, maxNotional: '50000', secondsContract: false, opensLater: true } as const;
const eth = { quote: 'ETH', minNotional: '0.002', maxNotional: '500', secondsContract: false };

/** Pairs in the order of R3.4, with its price decimals; then those of new coins. */
export const PAIRS: readonly PairDefinition[] = [
  { base: 'BTC', priceDecimals: 2, lotDecimals: 5, indexDecimals: 2, ...usdt },
  { base: 'ETH', priceDecimals: 2, lotDecimals: 4, indexDecimals: 2, ...usdt },
  { base: 'EOS', priceDecimals: 4, lotDecimals: 1, indexDecimals: 6, ...usdt },
  { base: 'LTC', priceDecimals: 2, lotDecimals: 3, indexDecimals: 4, ...usdt },
  { base: 'XRP', priceDecimals: 2, lotDecimals: 1, indexDecimals: 5, ...usdt },
  { base: 'ADA', priceDecimals: 6, lotDecimals: 1, indexDecimals: 6, ...usdt },
  { base: 'DOGE', priceDecimals: 6, lotDecimals: 0, indexDecimals: 6, ...usdt },
  { base: 'SHIB', priceDecimals: 7, lotDecimals: 0, indexDecimals: 10, ...usdt },
  { base: 'ETH', priceDecimals: 6, lotDecimals: 4, indexDecimals: 7, ...btc },
  { base: 'EOS', priceDecimals: 7, lotDecimals: 1, indexDecimals: 11, ...btc },
  { base: 'LTC', priceDecimals: 6, lotDecimals: 3, indexDecimals: 8, ...btc },
  { base: 'XRP', priceDecimals: 9, lotDecimals: 1, indexDecimals: 10, ...btc },
  { base: 'ADA', priceDecimals: 8, lotDecimals: 1, indexDecimals: 11, ...btc },
  { base: 'DOGE', priceDecimals: 9, lotDecimals: 0, indexDecimals: 11, ...btc },
  { base: 'EOS', priceDecimals: 8, lotDecimals: 1, indexDecimals: 9, ...eth },
  { base: 'ADA', priceDecimals: 6, lotDecimals: 1, indexDecimals: 9, ...eth },
  { base: 'DOGE', priceDecimals: 8, lotDecimals: 0, indexDecimals: 10, ...eth },
  { base: 'HELIO', priceDecimals: 4, lotDecimals: 1, indexDecimals: 6, ...newCoin },
  { base: 'TIDE', priceDecimals: 4, lotDecimals: 1, indexDecimals: 6, ...newCoin },
  { base: 'AUR', priceDecimals: 4, lotDecimals: 1, indexDecimals: 6, ...newCoin },
];

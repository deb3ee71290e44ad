/** The chains: their numbers in the core, which never change, and their terms. */

export const CHAIN_NUMBERS = {
  BTC: 1,
  ERC20: 2,
  TRC20: 3,
  BEP20: 4,
  LTC: 5,
  DOGE: 6,
  XRP: 7,
  ADA: 8,
  EOS: 9,
} as const;
export type ChainName = keyof typeof CHAIN_NUMBERS;

/** A coin on a chain. Amounts are decimals of the coin. */
export interface ChainCoinTerms {
  readonly coin: string;
  /** Decimals of the coin's smallest unit on the chain, which can be finer than the ledger's. */
  readonly decimals: number;
  /** Smaller deposits are not credited. */
  readonly minDeposit: string;
  readonly withdrawalFee: string;
  readonly minWithdrawal: string;
  readonly maxWithdrawal: string;
}
export interface ChainTerms {
  /** Chains of one family share their addresses; null: the server does not watch deposits. */
  readonly family: 'EVM' | 'TRON' | 'BTC' | 'LTC' | 'DOGE' | null;
  /** The number of blocks, counting its own, after which a deposit can be traded. */
  readonly confirmations: number;
  /** In the order in which the core must define them: first the coin in which costs are charged. */
  readonly coins: readonly ChainCoinTerms[];
  /** The coin in which the chain charges its costs, where the exchange has it. */
  readonly costCoin: string | null;
}

const coinTerms = (
  coin: string,
  decimals: number,
  [minDeposit, withdrawalFee, minWithdrawal, maxWithdrawal]: readonly [string, string, string, string],
): ChainCoinTerms => ({ coin, decimals, minDeposit, withdrawalFee, minWithdrawal, maxWithdrawal });

const CONFIRMATIONS = 12;
const unwatched = { family: null, confirmations: CONFIRMATIONS } as const;

/**
 * SHIB is on no chain: its 18 decimals there are 16 more than those of the ledger, and the core
 * counts at most 15.
 */
export const CHAIN_TERMS: Readonly<Record<ChainName, ChainTerms>> = {
  TRC20: {
    family: 'TRON',
    confirmations: CONFIRMATIONS,
    costCoin: null,
    coins: [coinTerms('USDT', 6, ['1', '1', '10', '200000'])],
  },
  ERC20: {
    family: 'EVM',
    confirmations: CONFIRMATIONS,
    costCoin: 'ETH',
    coins: [
      coinTerms('ETH', 18, ['0.001', '0.001', '0.01', '100']),
      coinTerms('USDT', 6, ['10', '4', '20', '200000']),
    ],
  },
  BEP20: {
    family: 'EVM',
    confirmations: CONFIRMATIONS,
    costCoin: null,
    coins: [coinTerms('USDT', 18, ['1', '0.5', '10', '200000'])],
  },
  BTC: {
    family: 'BTC',
    confirmations: CONFIRMATIONS,
    costCoin: 'BTC',
    coins: [coinTerms('BTC', 8, ['0.0001', '0.0001', '0.001', '5'])],
  },
  LTC: {
    family: 'LTC',
    confirmations: CONFIRMATIONS,
    costCoin: 'LTC',
    coins: [coinTerms('LTC', 8, ['0.01', '0.001', '0.05', '3000'])],
  },
  DOGE: {
    family: 'DOGE',
    confirmations: CONFIRMATIONS,
    costCoin: 'DOGE',
    coins: [coinTerms('DOGE', 8, ['10', '4', '40', '2000000'])],
  },
  XRP: { ...unwatched, costCoin: 'XRP', coins: [coinTerms('XRP', 6, ['1', '0.2', '20', '400000'])] },
  ADA: { ...unwatched, costCoin: 'ADA', coins: [coinTerms('ADA', 6, ['1', '0.8', '10', '500000'])] },
  EOS: { ...unwatched, costCoin: 'EOS', coins: [coinTerms('EOS', 4, ['1', '0.1', '5', '200000'])] },
};

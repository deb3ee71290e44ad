/** The chains of each coin. Without zod, so that the page stays small. */

export const CHAINS = ['BTC', 'ERC20', 'TRC20', 'BEP20', 'LTC', 'DOGE', 'XRP', 'ADA', 'EOS'] as const;
export type Chain = (typeof CHAINS)[number];
/** The chains that carry each coin. For USDT the note of a withdrawal names the chain (R5.7). */
export const CHAINS_OF_COIN: Readonly<Record<string, readonly Chain[]>> = {
  USDT: ['TRC20', 'ERC20', 'BEP20'],
  BTC: ['BTC'],
  ETH: ['ERC20'],
  SHIB: ['ERC20'],
  LTC: ['LTC'],
  DOGE: ['DOGE'],
  XRP: ['XRP'],
  ADA: ['ADA'],
  EOS: ['EOS'],
};
/** Networks that nobody watches: deposits come by voucher, and nobody counts confirmations. */
export const BY_VOUCHER: ReadonlySet<string> = new Set(['XRP', 'ADA', 'EOS'] satisfies Chain[]);

/** The chains. Without zod, so that the page stays small. */

/**
 * Chains of one family have the same addresses. Null: nobody watches the chain, so deposits come by
 * voucher, and nobody counts confirmations.
 */
export const CHAIN_FAMILIES = {
  BTC: 'BTC',
  ERC20: 'EVM',
  TRC20: 'TRON',
  BEP20: 'EVM',
  LTC: 'LTC',
  DOGE: 'DOGE',
  XRP: null,
  ADA: null,
  EOS: null,
} as const;
export type Chain = keyof typeof CHAIN_FAMILIES;
/** The chains whose deposits are read from nodes. */
export type WatchedChain = {
  [C in Chain]: (typeof CHAIN_FAMILIES)[C] extends null ? never : C;
}[Chain];

export const CHAINS = Object.keys(CHAIN_FAMILIES) as Chain[];
/**
 * By chain, the coin that contracts can send without a trace in blocks: the server finds it by
 * balances, and people check it.
 */
export const TRACELESS_COIN: Readonly<Record<string, string | undefined>> = { ERC20: 'ETH' };
export const BY_VOUCHER: ReadonlySet<string> = new Set(
  CHAINS.filter((chain) => CHAIN_FAMILIES[chain] === null),
);

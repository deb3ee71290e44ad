/** Nodes of real chains, as the configuration names them. Several must agree by a majority. */
import {
  AgreedSource,
  EvmSource,
  TronSource,
  UTXO_NETWORKS,
  UtxoSource,
  type BlockSource,
  type UtxoFamily,
} from '@glasshouse/chains';
import { isUtxoTerms, type AnyWalletTerms, type WalletTerms } from './paying/wallet-terms.ts';

/** How to ask the nodes of a chain. */
interface NodeTerms {
  readonly open: (url: string) => BlockSource;
  /** From one block to the next, usually. */
  readonly blockMs: number;
}

const ANSWER_MS_MAX = 5_000;
/** Blocks of the Bitcoin family can have megabytes of text. */
const BLOCK_MS_MAX = 30_000;
const MINUTE_MS = 60_000;
/** Nothing on such chains is ever final. So much work on top of a block counts as if it were. */
const FINAL_AFTER_MS = 120 * MINUTE_MS;

/**
 * `tokens`: by the contracts of their issuers on the main network. The native coin counts only
 * where the exchange has it.
 */
const evmOpener =
  (nativeCoin: string, tokens: Readonly<Record<string, string>>): NodeTerms['open'] =>
  (url) =>
    new EvmSource({ url, nativeCoin, tokens, timeoutMs: ANSWER_MS_MAX });

const utxo = (blockMs: number, coin: UtxoFamily): NodeTerms => ({
  blockMs,
  open: (url) =>
    new UtxoSource({
      url,
      coin,
      network: UTXO_NETWORKS[coin],
      finalAfter: FINAL_AFTER_MS / blockMs,
      timeoutMs: BLOCK_MS_MAX,
    }),
});

export const NODE_TERMS: Readonly<Record<string, NodeTerms>> = {
  TRC20: {
    blockMs: 3_000,
    open: (url) =>
      new TronSource({
        url,
        tokens: { TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: 'USDT' },
        timeoutMs: ANSWER_MS_MAX,
      }),
  },
  ERC20: {
    blockMs: 12_000,
    open: evmOpener('ETH', { '0xdAC17F958D2ee523a2206206994597C13D831ec7': 'USDT' }),
  },
  BEP20: {
    blockMs: 3_000,
    open: evmOpener('BNB', { '0x55d398326f99059fF775485246999027B3197955': 'USDT' }),
  },
  BTC: utxo(10 * MINUTE_MS, 'BTC'),
  LTC: utxo(2.5 * MINUTE_MS, 'LTC'),
  DOGE: utxo(MINUTE_MS, 'DOGE'),
};

/**
 * Null if the chain has no nodes. Half of the nodes, and one more, must agree. `wallet`: of the
 * chain if it is paid on; of an Ethereum-like one, perhaps another network than the main one.
 */
export function nodeSource(
  chain: string,
  urls: readonly string[],
  wallet: AnyWalletTerms | undefined,
): BlockSource | null {
  const open = wallet === undefined || isUtxoTerms(wallet) ? NODE_TERMS[chain]?.open : openerOf(wallet);
  if (open === undefined || urls.length === 0) return null;
  const needed = Math.floor(urls.length / 2) + 1;
  return new AgreedSource(
    urls.map((url) => open(url)),
    { needed, timeoutMs: BLOCK_MS_MAX },
  );
}

function openerOf({ nativeCoin, tokens }: WalletTerms): NodeTerms['open'] {
  const coins = Object.entries(tokens).map(([coin, { address }]) => [address, coin] as const);
  return evmOpener(nativeCoin, Object.fromEntries(coins));
}

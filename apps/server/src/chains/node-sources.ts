/** Nodes of real chains, as the configuration names them. Several must agree by a majority. */
import { AgreedSource, EvmSource, type BlockSource } from '@glasshouse/chains';
import type { WalletTerms } from './paying/wallet-terms.ts';

/** How to ask the nodes of a chain. */
interface NodeTerms {
  /** The coin of the chain itself. It counts only where the exchange has it there. */
  readonly nativeCoin: string;
  /** Contracts whose transfers count, with their coins. */
  readonly tokens: Readonly<Record<string, string>>;
  /** From one block to the next, usually. */
  readonly blockMs: number;
}

/** The contracts of their issuers on the main networks. */
export const NODE_TERMS: Readonly<Record<string, NodeTerms>> = {
  ERC20: {
    nativeCoin: 'ETH',
    tokens: { '0xdAC17F958D2ee523a2206206994597C13D831ec7': 'USDT' },
    blockMs: 12_000,
  },
  BEP20: {
    nativeCoin: 'BNB',
    tokens: { '0x55d398326f99059fF775485246999027B3197955': 'USDT' },
    blockMs: 3_000,
  },
};

const ANSWER_MS_MAX = 5_000;

/**
 * Null if the chain has no nodes. Half of the nodes, and one more, must agree. `wallet`: of the
 * chain if it is paid on, and perhaps another network than the main one.
 */
export function nodeSource(
  chain: string,
  urls: readonly string[],
  wallet: WalletTerms | undefined,
): BlockSource | null {
  const terms = wallet === undefined ? NODE_TERMS[chain] : networkOf(wallet);
  if (terms === undefined || urls.length === 0) return null;
  const { nativeCoin, tokens } = terms;
  const sources = urls.map((url) => new EvmSource({ url, nativeCoin, tokens, timeoutMs: ANSWER_MS_MAX }));
  const needed = Math.floor(urls.length / 2) + 1;
  return new AgreedSource(sources, { needed, timeoutMs: ANSWER_MS_MAX });
}

function networkOf({ nativeCoin, tokens }: WalletTerms): Omit<NodeTerms, 'blockMs'> {
  const coins = Object.entries(tokens).map(([coin, { address }]) => [address, coin] as const);
  return { nativeCoin, tokens: Object.fromEntries(coins) };
}

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
import type { WatchedChain } from '@glasshouse/protocol/wallet';
import type { ChainDescription } from '../contract/chain-parts.ts';
import { contractsOf } from './paying/token-terms.ts';
import type { TronWalletTerms } from './paying/tron-terms.ts';
import { byKind, type AnyWalletTerms, type WalletTerms } from './paying/wallet-terms.ts';

/** The connection to a chain's nodes. */
interface NodeTerms {
  readonly open: (url: string) => BlockSource;
  /** The usual time between two blocks. */
  readonly blockMs: number;
  /** The coins whose deposits are detected; those of any other coin are never seen. */
  readonly coins: readonly string[];
}

const ANSWER_MS_MAX = 5_000;
/** Blocks of the Bitcoin family can have megabytes of text. */
const BLOCK_MS_MAX = 30_000;
const MINUTE_MS = 60_000;
/**
 * These chains have no finality. Blocks that are usually mined in this time on top of one count as
 * final.
 */
const FINAL_AFTER_MS = 120 * MINUTE_MS;

/** Coins by token contract. */
type Contracts = Readonly<Record<string, string>>;

/** An Ethereum-like chain. Deposits of the native coin count only if the exchange lists it. */
const evm = (blockMs: number, nativeCoin: string, tokens: Contracts): NodeTerms => ({
  blockMs,
  coins: [nativeCoin, ...Object.values(tokens)],
  open: (url) => new EvmSource({ url, nativeCoin, tokens, timeoutMs: ANSWER_MS_MAX }),
});

const tron = (blockMs: number, tokens: Contracts): NodeTerms => ({
  blockMs,
  coins: Object.values(tokens),
  open: (url) => new TronSource({ url, tokens, timeoutMs: ANSWER_MS_MAX }),
});

const utxo = (blockMs: number, coin: UtxoFamily): NodeTerms => ({
  blockMs,
  coins: [coin],
  open: (url) =>
    new UtxoSource({
      url,
      coin,
      network: UTXO_NETWORKS[coin],
      finalAfter: FINAL_AFTER_MS / blockMs,
      timeoutMs: BLOCK_MS_MAX,
    }),
});

/**
 * The watched chains, with the contracts of the tokens' issuers on the main network. The times
 * between blocks are those of the protocols: SECONDS_PER_SLOT of Ethereum's consensus
 * specification, the slot of TRON's super representatives, nPowTargetSpacing in chainparams.cpp of
 * Bitcoin, Litecoin and Dogecoin. That of BEP20 is Parlia's before BEP-520 and BEP-524 made it
 * shorter: what is said to take so long takes no longer.
 */
const NODE_TERMS: Readonly<Record<WatchedChain, NodeTerms>> = {
  TRC20: tron(3_000, { TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: 'USDT' }),
  ERC20: evm(12_000, 'ETH', { '0xdAC17F958D2ee523a2206206994597C13D831ec7': 'USDT' }),
  BEP20: evm(3_000, 'BNB', { '0x55d398326f99059fF775485246999027B3197955': 'USDT' }),
  BTC: utxo(10 * MINUTE_MS, 'BTC'),
  LTC: utxo(2.5 * MINUTE_MS, 'LTC'),
  DOGE: utxo(MINUTE_MS, 'DOGE'),
};

const nodeTermsOf = (chain: string): NodeTerms | null =>
  Object.hasOwn(NODE_TERMS, chain) ? NODE_TERMS[chain as WatchedChain] : null;

/** The usual time between two blocks of a chain; null if the server cannot watch it. */
export const blockMsOf = (chain: string): number | null => nodeTermsOf(chain)?.blockMs ?? null;

/**
 * The source of a chain's blocks, of whose nodes a majority must agree; null if none are
 * configured. `wallet`: the wallet terms if the server pays on the chain. Their tokens replace the
 * main network's, so that a test network can be used.
 *
 * @throws If a deposit of one of the coins would not be seen.
 */
export function nodeSource(
  { chain, coins }: Pick<ChainDescription, 'chain' | 'coins'>,
  urls: readonly string[],
  wallet: AnyWalletTerms | undefined,
): BlockSource | null {
  const terms = nodeTermsOf(chain);
  if (terms === null || urls.length === 0) return null;
  const other = wallet === undefined ? null : byKind<TokenWallet | null>(wallet, WITH_TOKENS);
  const used = other === null ? terms : termsOfWallet(terms.blockMs, other);
  for (const { coin } of coins)
    if (!used.coins.includes(coin)) throw new Error(`${chain}: deposits of ${coin} would not be seen`);
  const needed = Math.floor(urls.length / 2) + 1;
  return new AgreedSource(
    urls.map((url) => used.open(url)),
    { needed, timeoutMs: BLOCK_MS_MAX },
  );
}

type TokenWallet = WalletTerms | TronWalletTerms;

const WITH_TOKENS = {
  evm: (wallet: WalletTerms) => wallet,
  utxo: () => null,
  tron: (wallet: TronWalletTerms) => wallet,
};

function termsOfWallet(blockMs: number, wallet: TokenWallet): NodeTerms {
  const contracts = Object.entries(contractsOf(wallet)).map(([coin, address]) => [address, coin] as const);
  const coins: Contracts = Object.fromEntries(contracts);
  return 'family' in wallet ? tron(blockMs, coins) : evm(blockMs, wallet.nativeCoin, coins);
}

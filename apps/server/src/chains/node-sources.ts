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
import type { ChainCoin } from '../contract/chain-parts.ts';
import { contractsOf } from './paying/token-terms.ts';
import type { TronWalletTerms } from './paying/tron-terms.ts';
import { byKind, type AnyWalletTerms, type WalletTerms } from './paying/wallet-terms.ts';

/** The connection to a chain's nodes. */
interface NodeTerms {
  /** Opens a node that tells transfers of these contracts, asked for at each block. */
  readonly open: (url: string, contracts: () => Contracts) => BlockSource;
  /** The usual time between two blocks. */
  readonly blockMs: number;
  /** The chain's own coin, whose deposits are detected; null: they are not. */
  readonly nativeCoin: string | null;
  /** The contracts whose tokens are detected, beside those that operators have listed. */
  readonly contracts: Contracts;
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
const evm = (blockMs: number, nativeCoin: string, contracts: Contracts): NodeTerms => ({
  blockMs,
  nativeCoin,
  contracts,
  open: (url, tokens) => new EvmSource({ url, nativeCoin, tokens, timeoutMs: ANSWER_MS_MAX }),
});

const tron = (blockMs: number, contracts: Contracts): NodeTerms => ({
  blockMs,
  nativeCoin: null,
  contracts,
  open: (url, tokens) => new TronSource({ url, tokens, timeoutMs: ANSWER_MS_MAX }),
});

const utxo = (blockMs: number, coin: UtxoFamily): NodeTerms => ({
  blockMs,
  nativeCoin: coin,
  contracts: {},
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

/** What a source needs of a chain. Its coins are read at each block: operators list more. */
interface SourceDescription {
  readonly chain: string;
  readonly coins: readonly Pick<ChainCoin, 'coin' | 'contract' | 'decimals'>[];
}

/**
 * The source of a chain's blocks, of whose nodes a majority must agree; null if none are
 * configured. `wallet`: the wallet terms if the server pays on the chain. Their tokens replace the
 * main network's, so that a test network can be used.
 *
 * @throws If a deposit of one of the coins would not be seen, or the wallet terms name another
 * token for a coin that an operator has listed.
 */
export function nodeSource(
  description: SourceDescription,
  urls: readonly string[],
  wallet: AnyWalletTerms | undefined,
): AgreedSource | null {
  const { chain, coins } = description;
  const terms = nodeTermsOf(chain);
  if (terms === null || urls.length === 0) return null;
  const used = usedTerms(terms, wallet);
  for (const { coin, contract, decimals } of coins) {
    const wrong = contract === null ? null : walletProblem(chain, wallet, { coin, contract, decimals });
    if (wrong !== null) throw new Error(wrong);
    const isSeen =
      contract !== null || coin === used.nativeCoin || Object.values(used.contracts).includes(coin);
    if (!isSeen) throw new Error(`${chain}: deposits of ${coin} would not be seen`);
  }
  const needed = Math.floor(urls.length / 2) + 1;
  const contracts = () => contractsOn(used, description);
  return new AgreedSource(
    urls.map((url) => used.open(url, contracts)),
    { needed, timeoutMs: BLOCK_MS_MAX },
  );
}

/** Coins by the contracts whose transfers a chain's source tells now. */
export function knownContracts(
  description: SourceDescription,
  wallet: AnyWalletTerms | undefined,
): Readonly<Record<string, string>> {
  const terms = nodeTermsOf(description.chain);
  return terms === null ? {} : contractsOn(usedTerms(terms, wallet), description);
}

function contractsOn({ contracts }: NodeTerms, { coins }: SourceDescription): Contracts {
  const listed = coins.flatMap(({ coin, contract }) =>
    contract === null ? [] : [[contract, coin] as const],
  );
  return { ...contracts, ...Object.fromEntries(listed) };
}

/** Why the wallet terms cannot pay a token that an operator lists; null if they can, or do not. */
export function walletProblem(
  chain: string,
  wallet: AnyWalletTerms | undefined,
  {
    coin,
    contract,
    decimals,
  }: { readonly coin: string; readonly contract: string; readonly decimals: number },
): string | null {
  const token = tokensOf(wallet)?.tokens[coin];
  if (token === undefined) return null;
  const { address } = token;
  if (address.toLowerCase() !== contract.toLowerCase())
    return `${chain}: WALLET_TERMS name the contract ${address} for ${coin}, not ${contract}`;
  return token.decimals === decimals
    ? null
    : `${chain}: WALLET_TERMS give ${coin} ${token.decimals} decimals, its contract ${decimals}`;
}

const tokensOf = (wallet: AnyWalletTerms | undefined): TokenWallet | null =>
  wallet === undefined ? null : byKind<TokenWallet | null>(wallet, WITH_TOKENS);

function usedTerms(terms: NodeTerms, wallet: AnyWalletTerms | undefined): NodeTerms {
  const other = tokensOf(wallet);
  return other === null ? terms : termsOfWallet(terms.blockMs, other);
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

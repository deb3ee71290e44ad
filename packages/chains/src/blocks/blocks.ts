/** The common view of all chains: blocks that name their parent, and transfers. */

export interface BlockHeader {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
}

/** One movement of one coin to one address. */
export interface ChainTransfer {
  readonly txid: string;
  /**
   * The transfer's position in its transaction: the index of the output, or of the log among the
   * transaction's logs; -1 for the transaction's own value. (The log index that EVM nodes return
   * counts within the block, so a reorganisation can change it.)
   */
  readonly output: number;
  /** The recipient's address, as the chain's source writes addresses. */
  readonly to: string;
  readonly coin: string;
  /** The amount in the chain's smallest unit, which can be finer than the ledger's. */
  readonly units: bigint;
}

/**
 * A node, or several that agree. Methods return null for a block that does not exist yet or any
 * more, and throw if there is no answer.
 */
export interface HeaderSource {
  head(): Promise<BlockHeader>;
  headerAt(height: number): Promise<BlockHeader | null>;
}

export interface BlockSource extends HeaderSource {
  /**
   * The transfers of a block, which is asked for by its hash, so that a reorganisation between two
   * requests cannot mix two blocks.
   */
  transfersOf(header: BlockHeader): Promise<readonly ChainTransfer[] | null>;
  /**
   * The height of the newest final block, which no reorganisation can remove; -1 if there is none.
   */
  finalHeight(): Promise<number>;
  /**
   * What addresses have after a block, in their order; null if the block is not in the chain.
   * Absent where each movement of the chain's own coin is a transfer of some block.
   */
  accountsAt?(addresses: readonly string[], header: BlockHeader): Promise<readonly NativeAccount[] | null>;
  /**
   * What a token's contract says of itself; null if there is no contract at the address. Absent on
   * chains without contracts.
   */
  tokenAt?(contract: string): Promise<TokenFacts | null>;
}

/** What the contract of a token says of itself. */
export interface TokenFacts {
  /** Of its smallest unit; null if it tells none: it is no token. */
  readonly decimals: number | null;
  /** Its symbol, which anybody can choose; '' if it tells none. */
  readonly symbol: string;
}

/** What an address has of its chain's own coin, and how many transactions it has sent. */
export interface NativeAccount {
  readonly units: bigint;
  readonly transactions: number;
}

/** The id of a transfer, which no reorganisation changes. */
export const transferKey = ({ txid, output }: Pick<ChainTransfer, 'txid' | 'output'>): string =>
  `${txid}:${output}`;

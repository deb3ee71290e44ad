/** What every chain looks like from outside: blocks that name their parent, and transfers. */

export interface BlockHeader {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
}

/** One movement of one coin to one address. */
export interface ChainTransfer {
  readonly txid: string;
  /**
   * Its place within its transaction: of an output, or of a log among the logs of the transaction;
   * -1 for the value of the transaction itself. The log index that EVM nodes tell counts within the
   * block, so it changes when a reorganisation moves the transaction to another block.
   */
  readonly output: number;
  /** As the source of the chain writes addresses. */
  readonly to: string;
  readonly coin: string;
  /** In the smallest unit of the chain, which can be finer than that of the exchange. */
  readonly units: bigint;
}

/**
 * A node, or several that agree. What is asked for may not be there yet, or not any more: null.
 * Throws if it does not answer.
 */
export interface HeaderSource {
  head(): Promise<BlockHeader>;
  headerAt(height: number): Promise<BlockHeader | null>;
}

export interface BlockSource extends HeaderSource {
  /** By hash, so that a reorganisation between two questions cannot mix two blocks. */
  transfersOf(header: BlockHeader): Promise<readonly ChainTransfer[] | null>;
  /** The height of the newest block that no reorganisation can remove any more; -1: none. */
  finalHeight(): Promise<number>;
}

/** The name of a transfer, which no reorganisation changes. */
export const transferKey = ({ txid, output }: Pick<ChainTransfer, 'txid' | 'output'>): string =>
  `${txid}:${output}`;

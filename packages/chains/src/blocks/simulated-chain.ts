/**
 * A chain in memory, for the demo and for tests. Blocks are mined on request, and any number of the
 * newest can be replaced; their transfers then wait for a block again. Keeps only the newest
 * blocks; a caller that stores them can continue with them.
 */
import { createHash } from 'node:crypto';
import type { BlockHeader, BlockSource, ChainTransfer } from './blocks.ts';

export interface SimulatedBlock {
  readonly header: BlockHeader;
  readonly transfers: readonly ChainTransfer[];
}

export interface SimulatedChainOptions {
  /** The number of newest blocks to keep, at least one. Default: all. */
  readonly kept?: number;
  /** The number of later blocks that make a block final. */
  readonly finalAfter?: number;
  /** The newest blocks of a chain to continue with, oldest first. */
  readonly blocks?: readonly SimulatedBlock[];
  /** Transfers that wait for a block. */
  readonly waiting?: readonly ChainTransfer[];
}

const FINAL_AFTER = 20;

const hashOf = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('/')).digest('hex');

export class SimulatedChain implements BlockSource {
  readonly #name: string;
  readonly #kept: number;
  readonly #finalAfter: number;
  /** The chain, from the oldest block that is kept. */
  readonly #blocks: SimulatedBlock[];
  /** All kept blocks and those that left the chain, by hash. */
  readonly #known = new Map<string, SimulatedBlock>();
  readonly #waiting: ChainTransfer[];
  #made = 0;

  /** `name` enters all hashes, so that no two chains have the same transactions or blocks. */
  constructor(name: string, options: SimulatedChainOptions = {}) {
    const { kept = Number.MAX_SAFE_INTEGER, finalAfter = FINAL_AFTER, blocks = [], waiting = [] } = options;
    this.#name = name;
    this.#kept = kept;
    this.#finalAfter = finalAfter;
    this.#blocks = [...blocks];
    this.#waiting = [...waiting];
    for (const block of blocks) this.#known.set(block.header.hash, block);
    if (blocks.length === 0) this.mine();
  }

  /** Announces a transfer, which the next block contains. Returns its transaction. */
  send(transfer: Pick<ChainTransfer, 'to' | 'coin' | 'units'>): string {
    const draft = this.draft(transfer);
    this.announce(draft);
    return draft.txid;
  }

  /** A transfer with its transaction id, not sent yet: `announce` sends it. */
  draft({ to, coin, units }: Pick<ChainTransfer, 'to' | 'coin' | 'units'>): ChainTransfer {
    const txid = hashOf(this.#name, 'transfer', ++this.#made, to, coin, String(units));
    return { txid, output: 0, to, coin, units };
  }

  announce(transfer: ChainTransfer): void {
    this.#waiting.push(transfer);
  }

  /** Mines a block with all waiting transfers. */
  mine(): SimulatedBlock {
    const parent = this.#tip;
    const parentHash = parent?.hash ?? '0'.repeat(64);
    const height = parent === undefined ? 0 : parent.height + 1;
    const header = { height, hash: hashOf(this.#name, 'block', parentHash, ++this.#made), parentHash };
    const block = { header, transfers: this.#waiting.splice(0) };
    this.#blocks.push(block);
    this.#known.set(header.hash, block);
    while (this.#blocks.length > this.#kept) this.#known.delete(this.#blocks.shift()!.header.hash);
    return block;
  }

  /**
   * Removes the newest `depth` blocks. Their transfers wait again, except those of the transactions
   * in `lost`, which count as double-spent.
   */
  unwind(depth: number, lost: ReadonlySet<string> = new Set()): void {
    if (depth >= this.#blocks.length) throw new Error('the first block stays');
    const gone = this.#blocks.splice(this.#blocks.length - depth);
    const transfers = gone.flatMap((block) => block.transfers);
    this.#waiting.unshift(...transfers.filter(({ txid }) => !lost.has(txid)));
  }

  get #tip(): BlockHeader | undefined {
    return this.#blocks.at(-1)?.header;
  }

  async head(): Promise<BlockHeader> {
    return this.#tip!;
  }

  async headerAt(height: number): Promise<BlockHeader | null> {
    const [oldest] = this.#blocks;
    return this.#blocks[height - oldest!.header.height]?.header ?? null;
  }

  async transfersOf({ hash }: BlockHeader): Promise<readonly ChainTransfer[] | null> {
    return this.#known.get(hash)?.transfers ?? null;
  }

  async finalHeight(): Promise<number> {
    return this.#tip!.height - this.#finalAfter;
  }

  /** The transfers of all kept blocks, with their heights. */
  *transfers(): Iterable<{ readonly transfer: ChainTransfer; readonly height: number }> {
    for (const { header, transfers } of this.#blocks)
      for (const transfer of transfers) yield { transfer, height: header.height };
  }
}

/**
 * A chain in memory, for the demo and for tests: blocks are made on request, and any number of the
 * newest can be replaced. What leaves the chain waits to be in a block again.
 */
import { createHash } from 'node:crypto';
import type { BlockHeader, BlockSource, ChainTransfer } from './blocks.ts';

interface Block {
  readonly header: BlockHeader;
  readonly transfers: readonly ChainTransfer[];
}

const hashOf = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('/')).digest('hex');

export class SimulatedChain implements BlockSource {
  readonly #name: string;
  /** The chain, by height. */
  readonly #blocks: Block[] = [];
  /** All blocks that ever were, by hash. */
  readonly #known = new Map<string, Block>();
  readonly #waiting: ChainTransfer[] = [];
  #made = 0;

  constructor(name: string) {
    this.#name = name;
    this.mine();
  }

  /** Announces a transfer, which the next block contains. Returns its transaction. */
  send({ to, coin, units }: Pick<ChainTransfer, 'to' | 'coin' | 'units'>): string {
    const txid = hashOf(this.#name, 'transfer', ++this.#made);
    this.#waiting.push({ txid, output: 0, to, coin, units });
    return txid;
  }

  /** Adds a block with all that waits. */
  mine(): BlockHeader {
    const parentHash = this.#blocks.at(-1)?.header.hash ?? '0'.repeat(64);
    const height = this.#blocks.length;
    const header = { height, hash: hashOf(this.#name, 'block', parentHash, ++this.#made), parentHash };
    const block = { header, transfers: this.#waiting.splice(0) };
    this.#blocks.push(block);
    this.#known.set(header.hash, block);
    return header;
  }

  /**
   * Takes the newest `depth` blocks from the chain. Their transfers wait again, without those of
   * the transactions in `lost`, which were spent twice.
   */
  unwind(depth: number, lost: ReadonlySet<string> = new Set()): void {
    if (depth >= this.#blocks.length) throw new Error('the first block stays');
    const gone = this.#blocks.splice(this.#blocks.length - depth);
    const transfers = gone.flatMap((block) => block.transfers);
    this.#waiting.unshift(...transfers.filter(({ txid }) => !lost.has(txid)));
  }

  async head(): Promise<BlockHeader> {
    return this.#blocks.at(-1)!.header;
  }

  async headerAt(height: number): Promise<BlockHeader | null> {
    return this.#blocks[height]?.header ?? null;
  }

  async transfersOf({ hash }: BlockHeader): Promise<readonly ChainTransfer[] | null> {
    return this.#known.get(hash)?.transfers ?? null;
  }

  /** All transfers of the chain as it is now, with their heights. */
  *transfers(): Iterable<{ readonly transfer: ChainTransfer; readonly height: number }> {
    for (const { header, transfers } of this.#blocks)
      for (const transfer of transfers) yield { transfer, height: header.height };
  }
}

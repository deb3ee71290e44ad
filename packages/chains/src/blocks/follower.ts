/** Follows a chain block by block, and steps back when it is reorganised. */
import type { BlockHeader, BlockSource, ChainTransfer } from './blocks.ts';

/** A change of the chain: a block was added, or the newest one was removed. */
export type ChainStep =
  | { readonly type: 'added'; readonly header: BlockHeader; readonly transfers: readonly ChainTransfer[] }
  | { readonly type: 'removed'; readonly header: BlockHeader };

/**
 * Thrown if the chain has changed further back than the follower remembers: a person has to look.
 */
export class DeepReorganisation extends Error {
  override readonly name = 'DeepReorganisation';
}

/**
 * The number of remembered blocks, which is also the deepest reorganisation that the follower can
 * undo.
 */
export const WINDOW_BLOCKS = 512;

export class BlockFollower {
  readonly #source: BlockSource;
  /** The newest blocks of the followed chain, oldest first; never empty. */
  readonly #window: BlockHeader[];

  /** `known`: the newest blocks that were followed before, oldest first, at least one. */
  constructor(source: BlockSource, known: readonly BlockHeader[]) {
    if (known.length === 0) throw new Error('a follower begins at a known block');
    this.#source = source;
    this.#window = known.slice(-WINDOW_BLOCKS);
  }

  get tip(): BlockHeader {
    return this.#window.at(-1)!;
  }

  /** The remembered blocks, oldest first, to continue with after a restart. */
  get window(): readonly BlockHeader[] {
    return this.#window;
  }

  /**
   * The next change of the chain, or null if there is none now. A node that is behind is no change:
   * blocks are only removed for others at the same height.
   */
  async next(): Promise<ChainStep | null> {
    const { tip } = this;
    const current = await this.#source.headerAt(tip.height);
    if (current === null) return null;
    if (current.hash !== tip.hash) return this.#remove();
    const header = await this.#source.headerAt(tip.height + 1);
    // Another parent: the chain has changed since the first question. The next call sees it.
    if (header === null || header.parentHash !== tip.hash) return null;
    const transfers = await this.#source.transfersOf(header);
    if (transfers === null) return null;
    this.#window.push(header);
    if (this.#window.length > WINDOW_BLOCKS) this.#window.shift();
    return { type: 'added', header, transfers };
  }

  #remove(): ChainStep {
    if (this.#window.length === 1)
      throw new DeepReorganisation(`block ${this.tip.height} (${this.tip.hash}) has left the chain`);
    return { type: 'removed', header: this.#window.pop()! };
  }
}

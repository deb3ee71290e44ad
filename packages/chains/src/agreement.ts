/** Several nodes, of which a majority must say the same. */
import type { BlockHeader, BlockSource, ChainTransfer } from './blocks.ts';

/** Nodes tell different transfers of one block: one of them lies, and nobody knows which. */
export class NodesDisagree extends Error {
  override readonly name = 'NodesDisagree';
}

/** Fewer nodes answer than must agree. */
export class NodesSilent extends Error {
  override readonly name = 'NodesSilent';
}

export class AgreedSource implements BlockSource {
  readonly #sources: readonly BlockSource[];
  readonly #needed: number;
  readonly #timeoutMs: number;

  constructor(
    sources: readonly BlockSource[],
    { needed, timeoutMs }: { readonly needed: number; readonly timeoutMs: number },
  ) {
    // Two halves could agree on two chains.
    if (2 * needed <= sources.length || needed > sources.length)
      throw new Error(`${needed} of ${sources.length} nodes are no majority`);
    this.#sources = sources;
    this.#needed = needed;
    this.#timeoutMs = timeoutMs;
  }

  /** The highest block up to which enough nodes have come, by whatever chain. */
  async head(): Promise<BlockHeader> {
    const heads = await this.#ask((source) => source.head());
    const heights = heads.map(({ height }) => height).sort((a, b) => b - a);
    const height = heights[this.#needed - 1]!;
    return (await this.headerAt(height)) ?? heads.find((head) => head.height === height)!;
  }

  /** Null while not enough nodes have the same block there. */
  async headerAt(height: number): Promise<BlockHeader | null> {
    const answers = await this.#ask((source) => source.headerAt(height));
    const headers = answers.filter((header) => header !== null);
    return headers.find((one) => this.#isEnough(headers.filter((other) => isSame(one, other)))) ?? null;
  }

  async transfersOf(header: BlockHeader): Promise<readonly ChainTransfer[] | null> {
    const answers = (await this.#ask((source) => source.transfersOf(header))).filter((one) => one !== null);
    const texts = answers.map(textOf);
    if (new Set(texts).size > 1)
      throw new NodesDisagree(`nodes tell different transfers of block ${header.height} (${header.hash})`);
    return this.#isEnough(answers) ? answers[0]! : null;
  }

  /** Up to where enough nodes call the chain final. */
  async finalHeight(): Promise<number> {
    const heights = await this.#ask((source) => source.finalHeight());
    return [...heights].sort((a, b) => b - a)[this.#needed - 1]!;
  }

  #isEnough(answers: readonly unknown[]): boolean {
    return answers.length >= this.#needed;
  }

  /** The answers of the nodes that answer in time, and without an error. */
  async #ask<T>(question: (source: BlockSource) => Promise<T>): Promise<readonly T[]> {
    const settled = await Promise.allSettled(
      this.#sources.map((source) => inTime(question(source), this.#timeoutMs)),
    );
    const answers = settled.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    if (!this.#isEnough(answers))
      throw new NodesSilent(`${answers.length} of ${this.#sources.length} nodes answer`, {
        cause: settled.find((one) => one.status === 'rejected')?.reason,
      });
    return answers;
  }
}

const isSame = (a: BlockHeader, b: BlockHeader): boolean =>
  a.hash === b.hash && a.parentHash === b.parentHash;

/** The order in which a node tells them does not count. */
function textOf(transfers: readonly ChainTransfer[]): string {
  return transfers
    .map(({ txid, output, to, coin, units }) => [txid, output, to, coin, units].join('/'))
    .sort()
    .join('\n');
}

async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

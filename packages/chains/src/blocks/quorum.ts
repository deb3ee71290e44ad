/** Sends several nodes the same request; enough of them must answer in time. */

/** Thrown if fewer nodes answer than must agree. */
export class NodesSilent extends Error {
  override readonly name = 'NodesSilent';
}

/** Thrown if nodes contradict each other: at least one lies, and nobody knows which. */
export class NodesDisagree extends Error {
  override readonly name = 'NodesDisagree';
}

export interface QuorumOptions {
  /** The number of nodes that must give the same answer. */
  readonly needed: number;
  readonly timeoutMs: number;
}

export class Quorum<N> {
  readonly nodes: readonly N[];
  readonly #needed: number;
  readonly #timeoutMs: number;

  constructor(nodes: readonly N[], { needed, timeoutMs }: QuorumOptions) {
    // Requires a majority, because two halves could agree on two different chains.
    if (2 * needed <= nodes.length || needed > nodes.length)
      throw new Error(`${needed} of ${nodes.length} nodes are no majority`);
    this.nodes = nodes;
    this.#needed = needed;
    this.#timeoutMs = timeoutMs;
  }

  get needed(): number {
    return this.#needed;
  }

  isEnough(answers: readonly unknown[]): boolean {
    return answers.length >= this.#needed;
  }

  /** The answers of the nodes that answer in time, and without an error. */
  async ask<T>(question: (node: N) => Promise<T>): Promise<readonly T[]> {
    const settled = await this.askAll(question);
    const answers = settled.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    if (!this.isEnough(answers))
      throw new NodesSilent(`${answers.length} of ${this.nodes.length} nodes answer`, {
        cause: settled.find((one) => one.status === 'rejected')?.reason,
      });
    return answers;
  }

  /**
   * The answer that enough nodes give.
   *
   * @throws {NodesDisagree} If there is none.
   */
  same<T>(answers: readonly T[], textOf: (answer: T) => string, what: string): T {
    const texts = answers.map(textOf);
    const at = texts.findIndex((text) => this.isEnough(texts.filter((other) => other === text)));
    if (at === -1) throw new NodesDisagree(`nodes tell different things about ${what}`);
    return answers[at]!;
  }

  /** The result of each node. Nodes that fail or are late count as rejected. */
  async askAll<T>(question: (node: N) => Promise<T>): Promise<readonly PromiseSettledResult<T>[]> {
    return Promise.allSettled(this.nodes.map((node) => inTime(question(node), this.#timeoutMs)));
  }
}

/** The median; of an even number of amounts, the higher of the two in the middle. */
export function middle(amounts: readonly bigint[]): bigint {
  const sorted = [...amounts].sort((a, b) => (a < b ? -1 : 1));
  return sorted[sorted.length >> 1]!;
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

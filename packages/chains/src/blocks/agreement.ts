/** Combines several nodes, of which a majority must give the same answer. */
import type {
  BlockHeader,
  BlockSource,
  ChainTransfer,
  HeaderSource,
  NativeAccount,
  TokenFacts,
} from './blocks.ts';
import { NodesDisagree, Quorum, type QuorumOptions } from './quorum.ts';

/** The block headers on which enough nodes agree. */
export class AgreedHeaders<S extends HeaderSource> implements HeaderSource {
  protected readonly quorum: Quorum<S>;

  constructor(sources: readonly S[], options: QuorumOptions) {
    this.quorum = new Quorum(sources, options);
  }

  /** The highest block that enough nodes have reached, even if they follow different forks. */
  async head(): Promise<BlockHeader> {
    const heads = await this.quorum.ask((source) => source.head());
    const heights = heads.map(({ height }) => height).sort((a, b) => b - a);
    const height = heights[this.quorum.needed - 1]!;
    return (await this.headerAt(height)) ?? heads.find((head) => head.height === height)!;
  }

  /** The block at a height; null until enough nodes have the same one. */
  async headerAt(height: number): Promise<BlockHeader | null> {
    const answers = await this.quorum.ask((source) => source.headerAt(height));
    const headers = answers.filter((header) => header !== null);
    return headers.find((one) => this.quorum.isEnough(headers.filter((other) => isSame(one, other)))) ?? null;
  }
}

export class AgreedSource extends AgreedHeaders<BlockSource> implements BlockSource {
  async transfersOf(header: BlockHeader): Promise<readonly ChainTransfer[] | null> {
    const answers = (await this.quorum.ask((source) => source.transfersOf(header))).filter(
      (one) => one !== null,
    );
    const texts = answers.map(textOf);
    if (new Set(texts).size > 1)
      throw new NodesDisagree(`nodes tell different transfers of block ${header.height} (${header.hash})`);
    return this.quorum.isEnough(answers) ? answers[0]! : null;
  }

  async accountsAt(
    addresses: readonly string[],
    header: BlockHeader,
  ): Promise<readonly NativeAccount[] | null> {
    const answers = await this.quorum.ask(async (source) => source.accountsAt?.(addresses, header) ?? null);
    const textOf = (accounts: readonly NativeAccount[] | null): string =>
      accounts?.map(({ units, transactions }) => `${units}/${transactions}`).join() ?? 'none';
    return this.quorum.same(answers, textOf, `balances after block ${header.height}`);
  }

  /** @throws {NodesDisagree} Unless enough nodes tell the same of the contract. */
  async tokenAt(contract: string): Promise<TokenFacts | null> {
    const answers = await this.quorum.ask(async (source) => source.tokenAt?.(contract) ?? null);
    return this.quorum.same(answers, (facts) => JSON.stringify(facts), `the contract ${contract}`);
  }

  /** The highest block that enough nodes call final. */
  async finalHeight(): Promise<number> {
    const heights = await this.quorum.ask((source) => source.finalHeight());
    return [...heights].sort((a, b) => b - a)[this.quorum.needed - 1]!;
  }
}

const isSame = (a: BlockHeader, b: BlockHeader): boolean =>
  a.hash === b.hash && a.parentHash === b.parentHash;

/** Transfers as comparable text; the order in which a node lists them does not matter. */
function textOf(transfers: readonly ChainTransfer[]): string {
  return transfers
    .map(({ txid, output, to, coin, units }) => [txid, output, to, coin, units].join('/'))
    .sort()
    .join('\n');
}

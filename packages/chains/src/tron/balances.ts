/**
 * Reads balances after a final block of TRON. Nodes return balances only at their newest and at
 * their newest final block. The final one changes once per block time, so a set of balances can be
 * read at one and the same block.
 */
import { NodesDisagree, type Quorum } from '../blocks/quorum.ts';
import type { Holding } from '../evm/payment-nodes.ts';

/** The part of a node that reads balances. */
export interface FinalBalanceNode {
  /** The height of the newest final block, at which `finalBalanceOf` reads. */
  solidHeight(): Promise<number>;
  finalBalanceOf(holding: Holding): Promise<bigint>;
}

/** Balances after one block. */
export interface FinalBalances {
  readonly height: number;
  /** The balances, in the order of the request. */
  readonly units: readonly bigint[];
}

/** The maximum of concurrent requests to one node. */
const AT_ONCE = 32;
/** The number of attempts: every three seconds another block becomes the newest final one. */
const TRIES = 4;

/** @throws If each time another block became final before all balances were read. */
export async function finalBalancesBy(
  node: FinalBalanceNode,
  holdings: readonly Holding[],
): Promise<FinalBalances> {
  for (let tries = 0; tries < TRIES; tries++) {
    const height = await node.solidHeight();
    const units: bigint[] = [];
    for (let from = 0; from < holdings.length; from += AT_ONCE) {
      const some = holdings.slice(from, from + AT_ONCE);
      units.push(...(await Promise.all(some.map(async (one) => node.finalBalanceOf(one)))));
    }
    if ((await node.solidHeight()) === height) return { height, units };
  }
  throw new Error(`a block became final before the node had told ${holdings.length} balances`);
}

/** @throws {NodesDisagree} Unless enough nodes return the same, after the same block. */
export async function agreedBalances<N extends FinalBalanceNode>(
  quorum: Quorum<N>,
  holdings: readonly Holding[],
): Promise<FinalBalances> {
  let last: unknown;
  // Retries, because nodes that are one block apart soon agree.
  for (let tries = 0; tries < TRIES; tries++) {
    const answers = await quorum.ask(async (node) => finalBalancesBy(node, holdings));
    try {
      return quorum.same(answers, ({ height, units }) => [height, ...units].join(), 'final balances');
    } catch (error) {
      if (!(error instanceof NodesDisagree)) throw error;
      last = error;
    }
  }
  throw last;
}

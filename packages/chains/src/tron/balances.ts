/**
 * What addresses hold after a block of TRON that no reorganisation can remove. Nodes tell balances
 * of their newest and of their newest final block alone; the latter is the same for a whole block's
 * time, so that all balances of one answer are of one block.
 */
import { NodesDisagree, type Quorum } from '../blocks/quorum.ts';
import type { Holding } from '../evm/payment-nodes.ts';

/** A node, as far as balances are concerned. */
export interface FinalBalanceNode {
  /** Of the newest final block, whose balances `finalBalanceOf` tells. */
  solidHeight(): Promise<number>;
  finalBalanceOf(holding: Holding): Promise<bigint>;
}

/** Of one block. */
export interface FinalBalances {
  readonly height: number;
  /** In the order of the question. */
  readonly units: readonly bigint[];
}

/** Questions to one node that wait at the same time. */
const AT_ONCE = 32;
/** A block takes the place of the final one every three seconds. */
const TRIES = 4;

/** @throws If each time another block became final before all balances were told. */
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

/** @throws {NodesDisagree} Unless enough nodes tell the same, after the same block. */
export async function agreedBalances<N extends FinalBalanceNode>(
  quorum: Quorum<N>,
  holdings: readonly Holding[],
): Promise<FinalBalances> {
  let last: unknown;
  // Nodes that are a block apart are not for long.
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

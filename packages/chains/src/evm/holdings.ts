/** Reads the balances of our addresses from the chain, to compare them with the ledger. */
import type { BlockHeader } from '../blocks/blocks.ts';
import type { AgreedNodes } from './payment-nodes.ts';
import { tokenOf, type PaymentTerms } from './payment-terms.ts';

/** The number of addresses in one request. */
const PER_QUESTION = 200;

/**
 * The sums over all addresses after one block, by coin, in the chain's smallest unit. The ledger
 * agrees if it has taken in exactly what is in the chain up to that block: every deposit, payment
 * and cost, and none of a later one.
 *
 * @param addresses All that are ours: deposit addresses, hot and cold. One that is named twice
 * counts once.
 */
export async function holdingsAt(
  { nodes, terms }: { readonly nodes: AgreedNodes; readonly terms: PaymentTerms },
  { block, addresses }: { readonly block: BlockHeader; readonly addresses: Iterable<string> },
): Promise<ReadonlyMap<string, bigint>> {
  const all = [...new Set(addresses)];
  const sums = new Map<string, bigint>();
  for (const coin of [terms.nativeCoin, ...Object.keys(terms.tokens)]) {
    const token = tokenOf(terms, coin);
    let sum = 0n;
    for (let from = 0; from < all.length; from += PER_QUESTION) {
      const some = all.slice(from, from + PER_QUESTION).map((address) => ({ address, token }));
      for (const units of await nodes.balancesAt(some, block)) sum += units;
    }
    sums.set(coin, sum);
  }
  return sums;
}

/** The ledger's figures of a coin on a chain. */
export interface LedgerCoin {
  /**
   * The balance of the chain's account in ledger units: negative by the amount held on the chain.
   */
  readonly balance: number;
  /** The remainder in the chain's smallest units that makes no whole unit of the ledger. */
  readonly rest: number;
  /** The decimals that the chain's unit has more than the ledger's. */
  readonly restDecimals: number;
}

/** The amount that the chain must hold according to the ledger, in the chain's smallest unit. */
export const ledgerHolding = ({ balance, rest, restDecimals }: LedgerCoin): bigint =>
  BigInt(-balance) * 10n ** BigInt(restDecimals) + BigInt(rest);

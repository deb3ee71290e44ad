/** The stakes of open positions, and the limits that a definition sets for them. */
import type { RefusalName } from '@glasshouse/protocol';
import type { DefineSecondsContract, OpenPosition } from './commands.ts';

interface MarketStakes {
  total: number;
  readonly byOwner: Map<number, number>;
}

export class OpenStakes {
  /** The open stakes of each market. */
  readonly #stakes = new Map<number, MarketStakes>();

  /** Adds the stake of a position that opens, or a negative one of a position that ends. */
  count({ market, owner }: { readonly market: number; readonly owner: number }, stake: number): void {
    const open = this.#stakes.get(market) ?? { total: 0, byOwner: new Map<number, number>() };
    this.#stakes.set(market, open);
    open.total += stake;
    const left = (open.byOwner.get(owner) ?? 0) + stake;
    if (left === 0) open.byOwner.delete(owner);
    else open.byOwner.set(owner, left);
  }

  /** The open stakes of all on a market. */
  totalOf(market: number): number {
    return this.#stakes.get(market)?.total ?? 0;
  }

  /** A limit of 0 limits nothing. */
  refusalOf(
    { owner, market, stake }: OpenPosition,
    { maxUserStake, maxOpenStake }: DefineSecondsContract,
  ): RefusalName | null {
    const open = this.#stakes.get(market);
    if (maxUserStake > 0 && (open?.byOwner.get(owner) ?? 0) + stake > maxUserStake)
      return 'seconds-contract/user-limit';
    return maxOpenStake > 0 && (open?.total ?? 0) + stake > maxOpenStake
      ? 'seconds-contract/platform-limit'
      : null;
  }
}

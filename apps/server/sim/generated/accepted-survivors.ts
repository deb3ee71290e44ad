/**
 * Generated mutants that no check can find, each with its reason. The run fails when one of them no longer fits the sources, or is found
 * after all.
 */

export interface AcceptedSurvivor {
  /** `Mutant.key`. */
  readonly key: string;
  readonly reason: string;
}

export const ACCEPTED_SURVIVORS: readonly AcceptedSurvivor[] = [
  {
    key: 'packages/core/src/features/spot/execution.ts | if (book.ownSlots.length > 0) this.#cancelOwn(book.ownSlots); | book.ownSlots.length > 0 => book.ownSlots.length >= 0',
    reason: 'An empty list is walked without effect.',
  },
  {
    key: 'packages/core/src/features/spot/execution.ts | if (settlement.partners.length > 0) this.endPartners(settlement.partners); | settlement.partners.length > 0 => settlement.partners.length >= 0',
    reason: 'An empty list is walked without effect.',
  },
  {
    key: 'packages/core/src/features/spot/execution.ts | if (reachedTick > 0 && firedTick === 0) this.due.leave(this.#marketOf(slot), this.pool.idOf(slot)); | reachedTick > 0 => reachedTick >= 0',
    reason: 'An order that was not reached is not in the queue that it would leave.',
  },
  {
    key: 'packages/core/src/features/spot/conditionals.ts | if (extra.trailPpm > 0 && (extra.isAbove ? index < extra.extreme : index > extra.extreme)) { | index < extra.extreme => index <= extra.extreme',
    reason: 'At the same extreme the trigger is computed again to the same price.',
  },
  {
    key: 'packages/core/src/features/spot/conditionals.ts | if (extra.trailPpm > 0 && (extra.isAbove ? index < extra.extreme : index > extra.extreme)) { | index > extra.extreme => index >= extra.extreme',
    reason: 'At the same extreme the trigger is computed again to the same price.',
  },
  {
    key: 'packages/core/src/features/spot/conditionals.ts | if (this.execution.waiting.count(market.book.index) === 0) return; | this.execution.waiting.count(market.book.index) === 0 => false',
    reason: 'Where nothing waits, what follows finds nothing.',
  },
  {
    key: 'packages/core/src/features/spot/fees.ts | if (valued > 0) this.today[block] = this.today[block]! + valued; | valued > 0 => valued >= 0',
    reason: 'Adds nothing.',
  },
  {
    key: 'packages/core/src/features/spot/fees.ts | if (asset === NO_ASSET) return 0; | asset === NO_ASSET => false',
    reason: 'Without tiers no market is found to value the trade in, so it counts nothing either way.',
  },
  {
    key: 'packages/core/src/features/spot/terms.ts | export const isQuantity = (lots: number): boolean => lots > 0 && lots < Infinity && Math.floor(lots) === lots; | Math.floor(lots) => Math.ceil(lots)',
    reason: 'Compared with the number itself, which both leave as it is only where it is whole.',
  },
  {
    key: 'packages/core/src/features/spot/terms.ts | const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0; | value >= 0 => value > 0',
    reason: 'Whoever asks wants more than zero as well.',
  },
  {
    key: 'packages/core/src/features/spot/open-orders.ts | if (this.count(block) === 0) return slots; | this.count(block) === 0 => false',
    reason: 'An owner without orders has an empty list.',
  },
  {
    key: 'packages/core/src/features/spot/waiting-orders.ts | const GONE_MIN = 64; | 64 => 63',
    reason: 'When the heaps are tidied changes no answer.',
  },
  {
    key: 'packages/core/src/features/spot/waiting-orders.ts | const GONE_MIN = 64; | 64 => 65',
    reason: 'When the heaps are tidied changes no answer.',
  },
  {
    key: 'packages/core/src/features/spot/waiting-orders.ts | if (heap[parent]!.key <= trigger.key) break; | heap[parent]!.key <= trigger.key => heap[parent]!.key < trigger.key',
    reason: 'Entries of one trigger may come up in any order, since what is reached is sorted by acceptance.',
  },
  {
    key: 'packages/core/src/features/spot/waiting-orders.ts | if (heap[child]!.key >= last.key) break; | heap[child]!.key >= last.key => heap[child]!.key > last.key',
    reason: 'Entries of one trigger may come up in any order, since what is reached is sorted by acceptance.',
  },
  {
    key: 'packages/core/src/features/seconds-contract/position.ts | return finishPrice > openPrice === (direction === 1) ? RESULT.win : RESULT.lose; | finishPrice > openPrice => finishPrice >= openPrice',
    reason: 'Equal prices were a draw before.',
  },
];

/**
 * Generated mutants that no check can find, each with its reason. The run fails if one of them no
 * longer fits the sources, or is found after all.
 */

/* oxlint-disable max-lines -- A list, two lines an entry. */
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
    key: 'packages/core/src/features/spot/waiting-orders.ts | const GONE_MIN = 64; | 64 => 63',
    reason: 'When the heaps are tidied changes no answer.',
  },
  {
    key: 'packages/core/src/features/spot/waiting-orders.ts | const GONE_MIN = 64; | 64 => 65',
    reason: 'When the heaps are tidied changes no answer.',
  },
  {
    key: 'packages/core/src/features/seconds-contract/position.ts | return finishPrice > openPrice === (direction === 1) ? RESULT.win : RESULT.lose; | finishPrice > openPrice => finishPrice >= openPrice',
    reason: 'Equal prices were a draw before.',
  },
  {
    key: 'packages/core/src/features/spot/execution.ts | if (slot === 0) continue; | slot === 0 => false',
    reason:
      'A leg ends its partner once, as it trades, fires or is met, and no leg outlives the other linked: the partner is always live.',
  },
  {
    key: 'packages/core/src/features/spot/fees.ts | for (let block = 0; block < this.today.length; block++) this.#rank(block); | block < this.today.length => block <= this.today.length',
    reason: 'One block more lies beyond the array, where a write goes nowhere.',
  },
  {
    key: 'packages/core/src/features/spot/quotes.ts | for (let i = 0; i + 1 < quotes.levels.length && this.pool.hasRoom; i += 2) { | i + 1 < quotes.levels.length => i + 1 <= quotes.levels.length',
    reason: 'A price at the end of the list without lots is no quote, and is left out for that.',
  },
  {
    key: 'packages/core/src/features/spot/quotes.ts | for (let i = 0; i + 1 < quotes.levels.length && this.pool.hasRoom; i += 2) { | i + 1 => i - 1',
    reason: 'A price at the end of the list without lots is no quote, and is left out for that.',
  },
  {
    key: "packages/core/src/features/spot/stop-amendments.ts | if (need < 0) return 'spot/above-maximum'; | need < 0 => false (2)",
    reason:
      'The value of both legs is refused first: in the markets of the checks it has a limit below any number of lots that does not fit.',
  },
  {
    key: 'packages/core/src/features/spot/quotes.ts | if (need < 0 || frozen + need > quotes.budget) break; | need < 0 => need <= 0',
    reason: 'Rounded up, no quote needs nothing.',
  },
  {
    key: 'packages/core/src/features/spot/settlement.ts | quantities[from + FROZEN] = held - released; | held - released => held + released',
    reason: 'Something is released only of an order that is filled in full, and it leaves the pool at once.',
  },
  {
    key: 'packages/core/src/features/spot/spot.ts | quantities[INCOMING_WHOLE] = command.lots > 0 ? command.lots : 0; | command.lots > 0 => command.lots >= 0',
    reason: 'Of zero lots it is zero either way.',
  },
  {
    key: "packages/core/src/features/spot/terms.ts | if (value < 0 || value > maxNotional) return 'spot/above-maximum'; | value < 0 => value <= 0",
    reason: 'No order is worth 0: values are rounded up, and a total of 0 has no shape.',
  },
  {
    key: 'packages/core/src/features/spot/terms.ts | for (; slot !== 0 && here < bound && met < meetsMax; met++) { | here < bound => here <= bound',
    reason: 'With the bound reached one order more is looked at; what counts is cut to the bound.',
  },
  {
    key: 'packages/core/src/matching/book.ts | if (this.ownSlots.length > 0) this.ownSlots.length = 0; | this.ownSlots.length > 0 => this.ownSlots.length >= 0',
    reason: 'An empty list is emptied.',
  },
  {
    key: 'packages/core/src/matching/book.ts | const traded = shown < left ? shown : left; | shown < left => shown <= left',
    reason: 'Where both are equal either is taken.',
  },
  {
    key: 'packages/core/src/matching/book.ts | if (price > this.bestBid) this.bestBid = price; | price > this.bestBid => price >= this.bestBid',
    reason: 'An equal price is set to itself.',
  },
  {
    key: 'packages/core/src/matching/book.ts | } else if (this.bestAsk === 0 || price < this.bestAsk) this.bestAsk = price; | price < this.bestAsk => price <= this.bestAsk',
    reason: 'An equal price is set to itself.',
  },
  {
    key: 'packages/core/src/matching/book.ts | return price >= PRICE_MAX ? 0 : this.#asks.lowest(price + 1); | price >= PRICE_MAX => price > PRICE_MAX',
    reason: 'Above the highest price the ladder finds none.',
  },
  {
    key: 'packages/core/src/matching/book.ts | return level < 0 ? 0 : ladder.totals[(level << 1) | 1]!; | level < 0 => level <= 0',
    reason: 'Level 0 is on page 0, which is never used.',
  },
  {
    key: 'packages/core/src/matching/book.ts | if (level < 0) return slots; | level < 0 => level <= 0',
    reason: 'Level 0 is on page 0, which is never used.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | const page = pageNumber >= 0 && pageNumber < this.pageOf.length ? this.pageOf[pageNumber]! : 0; | pageNumber < this.pageOf.length => pageNumber <= this.pageOf.length',
    reason: 'Behind the directory there is no number, which is shifted to page 0, as where there is none.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | if (pageNumber >= this.pageOf.length) return 0; | pageNumber >= this.pageOf.length => false',
    reason: 'Behind the directory page 0 is looked at, which is empty, and no page follows.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | if (pageNumber >= this.pageOf.length) return 0; | pageNumber >= this.pageOf.length => pageNumber > this.pageOf.length',
    reason: 'Behind the directory page 0 is looked at, which is empty, and no page follows.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | return next < 0 ? 0 : this.#lowestOfPage(next); | next < 0 => next <= 0',
    reason: 'Page 0 never follows another.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | const last = this.pageOf.length - 1; | this.pageOf.length - 1 => this.pageOf.length + 1',
    reason:
      'One or two pages behind the directory are as page 0, which is empty, and the search goes on before them.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | if (group >= this.pageBits.length) return -1; | group >= this.pageBits.length => false',
    reason: 'Behind the last group there are no bits, and no group follows.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | if (group >= this.pageBits.length) return -1; | group >= this.pageBits.length => group > this.pageBits.length',
    reason: 'Behind the last group there are no bits, and no group follows.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | if (group < 0) return -1; | group < 0 => false',
    reason:
      'Before the first group there are no bits, of which -1 is made as well; group 0 never follows another.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | if (group < 0) return -1; | group < 0 => group <= 0',
    reason:
      'Before the first group there are no bits, of which -1 is made as well; group 0 never follows another.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | if (group < 0) return -1; | group < 0 => false (2)',
    reason:
      'Before the first group there are no bits, of which -1 is made as well; group 0 never follows another.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | if (index >= this.groupBits.length) return -1; | index >= this.groupBits.length => false',
    reason: 'Behind the last word there are no bits, and the loop ends there.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | if (index >= this.groupBits.length) return -1; | index >= this.groupBits.length => index > this.groupBits.length',
    reason: 'Behind the last word there are no bits, and the loop ends there.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | if (++index >= this.groupBits.length) return -1; | ++index >= this.groupBits.length => ++index > this.groupBits.length',
    reason: 'Behind the last word there are no bits, of which -1 is made as well.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | if (from < 0) return -1; | from < 0 => false',
    reason: 'Before the first word there are no bits, and nothing comes before it.',
  },
  {
    key: 'packages/core/src/matching/ladder.ts | if (from < 0) return -1; | from < 0 => false (2)',
    reason: 'Before the first word there are no bits, and nothing comes before it.',
  },
  {
    key: 'packages/core/src/matching/order-pool.ts | const FREE_MIN = 1024; | 1024 => 1023',
    reason: 'How much room there is at first changes no answer.',
  },
  {
    key: 'packages/core/src/matching/order-pool.ts | const FREE_MIN = 1024; | 1024 => 1025',
    reason: 'How much room there is at first changes no answer.',
  },
  {
    key: 'packages/core/src/ledger/ledger.ts | if ((block + 1) * this.#stride * 2 > this.balances.length) { | (block + 1) * this.#stride * 2 > this.balances.length => (block + 1) * this.#stride * 2 >= this.balances.length',
    reason: 'Room for more is made one account earlier.',
  },
  {
    key: 'packages/core/src/ledger/ledger.ts | if (count <= this.#stride) return; | count <= this.#stride => count < this.#stride',
    reason: 'Room for as many assets as there is room for is made the same again.',
  },
  {
    key: 'packages/core/src/ledger/ledger.ts | for (let block = 0; block < this.#blocks; block++) { | block < this.#blocks => block <= this.#blocks',
    reason: 'A block that is not used yet is copied as well: zeros.',
  },
  {
    key: 'packages/core/src/ledger/ledger.ts | if (key >= this.#blockOf.length) this.#growOwners(key); | key >= this.#blockOf.length => key > this.#blockOf.length',
    reason: 'A power of two is the key of a wallet 0, which no owner of such a number has.',
  },
  {
    key: 'packages/core/src/ledger/ledger.ts | while (size <= key) size *= 2; | size <= key => size < key',
    reason: 'A power of two is the key of a wallet 0, which no owner of such a number has.',
  },
  {
    key: 'packages/core/src/ledger/ledger.ts | return key >= 0 && key < this.#blockOf.length ? this.#blockOf[key]! | 0 : 0; | key >= 0 => key > 0',
    reason: 'Key 0 has no block, and what lies behind the table is none.',
  },
  {
    key: 'packages/core/src/ledger/ledger.ts | return key >= 0 && key < this.#blockOf.length ? this.#blockOf[key]! | 0 : 0; | key < this.#blockOf.length => key <= this.#blockOf.length',
    reason: 'Key 0 has no block, and what lies behind the table is none.',
  },
  {
    key: 'packages/core/src/ledger/ledger.ts | for (let i = 0; i < balances.length; i += 3) { | i < balances.length => i <= balances.length',
    reason: 'Behind the last there is no asset, and a write to no index goes nowhere.',
  },
  {
    key: 'packages/core/src/due/due-queue.ts | const CUT_FROM = 1024; | 1024 => 1023',
    reason: 'When the array is cut changes no answer.',
  },
  {
    key: 'packages/core/src/due/due-queue.ts | const CUT_FROM = 1024; | 1024 => 1025',
    reason: 'When the array is cut changes no answer.',
  },
  {
    key: 'packages/core/src/due/due-queue.ts | if (this.#next > CUT_FROM && this.#next * 2 > this.#items.length) { | this.#next > CUT_FROM => this.#next >= CUT_FROM',
    reason: 'When the array is cut changes no answer.',
  },
  {
    key: 'packages/core/src/due/due-queue.ts | if (this.#next > CUT_FROM && this.#next * 2 > this.#items.length) { | this.#next * 2 > this.#items.length => this.#next * 2 >= this.#items.length',
    reason: 'When the array is cut changes no answer.',
  },
  {
    key: 'packages/core/src/exchange.ts | return account < 0 | account < 0 => account <= 0',
    reason: 'No account has index 0: block 0 is none.',
  },
  {
    key: 'packages/money/src/quote-value.ts | multiplier: exponent > 0 ? 10 ** exponent : 1, | exponent > 0 => exponent >= 0',
    reason: '10 to the power of 0 is 1 as well.',
  },
  {
    key: 'packages/money/src/quote-value.ts | divisor: exponent < 0 ? 10 ** -exponent : 1, | exponent < 0 => exponent <= 0',
    reason: '10 to the power of 0 is 1 as well.',
  },
  {
    key: 'packages/money/src/quote-value.ts | if (product <= MAX_UNITS) return divisor === 1 ? product : Math.floor(product / divisor); | product <= MAX_UNITS => false',
    reason: 'The way for products beyond what is exact comes to the same for those that are.',
  },
  {
    key: 'packages/money/src/quote-value.ts | if (product <= MAX_UNITS) return divisor === 1 ? product : Math.floor(product / divisor); | product <= MAX_UNITS => product < MAX_UNITS',
    reason: 'The way for products beyond what is exact comes to the same for those that are.',
  },
  {
    key: 'packages/money/src/quote-value.ts | if (product <= MAX_UNITS && divisor === 1) return product; | product <= MAX_UNITS && divisor === 1 => divisor === 1',
    reason:
      'What does not fit is above every maximum and every balance, whether as -1 or as an inexact number.',
  },
  {
    key: 'packages/money/src/quote-value.ts | if (product <= MAX_UNITS && divisor === 1) return product; | product <= MAX_UNITS && divisor === 1 => false',
    reason: 'The way for products beyond what is exact comes to the same for those that are.',
  },
  {
    key: 'packages/money/src/quote-value.ts | if (product <= MAX_UNITS && divisor === 1) return product; | product <= MAX_UNITS => product < MAX_UNITS',
    reason: 'The way for products beyond what is exact comes to the same for those that are.',
  },
  {
    key: 'packages/core/src/features/spot/bounds.ts | unitsPerTickAndLot * PRICE_MAX <= MAX_UNITS && | unitsPerTickAndLot * PRICE_MAX <= MAX_UNITS => unitsPerTickAndLot * PRICE_MAX < MAX_UNITS',
    reason: 'A power of ten times 2^30 - 1 is never 2^53 - 1.',
  },
  {
    key: 'packages/core/src/features/spot/bounds.ts | unitsPerTickAndLot * MAX_UNITS >= 1 | unitsPerTickAndLot * MAX_UNITS >= 1 => unitsPerTickAndLot * MAX_UNITS > 1',
    reason: 'A power of ten times 2^53 - 1 is never 1.',
  },
  {
    key: 'packages/core/src/features/spot/spot.ts | if (this.pool.highWater >= this.readAheadFrom) this.readAhead.read(commands, from, to); | this.pool.highWater >= this.readAheadFrom => this.pool.highWater > this.readAheadFrom',
    reason: 'Whether it reads ahead changes no answer.',
  },
  {
    key: 'packages/core/src/exchange.ts | for (let from = 0; from < commands.length; from += PREFETCHED) { | from < commands.length => from <= commands.length',
    reason: 'A group of no commands is applied without effect.',
  },
  {
    key: 'packages/core/src/exchange.ts | if (commands.length > 1) this.hot.prefetch(commands, from, to); | commands.length > 1 => commands.length >= 1',
    reason: 'Whether it reads ahead changes no answer.',
  },
  {
    key: 'packages/core/src/matching/order-pool.ts | this.capacity = Math.min(Math.ceil(this.capacity * 1.5), SLOTS); | Math.min(Math.ceil(this.capacity * 1.5), SLOTS) => Math.max(Math.ceil(this.capacity * 1.5), SLOTS)',
    reason: 'How much room there is changes no answer.',
  },
  {
    key: 'packages/core/src/matching/order-pool.ts | this.capacity = Math.min(Math.ceil(this.capacity * 1.5), SLOTS); | Math.ceil(this.capacity * 1.5) => Math.floor(this.capacity * 1.5)',
    reason: 'How much room there is changes no answer.',
  },
  {
    key: 'packages/core/src/matching/order-pool.ts | while (this.capacity < capacity) this.#grow(); | this.capacity < capacity => this.capacity <= capacity',
    reason: 'How much room there is changes no answer.',
  },
  {
    key: 'packages/core/src/matching/order-pool.ts | while (this.#freeMax < slots.length) this.#growFree(); | this.#freeMax < slots.length => this.#freeMax <= slots.length',
    reason: 'How much room there is changes no answer.',
  },
  {
    key: 'packages/core/src/matching/order-pool.ts | for (let slot = 1; slot < this.highWater; slot++) { | slot < this.highWater => slot <= this.highWater',
    reason: 'The slot behind the last has had no generation, and so not all of them.',
  },
  {
    key: 'packages/core/src/matching/order-pool.ts | if (slot === 0 || slot >= this.highWater) return 0; | slot === 0 || slot >= this.highWater => slot >= this.highWater',
    reason: 'Slot 0 is never given, and a look-up that finds it answers 0 as well.',
  },
  {
    key: "packages/core/src/features/wallet/wallet.ts | if (!Number.isSafeInteger(owner) || owner < 1 || owner > OWNER_MAX) return 'wallet/account-unknown'; | owner > OWNER_MAX => owner >= OWNER_MAX",
    reason: 'The largest owner would need a table of 4 GB to be told from the one before.',
  },
  {
    key: 'packages/core/src/features/wallet/wallet.ts | return source < 0 || this.#kernel.ledger.available(source) < units; | source < 0 => source <= 0',
    reason: 'No account has index 0: block 0 is none.',
  },
  {
    key: 'packages/core/src/due/timers.ts | if (heap[parent]! < timeMs) break; | heap[parent]! < timeMs => heap[parent]! <= timeMs',
    reason: 'A time is in the heap once: two are never equal.',
  },
  {
    key: 'packages/core/src/due/timers.ts | if (child + 1 < size && heap[child + 1]! < heap[child]!) child++; | heap[child + 1]! < heap[child]! => heap[child + 1]! <= heap[child]!',
    reason: 'A time is in the heap once: two are never equal.',
  },
  {
    key: 'packages/core/src/due/timers.ts | if (heap[child]! > last) break; | heap[child]! > last => heap[child]! >= last',
    reason: 'A time is in the heap once: two are never equal.',
  },
  {
    key: 'packages/core/src/due/timers.ts | if (child + 1 < size && heap[child + 1]! < heap[child]!) child++; | child + 1 < size => child + 1 <= size',
    reason: 'Behind the last there is nothing, and nothing is smaller than no time.',
  },
  {
    key: 'packages/core/src/due/timers.ts | if (child + 1 < size && heap[child + 1]! < heap[child]!) child++; | child + 1 => child - 1',
    reason: 'Behind the last there is nothing, and nothing is smaller than no time.',
  },
  {
    key: 'packages/core/src/exchange.ts | return Math.ceil(this.log.weight / POSTING_SIZE); | Math.ceil(this.log.weight / POSTING_SIZE) => Math.floor(this.log.weight / POSTING_SIZE)',
    reason: 'A record of the log is at least as long as its events are counted.',
  },
  {
    key: 'packages/core/src/features/spot/expiries.ts | const TIDY_MIN = 1024; | 1024 => 1025',
    reason: 'When the heap is tidied changes no answer.',
  },
  {
    key: 'packages/core/src/features/spot/expiries.ts | const TIDY_MIN = 1024; | 1024 => 1023',
    reason: 'When the heap is tidied changes no answer.',
  },
  {
    key: 'packages/core/src/features/spot/expiries.ts | this.#tidyAt = 2 * this.#heap.length + TIDY_MIN; | 2 * this.#heap.length + TIDY_MIN => 2 * this.#heap.length - TIDY_MIN',
    reason: 'When the heap is tidied changes no answer.',
  },
  {
    key: 'packages/core/src/features/spot/expiries.ts | if (this.#heap.length < this.#tidyAt) return; | this.#heap.length < this.#tidyAt => this.#heap.length <= this.#tidyAt',
    reason: 'When the heap is tidied changes no answer.',
  },
  {
    key: 'packages/core/src/due/heap.ts | a.key < b.key || (a.key === b.key && a.rank < b.rank); | a.rank < b.rank => a.rank <= b.rank',
    reason: 'Two entries of a heap have different ranks.',
  },
  {
    key: 'packages/core/src/features/spot/extended-orders.ts | quantities[INCOMING_WHOLE] = command.lots > 0 ? command.lots : 0; | command.lots > 0 => command.lots >= 0',
    reason: 'Both give 0 for 0.',
  },
  {
    key: 'packages/core/src/features/funding/chain-coins.ts | return account < 0 ? 0 : 0 - this.#kernel.ledger.available(account); | account < 0 => account <= 0',
    reason: 'No account has the number 0.',
  },
  {
    key: 'packages/core/src/features/funding/references.ts | const SHARD_SLOTS_MIN = 16; | 16 => 15',
    reason: 'How many slots a shard begins with changes no answer.',
  },
  {
    key: 'packages/core/src/features/funding/references.ts | const SHARD_SLOTS_MIN = 16; | 16 => 17',
    reason: 'How many slots a shard begins with changes no answer.',
  },
  {
    key: 'packages/core/src/features/funding/references.ts | if ((this.#used[at]! + 1) * 4 > shard.length * 3) shard = this.#doubled(shard); | this.#used[at]! + 1 => this.#used[at]! - 1',
    reason: 'When a shard grows changes no answer, as long as one of its slots is free.',
  },
  {
    key: 'packages/core/src/features/funding/references.ts | if ((this.#used[at]! + 1) * 4 > shard.length * 3) shard = this.#doubled(shard); | (this.#used[at]! + 1) * 4 > shard.length * 3 => (this.#used[at]! + 1) * 4 >= shard.length * 3',
    reason: 'When a shard grows changes no answer, as long as one of its slots is free.',
  },
  {
    key: 'packages/core/src/features/funding/references.ts | const firstSlot = (hash: number, { length }: Uint32Array): number => Math.floor(hash / SHARDS) % length; | Math.floor(hash / SHARDS) => Math.ceil(hash / SHARDS)',
    reason: 'Where a search begins changes no answer, as long as all begin alike.',
  },
  {
    key: 'packages/core/src/features/funding/references.ts | for (let i = 0; i < txid.length / 2; i++) bytes[i] = digitAt(txid, 2 * i) * 16 + digitAt(txid, 2 * i + 1); | i < txid.length / 2 => i <= txid.length / 2',
    reason: 'The byte after the last digit is written by the output.',
  },
  {
    key: "packages/core/src/features/flash-exchange/flash-exchange.ts | return treasury < 0 || ledger.available(treasury) < receive ? 'flash-exchange/treasury-short' : null; | treasury < 0 => treasury <= 0",
    reason: 'No account has the number 0.',
  },
  {
    key: 'packages/core/src/features/flash-exchange/offers.ts | const isFresh = pricing.indexPrice > 0 && timeMs - pricing.indexMs <= PRICE_AGE_MS_MAX; | pricing.indexPrice > 0 => pricing.indexPrice >= 0',
    reason: 'Before the first price its time is 0, which is too old.',
  },
  {
    key: 'packages/core/src/offers/deadlines.ts | const TIDY_MIN = 64; | 64 => 63',
    reason: 'When the heap is tidied changes no answer.',
  },
  {
    key: 'packages/core/src/offers/deadlines.ts | const TIDY_MIN = 64; | 64 => 65',
    reason: 'When the heap is tidied changes no answer.',
  },
  {
    key: 'packages/core/src/offers/deadlines.ts | const CAPACITY_MIN = 1024; | 1024 => 1023',
    reason: 'How much room there is at first changes no answer.',
  },
  {
    key: 'packages/core/src/offers/deadlines.ts | const CAPACITY_MIN = 1024; | 1024 => 1025',
    reason: 'How much room there is at first changes no answer.',
  },
  {
    key: 'packages/core/src/offers/deadlines.ts | if (this.#current.delete(id) && this.#heapSize > 2 * this.#current.size + TIDY_MIN) this.#tidy(); | this.#heapSize > 2 * this.#current.size + TIDY_MIN => this.#heapSize >= 2 * this.#current.size + TIDY_MIN',
    reason: 'When the heap is tidied changes no answer.',
  },
  {
    key: 'packages/core/src/offers/deadlines.ts | if (this.#current.delete(id) && this.#heapSize > 2 * this.#current.size + TIDY_MIN) this.#tidy(); | 2 * this.#current.size + TIDY_MIN => 2 * this.#current.size - TIDY_MIN',
    reason: 'When the heap is tidied changes no answer.',
  },
  {
    key: 'packages/core/src/offers/deadlines.ts | return msA < msB || (msA === msB && this.#id(a) < this.#id(b)); | this.#id(a) < this.#id(b) => this.#id(a) <= this.#id(b)',
    reason:
      'Of one object the heap has one that is current; the order of what was replaced changes no answer.',
  },
  {
    key: 'packages/core/src/offers/deadlines.ts | if (size > 0) heap[at] = last; | size > 0 => size >= 0',
    reason: 'An empty heap is written to behind its end.',
  },
  {
    key: 'packages/core/src/offers/deadlines.ts | if (child < size && this.#isBefore(heap[child + 1]!, heap[child]!)) child++; | child < size => child <= size',
    reason: 'Behind the last child is the one that moves, which is not before itself.',
  },
];

/**
 * Follows one chain and reports to the exchange what arrives at our addresses. Each step of the
 * chain is applied in memory, then reported, then stored. A crash in between repeats the step, and
 * the exchange counts what it has done before as done. After any failure memory is dropped and
 * loaded again, so that it is never ahead of what is stored.
 */
import {
  BlockFollower,
  DeepReorganisation,
  DepositBook,
  ownOutputsOf,
  transferKey,
  type BlockSource,
  type ChainTransfer,
  type ChainStep,
  type DepositChange,
  type KeyPath,
  type KnownDeposit,
} from '@glasshouse/chains';
import type {
  Arrival,
  ChainDescription,
  ChainExchange,
  ChainState,
  CreditedTransfer,
} from '../contract/chain-parts.ts';
import { errorFields, type Log } from '../process/log.ts';
import type { BalanceLook } from './balance-look.ts';
import type { WatchedDeposit, WatcherStore } from './watcher-store.ts';

export interface WatcherOptions {
  readonly description: ChainDescription;
  readonly source: BlockSource;
  readonly store: WatcherStore;
  readonly exchange: Pick<ChainExchange, 'credit' | 'finalise' | 'isCredited' | 'setHalted' | 'isHalted'>;
  readonly ownerOf: (address: string) => number | undefined;
  /** The key that spends the outputs of an address, on a chain that has outputs. */
  readonly keyOf: (address: string) => KeyPath | undefined;
  /** Looks for coins that no block tells of; null where there are none. */
  readonly look: Pick<BalanceLook, 'nativeCoin' | 'look'> | null;
  /** Whether the house has sent this transaction, to an address of its own. */
  readonly isOwn: (txid: string) => Promise<boolean>;
  readonly nowMs: () => number;
  /** The usual time between two blocks; null if there is none. */
  readonly blockMs: number | null;
  readonly log: Log;
  /** Receives changes of transfers that are not credited yet, such as each new confirmation. */
  readonly onArrivals: (arrivals: readonly Arrival[]) => void;
}

interface Followed {
  readonly follower: BlockFollower;
  readonly book: DepositBook;
}
type WatchState = Exclude<ChainState['state'], 'closed'>;

/** More blocks between the chain's head and what was followed count as behind. */
const LAG_BLOCKS = 2;
/** A chain without a block for this many usual times counts as behind: its nodes stand still. */
const STALE_BLOCKS = 30;

export class ChainWatcher {
  readonly #options: WatcherOptions;
  /** Null until it is loaded. */
  #followed: Followed | null = null;
  /** The watched deposits, by transfer. */
  #deposits = new Map<string, WatchedDeposit>();
  /** Transfers that are not credited, by owner. */
  #arriving = new Map<number, Set<string>>();
  #work: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;
  #state: { readonly state: WatchState; readonly sinceMs: number };
  #height: number | null = null;
  /** When the chain last changed. */
  #movedMs: number;
  /** Counts since the start of the process. */
  readonly figures = { blocks: 0, credited: 0, refused: 0, reversed: 0, failures: 0 };

  constructor(options: WatcherOptions) {
    // A crash between a credit and its storing must not hide that the transfer was seen before.
    if (options.description.confirmations < 2) throw new Error('a deposit needs two blocks at least');
    this.#options = options;
    this.#movedMs = options.nowMs();
    this.#state = { state: 'behind', sinceMs: this.#movedMs };
  }

  get state(): { readonly state: WatchState; readonly sinceMs: number; readonly height: number | null } {
    const { exchange, description } = this.#options;
    const isHalted = exchange.isHalted(description.chain);
    return { ...this.#state, ...(isHalted ? { state: 'halted' } : {}), height: this.#height };
  }

  arrivalsOf(owner: number): readonly Arrival[] {
    const keys = [...(this.#arriving.get(owner) ?? [])];
    return keys.map((key) => this.#arrivalOf(this.#deposits.get(key)!));
  }

  /** Follows the chain to its end. Settles when that, or a failure, is stored. Never rejects. */
  catchUp(): Promise<void> {
    this.#isWoken = true;
    return (this.#work ??= this.#run().finally(() => (this.#work = null)));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  async #run(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      try {
        await this.#follow();
      } catch (error) {
        this.#followed = null;
        this.figures.failures++;
        await this.#fail(error);
      }
    }
  }

  async #follow(): Promise<void> {
    const { source } = this.#options;
    const followed = (this.#followed ??= await this.#open());
    for (let step = await followed.follower.next(); step !== null; step = await followed.follower.next()) {
      await this.#take(followed, step);
      if (this.#isStopped) return;
    }
    const finalHeight = await source.finalHeight();
    await this.#finalise(finalHeight);
    if (followed.follower.tip.height >= finalHeight) await this.#options.look?.look(finalHeight);
    const { height } = await source.head();
    const isFar = Math.abs(height - followed.follower.tip.height) > LAG_BLOCKS;
    this.#enter(isFar || this.#isStale ? 'behind' : 'up');
  }

  get #isStale(): boolean {
    const { blockMs, nowMs } = this.#options;
    return blockMs !== null && nowMs() - this.#movedMs > STALE_BLOCKS * blockMs;
  }

  async #open(): Promise<Followed> {
    const { source, store, description, ownerOf } = this.#options;
    let { blocks, deposits } = await store.load();
    if (blocks.length === 0) {
      const head = await source.head();
      await store.begin(head);
      blocks = [head];
      deposits = [];
    }
    this.#deposits = new Map();
    this.#arriving = new Map();
    for (const deposit of deposits) this.#file(deposit);
    // One that has left its block and comes back keeps its own.
    const confirmations = (key: string): number =>
      this.#deposits.get(key)?.confirmations ?? description.confirmations;
    const isWatched = (address: string) => ownerOf(address) !== undefined;
    const known = deposits.filter(({ status }) => status !== 'gone').map(knownOf);
    const follower = new BlockFollower(source, blocks);
    this.#height = follower.tip.height;
    await this.#retry();
    return { follower, book: new DepositBook({ confirmations, isWatched }, known) };
  }

  /** Tries refused credits again, because the exchange may accept them now. */
  async #retry(): Promise<void> {
    const refused = [...this.#deposits.values()].filter(
      ({ status, is_in: isIn }) => isIn && status === 'refused',
    );
    for (const deposit of refused) {
      const status = await this.#options.exchange.credit(creditedOf(deposit));
      if (typeof status !== 'string') continue;
      await this.#update([{ ...deposit, status, changed_ms: this.#options.nowMs() }]);
    }
  }

  /**
   * The step without transfers that are no deposits: of coins that the exchange does not have on
   * the chain, and top-ups by which the house pays for sweeps.
   */
  async #depositsOf(step: ChainStep): Promise<ChainStep> {
    if (step.type === 'removed') return step;
    const { description, ownerOf, isOwn } = this.#options;
    const transfers: ChainTransfer[] = [];
    for (const one of step.transfers) {
      if (ownerOf(one.to) === undefined) continue;
      if (!description.coins.some(({ coin }) => coin === one.coin)) continue;
      if (!(await isOwn(one.txid))) transfers.push(one);
    }
    return { ...step, transfers };
  }

  async #take({ follower, book }: Followed, step: ChainStep): Promise<void> {
    const { store, keyOf } = this.#options;
    const changes = book.apply(await this.#depositsOf(step));
    const changed: WatchedDeposit[] = [];
    for (const change of changes) changed.push(await this.#rowOf(change));
    const oldest = follower.window[0]!.height;
    book.forget(oldest);
    const own = step.type === 'added' ? ownOutputsOf(step, keyOf) : [];
    await store.save({ step, changed, values: this.#valuesOf(step), own, oldest });
    this.figures.blocks++;
    this.#movedMs = this.#options.nowMs();
    this.#height = follower.tip.height;
    for (const deposit of changed) this.#file(deposit);
    this.#forget(oldest);
    this.#reportArrivals(changed);
  }

  /** What a look compares balances with: also what the house itself has sent. */
  #valuesOf(step: ChainStep): readonly ChainTransfer[] {
    const { look, ownerOf } = this.#options;
    if (look === null || step.type === 'removed') return [];
    return step.transfers.filter(({ coin, to }) => coin === look.nativeCoin && ownerOf(to) !== undefined);
  }

  /** The row of a transfer after a change that has been reported to the exchange. */
  async #rowOf({ type, deposit }: DepositChange): Promise<WatchedDeposit> {
    const { description, ownerOf, nowMs } = this.#options;
    const { key, transfer, block, needed } = deposit;
    const before = this.#deposits.get(key);
    const place = { height: block.height, block_hash: block.hash, parent_hash: block.parentHash };
    const { txid, output, to: address, coin, units } = transfer;
    const row: WatchedDeposit = {
      chain: description.chain,
      txid,
      output,
      owner: before?.owner ?? ownerOf(address)!,
      address,
      coin,
      units: String(units),
      ...place,
      is_in: type !== 'gone' && type !== 'reversed',
      status: before?.status ?? 'seen',
      confirmations: needed,
      min_deposit: before?.min_deposit ?? this.#minimumOf(coin),
      is_final: before?.is_final ?? false,
      seen_ms: before?.seen_ms ?? nowMs(),
      changed_ms: nowMs(),
    };
    if (type === 'seen') return { ...row, status: 'seen' };
    if (type === 'confirmed') return { ...row, status: await this.#credit(row) };
    if (type === 'returned') return row;
    await this.#haltIfCredited(row);
    return type === 'gone' ? { ...row, status: 'gone' } : row;
  }

  #minimumOf(coin: string): string {
    const known = this.#options.description.coins.find((one) => one.coin === coin);
    if (known === undefined) throw new Error(`${coin} is not counted on its chain`);
    return known.minDeposit;
  }

  async #credit(row: WatchedDeposit): Promise<WatchedDeposit['status']> {
    const { exchange, log } = this.#options;
    const result = await exchange.credit(creditedOf(row));
    if (typeof result === 'string') {
      this.figures.credited++;
      return result;
    }
    this.figures.refused++;
    const { chain, txid, output } = row;
    log.error({ chain, txid, output, refused: result.refused }, 'a deposit was refused');
    return 'refused';
  }

  /**
   * A transfer that was credited has left the chain. Also one whose credit this watcher does not
   * know of, because it ended before it could store it.
   */
  async #haltIfCredited(row: WatchedDeposit): Promise<void> {
    const { exchange, log } = this.#options;
    if (!(await exchange.isCredited(row))) return;
    const { chain, txid, output, owner } = row;
    this.figures.reversed++;
    log.error(
      { chain, txid, output, owner },
      'a credited deposit has left the chain: its withdrawals are halted',
    );
    await exchange.setHalted(chain, true);
  }

  async #finalise(finalHeight: number): Promise<void> {
    const { exchange } = this.#options;
    const { tip } = this.#followed!.follower;
    // Before the follower has reached the final block, its blocks may be of another branch.
    if (tip.height < finalHeight) return;
    const due = [...this.#deposits.values()].filter(
      ({ status, is_final: isFinal, is_in: isIn, height }) =>
        !isFinal && isIn && height <= finalHeight && (status === 'credited' || status === 'below-minimum'),
    );
    if (due.length === 0) return;
    for (const deposit of due) await exchange.finalise(deposit);
    await this.#update(due.map((deposit) => ({ ...deposit, is_final: true })));
  }

  async #update(deposits: readonly WatchedDeposit[]): Promise<void> {
    await this.#options.store.update(deposits);
    for (const deposit of deposits) this.#file(deposit);
  }

  #file(deposit: WatchedDeposit): void {
    const key = transferKey(deposit);
    this.#deposits.set(key, deposit);
    const ofOwner = this.#arriving.get(deposit.owner);
    if (deposit.status === 'credited') {
      ofOwner?.delete(key);
      if (ofOwner?.size === 0) this.#arriving.delete(deposit.owner);
    } else if (ofOwner === undefined) this.#arriving.set(deposit.owner, new Set([key]));
    else ofOwner.add(key);
  }

  /** Forgets what the follower cannot remove any more, as the store does. */
  #forget(oldest: number): void {
    for (const [key, deposit] of this.#deposits) {
      const { height, status, is_final: isFinal, is_in: isIn, owner } = deposit;
      const isBooked = (status === 'credited' || status === 'below-minimum') && isFinal && isIn;
      if (height >= oldest || !(status === 'gone' || isBooked)) continue;
      this.#deposits.delete(key);
      this.#arriving.get(owner)?.delete(key);
    }
  }

  #reportArrivals(changed: readonly WatchedDeposit[]): void {
    const news = new Map(changed.map((deposit) => [transferKey(deposit), deposit]));
    // With each block those that wait have one more confirmation.
    for (const keys of this.#arriving.values())
      for (const key of keys) {
        const deposit = this.#deposits.get(key)!;
        if (deposit.status === 'seen') news.set(key, deposit);
      }
    if (news.size > 0)
      this.#options.onArrivals([...news.values()].map((deposit) => this.#arrivalOf(deposit)));
  }

  #arrivalOf(deposit: WatchedDeposit): Arrival {
    const { chain, txid, output, owner, coin, units, status, height, is_in: isIn } = deposit;
    const deep = isIn ? (this.#height ?? height) - height + 1 : 0;
    const needed = deposit.confirmations;
    return {
      chain,
      txid,
      output,
      owner,
      coin,
      units,
      status,
      needed,
      seenMs: deposit.seen_ms,
      changedMs: deposit.changed_ms,
      confirmations: Math.min(deep, needed),
    };
  }

  async #fail(error: unknown): Promise<void> {
    const { log, description, exchange } = this.#options;
    const { chain } = description;
    const state = error instanceof DeepReorganisation ? 'halted' : 'down';
    if (this.#state.state !== state) log.error({ ...errorFields(error), chain }, `a chain is ${state}`);
    this.#enter(state);
    if (state === 'down' || exchange.isHalted(chain)) return;
    try {
      await exchange.setHalted(chain, true);
    } catch (refused) {
      // The next attempt to follow the chain tries it again.
      log.error({ ...errorFields(refused), chain }, 'a chain could not be halted');
    }
  }

  #enter(state: WatchState): void {
    if (this.#state.state !== state) this.#state = { state, sinceMs: this.#options.nowMs() };
  }
}

const creditedOf = (row: WatchedDeposit): CreditedTransfer => ({ ...row, minDeposit: row.min_deposit });

function knownOf(row: WatchedDeposit): KnownDeposit {
  const { txid, output, address: to, coin, status, is_in: isIn } = row;
  const transfer = { txid, output, to, coin, units: BigInt(row.units) };
  const block = { height: row.height, hash: row.block_hash, parentHash: row.parent_hash };
  const deposit = { key: transferKey(row), transfer, block, needed: row.confirmations };
  return { deposit, isConfirmed: status !== 'seen', isIn };
}

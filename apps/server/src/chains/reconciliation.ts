/**
 * Compares the ledger of a chain with the chain itself, to the smallest unit, at the newest block
 * that the watcher has followed; on TRON at the newest final one. What is on its way is known:
 * transfers that are not credited yet, and payments that are not booked yet. Coins that are missing
 * beyond that halt the chain.
 */
import type { BlockHeader, PaymentOutcome, PaymentRecord } from '@glasshouse/chains';
import type { ChainExchange, TransferReference } from '../contract/chain-parts.ts';
import type { Database } from '../db/database.ts';
import { errorFields, type Log } from '../process/log.ts';
import type { PaidChain } from './paying/paid-chain.ts';
import type { PaymentRows } from './paying/payment-rows.ts';
import { paidCoinsOf } from './paying/wallet-terms.ts';

/** The comparison of one coin, in its smallest unit on the chain. */
export interface CoinCompared {
  readonly coin: string;
  /** What must be on the chain by the ledger. */
  readonly ledger: bigint;
  /**
   * Deposits in blocks that are not credited yet; below zero if credited ones are in later blocks.
   */
  readonly arriving: bigint;
  /** Has left and is not booked; below zero for what is booked and left in a later block. */
  readonly leaving: bigint;
  readonly chain: bigint;
  /** Below zero: so much is missing on the chain. Above: nobody has booked so much. */
  readonly difference: bigint;
}

export interface Comparison {
  readonly chain: string;
  /** The block after which was counted; null if it could not be compared, for the reason. */
  readonly height: number | null;
  readonly reason: string;
  readonly coins: readonly CoinCompared[];
}

export interface ReconciliationParts {
  readonly paid: PaidChain;
  readonly payments: PaymentRows;
  readonly database: Database;
  readonly exchange: ChainExchange;
  readonly log: Log;
}

export class Reconciliation {
  readonly #parts: ReconciliationParts;
  #last: Comparison;
  #running: Promise<Comparison> | null = null;

  constructor(parts: ReconciliationParts) {
    this.#parts = parts;
    this.#last = { chain: parts.paid.chain, height: null, reason: 'not compared yet', coins: [] };
  }

  get chain(): string {
    return this.#parts.paid.chain;
  }

  /** The newest comparison that was possible, or why there is none. */
  get last(): Comparison {
    return this.#last;
  }

  /** Compares now, and halts the chain if coins are missing. Never rejects. */
  async check(): Promise<Comparison> {
    return (this.#running ??= this.#check().finally(() => (this.#running = null)));
  }

  async #check(): Promise<Comparison> {
    const { exchange, log } = this.#parts;
    const { chain } = this;
    const before = this.#last;
    try {
      let found = await this.#compare();
      // Once more, so that nobody is stopped by a node that has lied once.
      if (isMissing(found)) found = await this.#compare();
      this.#last = found;
      if (textOf(found) !== textOf(before) && found.coins.some(({ difference }) => difference !== 0n))
        log.error({ chain, height: found.height, coins: textOf(found) }, 'ledger and chain differ');
      if (!isMissing(found) || exchange.isHalted(chain)) return found;
      log.error({ chain }, 'coins are missing on the chain: its withdrawals are halted');
      await exchange.setHalted(chain, true);
      return found;
    } catch (error) {
      log.warn({ ...errorFields(error), chain }, 'ledger and chain could not be compared');
      const reason = error instanceof Error ? error.message : String(error);
      return { chain, height: null, reason, coins: [] };
    }
  }

  async #compare(): Promise<Comparison> {
    const { paid, payments, exchange } = this.#parts;
    const { chain, terms } = paid;
    const tip = await this.#followed();
    if (tip === null) return { chain, height: null, reason: 'no block was followed yet', coins: [] };
    const { block, held } = await paid.holdingsUpTo(tip);
    const open = await payments.open(terms.chainId);
    const ended = await payments.endedAfter(terms.chainId, block.height);
    const moved: Moved[] = [];
    for (const payment of [...open, ...ended]) {
      const outcome = await paid.minedOutcome(payment);
      if (outcome?.txid != null) moved.push({ payment, outcome, txid: outcome.txid });
    }
    // The receipts are of the followed chain only if it is still the nodes' chain.
    const followed = await this.#followed(block.height);
    if (followed === null)
      return { chain, height: null, reason: `block ${block.height} was not followed`, coins: [] };
    if ((await paid.headerAt(block.height))?.hash !== followed.hash)
      return { chain, height: null, reason: 'the chain is being reorganised', coins: [] };
    const deposits = await this.#deposits();
    const books = await exchange.books(chain, {
      deposits,
      settlements: moved.map(({ txid, outcome }) => ({ chain, txid, output: outcome.output ?? 0 })),
      costs: moved.map(({ txid }) => ({ chain, txid })),
    });
    const paidCoins = paidCoinsOf(terms);
    const coins = Object.entries(books.holdings).flatMap(([coin, ledgerUnits]) => {
      const there = held.get(coin);
      if (there === undefined) return [];
      const arriving = deposits.reduce((sum, one, at) => {
        if (one.coin !== coin) return sum;
        return sum + unbooked(BigInt(one.units), one.height <= block.height, books.deposits[at]!);
      }, 0n);
      const leaving = moved.reduce((sum, one, at) => {
        const isBooked = { settled: books.settlements[at]!, charged: books.costs[at]! };
        return sum + leavingOf(one, { coin, nativeCoin: terms.nativeCoin, height: block.height, isBooked });
      }, 0n);
      const ledger = BigInt(ledgerUnits);
      const missing = ledger + arriving - leaving - there;
      const byHand = paidCoins.includes(coin) ? 0n : paidByHand(missing, books.approved[coin] ?? '0');
      const difference = byHand - missing;
      return [{ coin, ledger, arriving, leaving: leaving + byHand, chain: there, difference }];
    });
    return { chain, height: block.height, reason: '', coins };
  }

  /** The newest block that was followed, or the one of a height: transfers up to it are known. */
  async #followed(height?: number): Promise<BlockHeader | null> {
    const row = await this.#parts.database.kysely
      .selectFrom('chain_blocks')
      .select(['height', 'hash', 'parent_hash as parentHash'])
      .where('chain', '=', this.chain)
      .$if(height !== undefined, (rows) => rows.where('height', '=', height!))
      .orderBy('height', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  }

  /** The deposits that are in blocks. */
  async #deposits(): Promise<readonly SeenTransfer[]> {
    const { chain } = this;
    return this.#parts.database.kysely
      .selectFrom('chain_deposits')
      .select(['chain', 'txid', 'output', 'coin', 'units', 'height'])
      .where('chain', '=', chain)
      .where('is_in', '=', true)
      .execute();
  }
}

/**
 * What people may have paid of approved withdrawals and not booked yet, of a coin that no payer
 * pays: of what is missing, at most what is approved.
 */
function paidByHand(missing: bigint, approved: string): bigint {
  const most = BigInt(approved);
  return missing <= 0n ? 0n : missing < most ? missing : most;
}

interface SeenTransfer extends TransferReference {
  readonly coin: string;
  readonly units: string;
  readonly height: number;
}

interface Moved {
  readonly payment: PaymentRecord;
  readonly outcome: PaymentOutcome;
  readonly txid: string;
}

/** Payments of up to this block that are not booked, less booked ones of later blocks. */
function leavingOf(
  { payment: { order }, outcome }: Moved,
  at: {
    readonly coin: string;
    readonly nativeCoin: string;
    readonly height: number;
    readonly isBooked: { readonly settled: boolean; readonly charged: boolean };
  },
): bigint {
  const { coin, nativeCoin, height, isBooked } = at;
  const isIn = outcome.height !== null && outcome.height <= height;
  // The other payments stay within our own addresses.
  const hasLeft = order.kind === 'withdrawal' && outcome.result === 'paid' && order.coin === coin;
  const paid = hasLeft ? unbooked(BigInt(order.units), isIn, isBooked.settled) : 0n;
  const charged = coin === nativeCoin ? unbooked(BigInt(outcome.cost), isIn, isBooked.charged) : 0n;
  return paid + charged;
}

/**
 * `units` if they are in a block but not booked, `-units` if booked but in a later block, otherwise
 * 0.
 */
function unbooked(units: bigint, isIn: boolean, isBooked: boolean): bigint {
  if (isIn === isBooked) return 0n;
  return isIn ? units : -units;
}

const isMissing = ({ coins }: Comparison): boolean => coins.some(({ difference }) => difference < 0n);

const textOf = ({ coins }: Comparison): string =>
  coins.map(({ coin, difference }) => `${coin} ${difference}`).join(', ');

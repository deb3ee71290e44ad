/**
 * Compares the ledger of a chain with the chain itself, to the smallest unit, at the newest block
 * that the watcher has followed. What is on its way is known: transfers that are not credited yet,
 * and payments that are not booked yet. Coins that are missing beyond that halt the chain.
 */
import type { BlockHeader, PaymentOutcome, PaymentRecord } from '@glasshouse/chains';
import type { ChainExchange, TransferReference } from '../chain-parts.ts';
import type { Database } from '../db/database.ts';
import { errorFields, type Log } from '../log.ts';
import type { PaidChain } from './paying/paid-chain.ts';
import type { PaymentRows } from './paying/payment-rows.ts';

/** Of one coin, in its smallest unit on the chain. */
export interface CoinCompared {
  readonly coin: string;
  /** What must be there by the ledger. */
  readonly ledger: bigint;
  /** In blocks, and not credited yet. */
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
    const block = await this.#tip();
    if (block === null) return { chain, height: null, reason: 'no block was followed yet', coins: [] };
    const deposits = await this.#depositsUpTo(block.height);
    const open = await payments.open(terms.chainId);
    const ended = await payments.endedAfter(terms.chainId, block.height);
    const moved: Moved[] = [];
    for (const payment of [...open, ...ended]) {
      const outcome = await paid.minedOutcome(payment);
      if (outcome?.txid != null) moved.push({ payment, outcome, txid: outcome.txid });
    }
    const held = await paid.holdingsAt(block);
    // The receipts are of the followed chain only if it is still the nodes' chain.
    if ((await paid.headerAt(block.height))?.hash !== block.hash)
      return { chain, height: null, reason: 'the chain is being reorganised', coins: [] };
    const books = await exchange.books(chain, {
      deposits,
      settlements: moved.map(({ txid, outcome }) => ({ chain, txid, output: outcome.output ?? 0 })),
      costs: moved.map(({ txid }) => ({ chain, txid })),
    });
    const coins = Object.entries(books.holdings).flatMap(([coin, ledgerUnits]) => {
      const there = held.get(coin);
      if (there === undefined) return [];
      const arriving = deposits.reduce(
        (sum, one, at) => (one.coin === coin && !books.deposits[at]! ? sum + BigInt(one.units) : sum),
        0n,
      );
      const leaving = moved.reduce((sum, one, at) => {
        const isBooked = { settled: books.settlements[at]!, charged: books.costs[at]! };
        return sum + leavingOf(one, { coin, nativeCoin: terms.nativeCoin, height: block.height, isBooked });
      }, 0n);
      const ledger = BigInt(ledgerUnits);
      const difference = there - (ledger + arriving - leaving);
      return [{ coin, ledger, arriving, leaving, chain: there, difference }];
    });
    return { chain, height: block.height, reason: '', coins };
  }

  /** The newest block that was followed: all transfers up to it are known. */
  async #tip(): Promise<BlockHeader | null> {
    const row = await this.#parts.database.kysely
      .selectFrom('chain_blocks')
      .select(['height', 'hash', 'parent_hash as parentHash'])
      .where('chain', '=', this.chain)
      .orderBy('height', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  }

  async #depositsUpTo(height: number): Promise<readonly SeenTransfer[]> {
    const { chain } = this;
    return this.#parts.database.kysely
      .selectFrom('chain_deposits')
      .select(['chain', 'txid', 'output', 'coin', 'units'])
      .where('chain', '=', chain)
      .where('is_in', '=', true)
      .where('height', '<=', height)
      .execute();
  }
}

interface SeenTransfer extends TransferReference {
  readonly coin: string;
  readonly units: string;
}

interface Moved {
  readonly payment: PaymentRecord;
  readonly outcome: PaymentOutcome;
  readonly txid: string;
}

/** What left up to the block and is not booked, less what is booked and left after it. */
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
  const part = (units: bigint, isDone: boolean): bigint => {
    if (isIn === isDone) return 0n;
    return isIn ? units : -units;
  };
  // The other payments stay within our own addresses.
  const hasLeft = order.kind === 'withdrawal' && outcome.result === 'paid' && order.coin === coin;
  const paid = hasLeft ? part(BigInt(order.units), isBooked.settled) : 0n;
  const charged = coin === nativeCoin ? part(BigInt(outcome.cost), isBooked.charged) : 0n;
  return paid + charged;
}

const isMissing = ({ coins }: Comparison): boolean => coins.some(({ difference }) => difference < 0n);

const textOf = ({ coins }: Comparison): string =>
  coins.map(({ coin, difference }) => `${coin} ${difference}`).join(', ');

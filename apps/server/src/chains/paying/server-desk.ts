/**
 * The payer's desk on the server: orders what is approved, tells the exchange what was paid, and
 * knows what waits and why.
 */
import {
  ChainAddresses,
  HOT_WALLET,
  type PaymentOrder,
  type PaymentReport,
  type PaymentReports,
} from '@glasshouse/chains';
import type { Refusal } from '@glasshouse/protocol';
import type { ApprovedWithdrawal, ChainCost, ChainExchange, ChainPayouts } from '../../chain-parts.ts';
import type { Database } from '../../db/database.ts';
import type { Log } from '../../log.ts';
import { KeyedMutex } from '../../mutex.ts';
import type { PassStart, PayerDesk, ToldProblem } from './desk.ts';
import { PaymentTables } from './payment-tables.ts';
import { SigningDesk } from './signing-desk.ts';
import type { AllWalletTerms } from './wallet-terms.ts';

/** What is found approved is ordered before anybody else decides on it. */
const ORDERING = 'ordering';

export interface ServerDeskParts {
  readonly database: Database;
  readonly exchange: ChainExchange;
  readonly wallets: AllWalletTerms;
  /** The extended public key of Ethereum-like chains. */
  readonly evmKey: string;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** How paying on a chain is. */
export interface PayingState {
  readonly chain: string;
  /** When a pass last ended; null: none since the start. */
  readonly payerSeenMs: number | null;
  readonly signerSeenMs: number | null;
  /** Payments that have not ended. */
  readonly open: number;
  readonly problems: readonly ToldProblem[];
  /** Withdrawals that ended otherwise than ordered: a person has to decide. */
  readonly needPerson: readonly {
    readonly id: string;
    readonly result: string;
    readonly txid: string | null;
  }[];
}

export class ServerDesk implements PayerDesk, ChainPayouts {
  readonly #parts: ServerDeskParts;
  readonly #addresses: ChainAddresses;
  readonly #mutex = new KeyedMutex();
  readonly #told = new Map<string, { readonly atMs: number; readonly problems: readonly ToldProblem[] }>();
  /** Since the start. */
  endedOtherwise = 0;
  readonly store: PaymentTables;
  readonly signer: SigningDesk;
  readonly reports: PaymentReports = { report: async (report) => this.#report(report) };

  constructor(parts: ServerDeskParts) {
    this.#parts = parts;
    this.#addresses = new ChainAddresses('EVM', parts.evmKey);
    this.store = new PaymentTables(parts.database);
    this.signer = new SigningDesk(parts.database);
  }

  /** Of each chain: when a pass last ended, and how many payments did not go on. */
  get passes(): readonly { readonly seenMs: number | null; readonly problems: number }[] {
    return Object.keys(this.#parts.wallets).map((chain) => {
      const told = this.#told.get(chain);
      return { seenMs: told?.atMs ?? null, problems: told?.problems.length ?? 0 };
    });
  }

  async states(): Promise<readonly PayingState[]> {
    const { wallets, exchange } = this.#parts;
    const approved = await exchange.approved();
    const states: PayingState[] = [];
    for (const [chain, { chainId }] of Object.entries(wallets)) {
      const told = this.#told.get(chain);
      const waiting = new Set(approved.map(({ withdrawal, chain: on }) => idOf(on, withdrawal)));
      const ended = (await this.store.needPerson(chainId)).filter(({ order }) => waiting.has(order.id));
      states.push({
        chain,
        payerSeenMs: told?.atMs ?? null,
        signerSeenMs: this.signer.signerSeenMs,
        open: (await this.store.open(chainId)).length,
        problems: told?.problems ?? [],
        needPerson: ended.map(({ order: { id }, outcome }) => ({
          id,
          result: outcome?.result ?? '',
          txid: outcome?.txid ?? null,
        })),
      });
    }
    return states;
  }

  close(): void {
    this.signer.close();
  }

  async begin(chain: string): Promise<PassStart> {
    const { exchange } = this.#parts;
    const { chainId } = this.#termsOf(chain);
    await this.#mutex.run(ORDERING, async () => {
      for (const approved of await exchange.approved())
        if (approved.chain === chain) await this.store.add(this.#orderOf(approved));
    });
    return {
      isHalted: exchange.isHalted(chain),
      toCancel: await this.#toCancel(chainId),
      funded: await this.#funded(chain),
    };
  }

  async end(chain: string, problems: readonly ToldProblem[]): Promise<void> {
    const { log, nowMs } = this.#parts;
    const before = new Set((this.#told.get(chain)?.problems ?? []).map(keyOf));
    for (const problem of problems)
      if (!before.has(keyOf(problem))) log.error({ chain, ...problem }, 'a payment does not go on');
    this.#told.set(chain, { atMs: nowMs(), problems });
  }

  /** What the payer has taken, it may have sent. What it has given up is for a person to decide. */
  decide<T>(
    { withdrawal, chain }: Pick<ApprovedWithdrawal, 'withdrawal' | 'chain'>,
    work: (isSent: boolean) => Promise<T>,
  ): Promise<T | Refusal> {
    return this.#mutex.run(ORDERING, async () => {
      const payment = await this.store.find(idOf(chain, withdrawal));
      return work(payment !== null && payment.state !== 'needs-person');
    });
  }

  readonly stop = async (withdrawal: number, chain: string, reason: string): Promise<void> => {
    await this.#parts.database.kysely
      .updateTable('chain_payments')
      .set({ cancel_reason: reason })
      .where('payment_id', '=', idOf(chain, withdrawal))
      .execute();
  };

  /** Whether the transaction is gas for a sweep. It is known before it leaves. */
  async isTopUp(chain: string, txid: string): Promise<boolean> {
    const terms = this.#parts.wallets[chain];
    if (terms === undefined) return false;
    const payment = await this.store.ofTransaction(terms.chainId, txid);
    return payment?.order.kind === 'top-up';
  }

  #termsOf(chain: string) {
    const terms = this.#parts.wallets[chain];
    if (terms === undefined) throw new Error(`there are no wallet terms of ${chain}`);
    return terms;
  }

  #orderOf({ withdrawal, chain, address, coin, units }: ApprovedWithdrawal): PaymentOrder {
    const { chainId } = this.#termsOf(chain);
    const [id, from, sender] = [idOf(chain, withdrawal), HOT_WALLET, this.#addresses.of(HOT_WALLET)];
    return { id, kind: 'withdrawal', chainId, from, sender, to: address, toKey: null, coin, units };
  }

  async #toCancel(chainId: number): Promise<PassStart['toCancel']> {
    const rows = await this.#parts.database.kysely
      .selectFrom('chain_payments')
      .select(['payment_id as id', 'cancel_reason as reason'])
      .where('chain_id', '=', chainId)
      .where('is_open', '=', true)
      .where('cancel_reason', 'is not', null)
      .execute();
    return rows.map(({ id, reason }) => ({ id, reason: reason ?? '' }));
  }

  async #funded(chain: string): Promise<readonly number[]> {
    const rows = await this.#parts.database.kysely
      .selectFrom('chain_funded_addresses as f')
      .innerJoin('deposit_addresses as a', 'a.address', 'f.address')
      .select('a.address_index as index')
      .where('f.chain', '=', chain)
      .where('a.family', '=', 'EVM')
      .orderBy('a.address_index')
      .execute();
    return rows.map(({ index }) => index);
  }

  async #report(report: PaymentReport): Promise<void> {
    const { order, result, txid } = report;
    const { exchange, log } = this.#parts;
    const [chain, nativeCoin] = this.#chainOf(order.chainId);
    const cost: ChainCost = { coin: nativeCoin, units: report.cost };
    const withdrawal = order.kind === 'withdrawal' ? withdrawalOf(order.id) : null;
    if (withdrawal !== null && result === 'paid') {
      await exchange.settle(withdrawal, { chain, txid: txid!, output: report.output! }, cost);
      return;
    }
    if (txid !== null) await exchange.bookCost({ chain, txid }, cost);
    if (result === 'paid') return;
    if (withdrawal !== null && result === 'cancelled') await exchange.reject(withdrawal, report.reason ?? '');
    const told = { chain, id: order.id, result, txid, reason: report.reason };
    if (result === 'cancelled') log.warn(told, 'a payment was cancelled');
    else {
      this.endedOtherwise++;
      log.error(told, 'a payment ended otherwise than ordered: a person has to look');
    }
  }

  #chainOf(chainId: number): readonly [chain: string, nativeCoin: string] {
    for (const [chain, terms] of Object.entries(this.#parts.wallets))
      if (terms.chainId === chainId) return [chain, terms.nativeCoin];
    throw new Error(`there are no wallet terms of the chain with id ${chainId}`);
  }
}

const idOf = (chain: string, withdrawal: number): string => `withdrawal:${chain}:${withdrawal}`;

function withdrawalOf(id: string): number {
  const [, number] = /^withdrawal:[A-Z0-9]+:(\d+)$/.exec(id) ?? [];
  if (number === undefined) throw new Error(`${id} names no withdrawal`);
  return Number(number);
}

const keyOf = ({ id, problem, detail }: ToldProblem): string => [id, problem, detail].join('\n');

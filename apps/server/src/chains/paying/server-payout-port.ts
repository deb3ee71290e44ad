/** The server's end of the payout port: orders what is approved, knows what waits and why. */
import {
  HOT_WALLET,
  newPayment,
  newTronPayment,
  newUtxoPayment,
  type OwnOutput,
  type PaymentOrder,
  type PaymentRecord,
  type PaymentState,
  type PaymentStore,
  type TronStore,
  type UtxoStore,
} from '@glasshouse/chains';
import type { Refusal } from '@glasshouse/protocol';
import type {
  ApprovedWithdrawal,
  ChainExchange,
  ChainPayouts,
  PaymentProgress,
} from '../../contract/chain-parts.ts';
import type { Database } from '../../db/database.ts';
import type { Log } from '../../process/log.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import { shortened, type PassStart, type PayoutPort, type ReportedProblem } from './payout-port.ts';
import type { PaidChain } from './paid-chain.ts';
import { payerStore, tronPayerStore, utxoPayerStore } from './payer-store.ts';
import { PaymentRows } from './payment-rows.ts';
import { PaymentTables } from './payment-tables.ts';
import { ReportPort, withdrawalId, withdrawalOf } from './report-port.ts';
import { SigningPort } from './signing-port.ts';
import { TronTables } from './tron-tables.ts';
import { OutputTables, UtxoTables } from './utxo-tables.ts';
import { familyOf, kindOf, paidCoinsOf, type ChainKind } from './wallet-terms.ts';

/**
 * The mutex key under which approved withdrawals become payment orders, so that nobody else decides
 * on them meanwhile.
 */
const ORDERING = 'ordering';
/**
 * The most orders that are created at once, because operators wait meanwhile. The rest comes with
 * the next pass.
 */
const ORDERS_MAX = 500;
/** The most problems of one pass that are kept until the next one. */
const PROBLEMS_MAX = 1_000;

/** Makes the record of a new payment, by the kind of its chain. */
const NEW_RECORDS: Readonly<Record<ChainKind, (order: PaymentOrder) => PaymentRecord>> = {
  evm: (order) => newPayment(order, null),
  utxo: newUtxoPayment,
  tron: newTronPayment,
};

export interface ServerPayoutPortParts {
  readonly database: Database;
  readonly exchange: ChainExchange;
  /** The chains that are paid on. */
  readonly paid: readonly PaidChain[];
  readonly nowMs: () => number;
  /** During maintenance nothing new is ordered: what is approved waits. */
  readonly isClosed: () => boolean;
  readonly log: Log;
}

/** How paying on a chain is. */
export interface PayingState {
  readonly chain: string;
  /** When the payer last ended a pass; null if it has not since the start. */
  readonly payerSeenMs: number | null;
  readonly signerSeenMs: number | null;
  /** Payments that have not ended. */
  readonly open: number;
  readonly problems: readonly ReportedProblem[];
  /** Withdrawals that ended otherwise than ordered: a person has to decide. */
  readonly needPerson: readonly {
    readonly id: string;
    readonly result: string;
    readonly txid: string | null;
  }[];
}

/**
 * The progress that an owner sees, by the payment's state. A signed payment may have been sent;
 * only the next pass finds out.
 */
const PROGRESS: Readonly<Record<PaymentState, PaymentProgress['state']>> = {
  approved: 'taken',
  allocated: 'taken',
  signed: 'uncertain',
  uncertain: 'uncertain',
  broadcast: 'sent',
  confirmed: 'mined',
  reported: 'mined',
  'needs-person': 'person',
};

export class ServerPayoutPort implements PayoutPort, ChainPayouts {
  readonly #parts: ServerPayoutPortParts;
  readonly #mutex = new KeyedMutex();
  /** By chain: the running creation of orders. */
  readonly #ordering = new Map<string, Promise<void>>();
  readonly #reported = new Map<
    string,
    { readonly atMs: number; readonly problems: readonly ReportedProblem[] }
  >();
  /** The payments of all kinds of chains. */
  readonly payments: PaymentRows;
  readonly store: PaymentStore;
  readonly utxoStore: UtxoStore;
  readonly tronStore: TronStore;
  readonly signer: SigningPort;
  readonly reports: ReportPort;

  constructor(parts: ServerPayoutPortParts) {
    this.#parts = parts;
    const payments = new PaymentRows(parts.database);
    this.payments = payments;
    const { database } = parts;
    const evm = new PaymentTables(database);
    const [utxo, tron] = [new UtxoTables(database), new TronTables(database)];
    this.signer = new SigningPort(database, parts.paid);
    this.reports = new ReportPort({ ...parts, payments });
    const known = { paid: parts.paid, reports: this.reports };
    this.store = payerStore(evm, known);
    const outputsOf = async (paid: PaidChain) => this.#outputs(paid);
    this.utxoStore = utxoPayerStore(utxo, { ...known, outputsOf });
    this.tronStore = tronPayerStore(tron, known);
  }

  /** For each chain: when a pass last ended, and how many payments did not go on. */
  get passes(): readonly {
    readonly seenMs: number | null;
    readonly problems: number;
  }[] {
    return this.#parts.paid.map(({ chain }) => {
      const seenMs = this.#reported.get(chain)?.atMs ?? null;
      return { seenMs, problems: this.#problemsOf(chain).length };
    });
  }

  /** The problems that the payer reported, and its reports that the server refused. */
  #problemsOf(chain: string): readonly ReportedProblem[] {
    const refused = this.reports.refusedOn(chain);
    const reported = this.#reported.get(chain)?.problems ?? [];
    return [...refused, ...reported.filter(({ id }) => !refused.some((one) => one.id === id))];
  }

  async states(): Promise<readonly PayingState[]> {
    const { paid, exchange } = this.#parts;
    const approved = await exchange.approved();
    const states: PayingState[] = [];
    for (const { chain, terms } of paid) {
      const { chainId } = terms;
      const waiting = new Set(approved.map(({ withdrawal, chain: on }) => withdrawalId(on, withdrawal)));
      const ended = (await this.payments.needPerson(chainId)).filter(({ order }) => waiting.has(order.id));
      states.push({
        chain,
        payerSeenMs: this.#reported.get(chain)?.atMs ?? null,
        signerSeenMs: this.signer.signerSeenMs,
        open: (await this.payments.open(chainId)).length,
        problems: this.#problemsOf(chain),
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
    const paid = this.#chainOf(chain);
    if (!this.#parts.isClosed()) await this.#orderOnce(paid);
    return {
      isHalted: this.#parts.exchange.isHalted(chain),
      toCancel: await this.#toCancel(paid.terms.chainId),
      funded: await this.#funded(paid),
      outputs: await this.#outputs(paid),
    };
  }

  /** However many payers begin at once, one of them waits for the mutex. */
  async #orderOnce(paid: PaidChain): Promise<void> {
    const { chain } = paid;
    const running = this.#ordering.get(chain) ?? this.#order(paid);
    this.#ordering.set(chain, running);
    try {
      await running;
    } finally {
      if (this.#ordering.get(chain) === running) this.#ordering.delete(chain);
    }
  }

  /**
   * Takes the mutex only if something is new, and reads again within it what is approved then.
   * Coins that the wallet terms do not name are paid by hand.
   */
  async #order(paid: PaidChain): Promise<void> {
    const coins = paidCoinsOf(paid.terms);
    const approved = async () =>
      (await this.#parts.exchange.approved())
        .filter(({ chain, coin }) => chain === paid.chain && coins.includes(coin))
        .map((one) => orderOf(one, paid));
    const unknown = await this.payments.unknownOf((await approved()).map(({ id }) => id));
    if (unknown.size === 0) return;
    await this.#mutex.run(ORDERING, async () => {
      const orders = (await approved()).filter(({ id }) => unknown.has(id)).slice(0, ORDERS_MAX);
      await this.payments.addAll(orders.map((order) => NEW_RECORDS[kindOf(paid.terms)](order)));
    });
  }

  async end(chain: string, reported: readonly ReportedProblem[]): Promise<void> {
    const { log, nowMs } = this.#parts;
    this.#chainOf(chain);
    const problems = reported
      .slice(0, PROBLEMS_MAX)
      .map(({ id, problem, detail }) => ({ id: shortened(id), problem, detail: shortened(detail) }));
    const before = new Set((this.#reported.get(chain)?.problems ?? []).map(keyOf));
    for (const problem of problems)
      if (!before.has(keyOf(problem))) log.error({ chain, ...problem }, 'a payment does not go on');
    this.#reported.set(chain, { atMs: nowMs(), problems });
  }

  /**
   * The payer may have sent any withdrawal that it has taken. One that it has given up is for a
   * person to decide.
   */
  decide<T>(
    { withdrawal, chain }: Pick<ApprovedWithdrawal, 'withdrawal' | 'chain'>,
    work: (isSent: boolean) => Promise<T>,
  ): Promise<T | Refusal> {
    return this.#mutex.run(ORDERING, async () => {
      const payment = await this.payments.find(withdrawalId(chain, withdrawal));
      return work(payment !== null && payment.state !== 'needs-person');
    });
  }

  async progressOf({
    withdrawal,
    chain,
  }: Pick<ApprovedWithdrawal, 'withdrawal' | 'chain'>): Promise<PaymentProgress | null> {
    const payment = await this.payments.find(withdrawalId(chain, withdrawal));
    if (payment === null) return null;
    const newest = payment.attempts.findLast(({ purpose }) => purpose === 'pay');
    return { state: PROGRESS[payment.state], txid: newest?.txid ?? '' };
  }

  async uncertain(): Promise<readonly number[]> {
    return (await this.payments.uncertain()).map(withdrawalOf);
  }

  readonly stop = async (withdrawal: number, chain: string, reason: string): Promise<void> => {
    await this.#parts.database.kysely
      .updateTable('chain_payments')
      .set({ cancel_reason: reason })
      .where('payment_id', '=', withdrawalId(chain, withdrawal))
      .execute();
  };

  /** Whether the transaction is gas for a sweep. It is known before it leaves. */
  async isTopUp(chain: string, txid: string): Promise<boolean> {
    const paid = this.#parts.paid.find((one) => one.chain === chain);
    if (paid === undefined) return false;
    const payment = await this.payments.ofTransaction(paid.terms.chainId, txid);
    return payment?.order.kind === 'top-up';
  }

  #chainOf(chain: string): PaidChain {
    const paid = this.#parts.paid.find((one) => one.chain === chain);
    if (paid === undefined) throw new Error(`there are no wallet terms of ${chain}`);
    return paid;
  }

  async #outputs({ chain, terms }: PaidChain): Promise<readonly OwnOutput[]> {
    if (kindOf(terms) !== 'utxo') return [];
    const known = await new OutputTables(this.#parts.database, chain, terms.chainId).outputs();
    return known.map(({ txid, output, key, units }) => ({ txid, output, key, units }));
  }

  async #toCancel(chainId: number): Promise<PassStart['toCancel']> {
    const rows = await this.#parts.database.kysely
      .selectFrom('chain_payments')
      .select(['payment_id as id', 'cancel_reason as reason'])
      .where('chain_id', '=', chainId)
      .where('is_open', '=', true)
      // Also what another payer has reported, and this one does not know of.
      .where((has) => has.or([has('cancel_reason', 'is not', null), has('reported', 'is not', null)]))
      .execute();
    return rows.map(({ id, reason }) => ({
      id,
      reason: reason ?? 'it was reported',
    }));
  }

  async #funded({ chain, terms }: PaidChain): Promise<readonly number[]> {
    const rows = await this.#parts.database.kysely
      .selectFrom('chain_funded_addresses as f')
      .innerJoin('deposit_addresses as a', 'a.address', 'f.address')
      .select('a.address_index as index')
      .where('f.chain', '=', chain)
      .where('a.family', '=', familyOf(terms))
      .orderBy('a.address_index')
      .execute();
    return rows.map(({ index }) => index);
  }
}

function orderOf(
  { withdrawal, chain, address, coin, units }: ApprovedWithdrawal,
  { terms: { chainId }, hot }: PaidChain,
): PaymentOrder {
  const [id, from, sender] = [withdrawalId(chain, withdrawal), HOT_WALLET, hot];
  return { id, kind: 'withdrawal', chainId, from, sender, to: address, toKey: null, coin, units };
}

const keyOf = ({ id, problem, detail }: ReportedProblem): string => [id, problem, detail].join('\n');

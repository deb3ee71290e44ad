/**
 * Receives the payers' reports on how payments have ended. A payer's report is not enough: the
 * server's own nodes must confirm it, or the server's own records must show that nothing was ever
 * signed.
 */
import { isDeepStrictEqual } from 'node:util';
import type {
  PaymentOrder,
  PaymentOutcome,
  PaymentRecord,
  PaymentReport,
  PaymentReports,
} from '@glasshouse/chains';
import { requireReason, type ChainCost, type ChainExchange } from '../../contract/chain-parts.ts';
import type { Log } from '../../process/log.ts';
import { shortened, type ReportedProblem } from './payout-port.ts';
import type { PaidChain } from './paid-chain.ts';
import { takenBy, type PaymentRows } from './payment-rows.ts';

/** Thrown if neither the chain nor the server's own records confirm a report. */
class UnprovenReport extends Error {
  override readonly name = 'UnprovenReport';
}

export interface ReportPortParts {
  readonly payments: PaymentRows;
  readonly exchange: ChainExchange;
  readonly paid: readonly PaidChain[];
  readonly log: Log;
}

export class ReportPort implements PaymentReports {
  readonly #parts: ReportPortParts;
  /** Reports that were refused and have not been proven since, by payment. */
  readonly #refused = new Map<string, { readonly chain: string; readonly detail: string }>();
  /** Payments whose report was booked since the start, and whose record has not ended. */
  readonly #booked = new Set<string>();
  /** Payments that ended otherwise than ordered, since the start of the process. */
  endedOtherwise = 0;

  constructor(parts: ReportPortParts) {
    this.#parts = parts;
  }

  refusedOn(chain: string): readonly ReportedProblem[] {
    return [...this.#refused]
      .filter(([, refused]) => refused.chain === chain)
      .map(([id, { detail }]) => ({ id, problem: 'report-refused', detail }));
  }

  async report(report: PaymentReport): Promise<void> {
    const { order, reason } = report;
    const paid = this.#chainOf(order.chainId);
    requireReason(reason);
    try {
      await this.#prove(paid, order, outcomeIn(report));
    } catch (error) {
      if (error instanceof UnprovenReport) this.#refuse(paid.chain, order.id, error.message);
      throw error;
    }
    this.#refused.delete(order.id);
    await this.#book(paid, report);
    this.#logOutcome(paid.chain, report);
    this.#booked.add(order.id);
  }

  /**
   * @throws {UnprovenReport} Unless nodes and records prove now that a payment has this outcome.
   */
  async requireProof(payment: PaymentRecord, outcome: PaymentOutcome): Promise<void> {
    const { payments } = this.#parts;
    const { id, chainId } = payment.order;
    const paid = this.#chainOf(chainId);
    if (outcome.txid !== null) return requireMined(paid, payment, outcome);
    await requireNothing(paid, payment, outcome);
    const isSigned = takenBy(payment) === null && (await payments.signaturesOf(id)).length > 0;
    if (isSigned) throw new UnprovenReport(SIGNED);
  }

  /**
   * Books an outcome that was reported but not booked, because of a crash or a refusal of the core.
   */
  async finish({ order, cancelled: reason, outcome }: PaymentRecord): Promise<void> {
    if (this.#booked.delete(order.id)) return;
    await this.#book(this.#chainOf(order.chainId), {
      order,
      reason,
      ...outcome!,
    });
  }

  #refuse(chain: string, id: string, text: string): void {
    const detail = shortened(text);
    if (this.#refused.get(id)?.detail !== detail)
      this.#parts.log.error({ chain, id, detail }, 'a report of a payment was refused');
    this.#refused.set(id, { chain, detail });
  }

  /**
   * Proves an outcome and notes it. An outcome that is noted is not proven again, so that a
   * repeated report can be finished.
   */
  async #prove(paid: PaidChain, order: PaymentOrder, outcome: PaymentOutcome): Promise<void> {
    const { payments } = this.#parts;
    const { id } = order;
    const payment = await payments.find(id);
    // Reports on unknown payments are not recorded, because there could be any number of them.
    if (payment === null) throw new Error(`there is no payment ${shortened(id)}`);
    if (!isDeepStrictEqual(payment.order, order)) throw new UnprovenReport('it was ordered otherwise');
    const reported = await payments.reportedOf(id);
    if (reported !== null) {
      if (!isDeepStrictEqual(reported, outcome)) throw new UnprovenReport('another outcome was reported');
      return;
    }
    if (outcome.txid === null) {
      await requireNothing(paid, payment, outcome);
      if (!(await payments.closeUnsigned(id, outcome, takenBy(payment)))) throw new UnprovenReport(SIGNED);
      return;
    }
    await requireMined(paid, payment, outcome);
    await payments.noteReported(id, outcome);
  }

  async #book(
    { chain, terms }: PaidChain,
    { order, result, txid, output, cost, reason }: PaymentReport,
  ): Promise<void> {
    const { exchange } = this.#parts;
    const charged: ChainCost = { coin: terms.nativeCoin, units: cost };
    const withdrawal = order.kind === 'withdrawal' ? withdrawalOf(order.id) : null;
    if (withdrawal !== null && result === 'paid') {
      await exchange.settle(withdrawal, { chain, txid: txid!, output: output! }, charged);
      return;
    }
    if (txid !== null) await exchange.bookCost({ chain, txid }, charged);
    if (withdrawal !== null && result === 'cancelled') await exchange.reject(withdrawal, reason ?? '');
  }

  #logOutcome(chain: string, { order, result, txid, reason }: PaymentReport): void {
    const { log } = this.#parts;
    if (result === 'paid') return;
    const fields = { chain, id: order.id, result, txid, reason };
    if (result === 'cancelled') log.warn(fields, 'a payment was cancelled');
    else {
      this.endedOtherwise++;
      log.error(fields, 'a payment ended otherwise than ordered: a person has to look');
    }
  }

  #chainOf(chainId: number): PaidChain {
    const paid = this.#parts.paid.find(({ terms }) => terms.chainId === chainId);
    if (paid === undefined) throw new Error(`there are no wallet terms of the chain with id ${chainId}`);
    return paid;
  }
}

const SIGNED = 'something was signed, which can be mined';

async function requireMined(paid: PaidChain, payment: PaymentRecord, outcome: PaymentOutcome): Promise<void> {
  const found = await paid.confirmedOutcome(payment);
  if (!isDeepStrictEqual(found, outcome))
    throw new UnprovenReport(`it tells ${textOf(outcome)}, and the nodes ${textOf(found)}`);
}

async function requireNothing(
  paid: PaidChain,
  payment: PaymentRecord,
  outcome: PaymentOutcome,
): Promise<void> {
  if (!isNothing(outcome)) throw new UnprovenReport(`without a transaction it cannot be ${outcome.result}`);
  const reason = await paid.whyPossible(payment);
  if (reason !== null) throw new UnprovenReport(reason);
}

const outcomeIn = ({ result, txid, output, cost, height }: PaymentReport): PaymentOutcome => ({
  result,
  txid,
  output,
  cost,
  height,
});

const isNothing = ({ result, output, cost, height }: PaymentOutcome): boolean =>
  (result === 'cancelled' || result === 'would-revert') && output === null && cost === '0' && height === null;

const textOf = (outcome: PaymentOutcome | null): string =>
  outcome === null
    ? 'of no transaction with its confirmations'
    : `${outcome.result} by ${outcome.txid}, output ${outcome.output}, cost ${outcome.cost}, block ${outcome.height}`;

export const withdrawalId = (chain: string, withdrawal: number): string =>
  `withdrawal:${chain}:${withdrawal}`;

export function withdrawalOf(id: string): number {
  const [, number] = /^withdrawal:[A-Z0-9]+:(\d+)$/.exec(id) ?? [];
  if (number === undefined) throw new Error(`${id} names no withdrawal`);
  return Number(number);
}

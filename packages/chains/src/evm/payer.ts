/**
 * Pays approved payments: allocates a nonce, has the transaction signed, sends it to every node,
 * raises its fee, and reports the outcome on the chain. Each step is stored before the next one, so
 * that a payer that dies continues where it was.
 */
import { recoverTransactionAddress } from 'viem';
import { callOf, outcomeOf, txidOfRaw } from './transfers.ts';
import { Funds } from './funds.ts';
import { findGaps } from './nonces.ts';
import type { AgreedNodes, Call, GasPrices, Receipt } from './payment-nodes.ts';
import {
  firstFees,
  gasLimitFor,
  replacementFees,
  TRANSFER_GAS,
  type Fees,
  type PaymentTerms,
} from './payment-terms.ts';
import {
  changed,
  isToCancel,
  PaymentSteps,
  type PassBeginning,
  type PassLook,
  type PaymentProblem,
} from '../paying/payment-steps.ts';
import type { Attempt, Payment, PaymentReports, PaymentStore } from '../paying/payments.ts';
import type { Signer } from '../paying/signing.ts';

/** The maximum of unconfirmed payments of one sender: nodes reliably keep no more than 16. */
export const IN_FLIGHT_MAX = 16;

export interface PayerParts {
  readonly terms: PaymentTerms;
  readonly nodes: AgreedNodes;
  readonly signer: Signer;
  readonly store: PaymentStore;
  readonly reports: PaymentReports;
  /** While true, signs no first transaction. Payments that have been signed go on. */
  readonly isHalted?: () => boolean;
}

/** The chain at the beginning of a pass. */
interface Look extends PassLook {
  readonly prices: GasPrices;
  readonly funds: Funds;
  /** Senders with a nonce problem, which get no new nonces. */
  readonly stopped: Map<string, PaymentProblem>;
}

export class Payer extends PaymentSteps<Payment, Look> {
  readonly #parts: PayerParts;

  constructor(parts: PayerParts) {
    super(parts);
    this.#parts = parts;
  }

  protected async begin(): Promise<PassBeginning<Payment, Look>> {
    const { nodes, store, terms } = this.#parts;
    const head = await nodes.head();
    const prices = await nodes.prices();
    const open = await store.open(terms.chainId);
    const funds = new Funds({ nodes, terms, head, open });
    const look: Look = { head, prices, funds, stopped: new Map(), problems: [] };
    const gaps = await findGaps({ nodes, store, terms, head, open });
    for (const { sender, ...problem } of gaps.problems) {
      look.stopped.set(sender, problem.problem);
      look.problems.push(problem);
    }
    return { look, payments: [...gaps.fillers, ...open] };
  }

  protected async allocate(payment: Payment, look: Look): Promise<Payment | PaymentProblem> {
    const { nodes, store, terms } = this.#parts;
    const { chainId, sender } = payment.order;
    const { head, funds, stopped } = look;
    if (this.isHalted) return 'halted';
    const stop = stopped.get(sender);
    if (stop !== undefined) return stop;
    if (funds.inFlight(sender) >= IN_FLIGHT_MAX) return 'in-flight';
    const fees = firstFees(look.prices, terms.fees);
    if (fees === null) return 'fees';
    if (!(await funds.coversAmount(payment.order))) return 'funds';
    const needed = await nodes.gasFor(callOf(payment.order, 'pay', terms));
    if (needed === 'reverts') {
      const outcome = { result: 'would-revert', txid: null, output: null, cost: '0', height: null } as const;
      return this.put(payment, { state: 'confirmed', outcome });
    }
    const gas = gasLimitFor(needed);
    if (gas > terms.gasMax) return 'gas';
    const fee = gas * fees.maxFeePerGas;
    if (!(await funds.coversAmount(payment.order, fee))) return 'funds';
    const nonce = (await store.nextNonce(chainId, sender)) ?? (await nodes.transactionsOf(sender, head));
    const allocated = changed(payment, { state: 'allocated', nonce });
    await store.allocate(allocated);
    funds.commit(allocated, fee);
    return allocated;
  }

  protected async signFirst(payment: Payment, look: Look): Promise<Payment | PaymentProblem> {
    const { terms } = this.#parts;
    // A cancellation is signed even then, because it pays nobody.
    if (this.isHalted && payment.cancelled === null) return 'halted';
    const fees = firstFees(look.prices, terms.fees);
    if (fees === null) return 'fees';
    return this.#sign(payment, payment.cancelled === null ? 'pay' : 'cancel', fees);
  }

  /**
   * Signs an attempt. All attempts of a payment have its nonce, so that at most one is ever mined.
   */
  async #sign(payment: Payment, purpose: Attempt['purpose'], fees: Fees): Promise<Payment | PaymentProblem> {
    const { signer, terms } = this.#parts;
    const call = callOf(payment.order, purpose, terms);
    const gas = await this.#gasFor(payment, { call, purpose });
    const answer = await signer.sign({
      order: payment.order,
      purpose,
      nonce: payment.nonce!,
      to: call.to,
      value: call.value.toString(),
      data: call.data,
      gas: gas.toString(),
      maxFeePerGas: fees.maxFeePerGas.toString(),
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
    });
    if (answer.type === 'refused') return this.refused(payment, answer.refusal);
    const { raw } = answer;
    const by = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` });
    if (by !== payment.order.sender) throw new Error(`the signer signed with ${by}`);
    const attempt = {
      txid: txidOfRaw(raw),
      raw,
      purpose,
      gas: gas.toString(),
      maxFeePerGas: fees.maxFeePerGas.toString(),
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
      sentHeight: null,
    };
    return this.put(payment, { state: 'signed', attempts: [...payment.attempts, attempt] });
  }

  /**
   * The gas limit. All attempts of a payment have that of the first, for which `Funds` has reserved
   * the fee.
   */
  async #gasFor(
    payment: Payment,
    { call, purpose }: { readonly call: Call; readonly purpose: Attempt['purpose'] },
  ): Promise<bigint> {
    if (purpose === 'cancel') return TRANSFER_GAS;
    const before = payment.attempts.find((one) => one.purpose === 'pay');
    if (before !== undefined) return BigInt(before.gas);
    const needed = await this.#parts.nodes.gasFor(call);
    // The call did not revert when the nonce was allocated. Sends it all the same: only the chain
    // can decide.
    return needed === 'reverts' ? this.#parts.terms.gasMax : gasLimitFor(needed);
  }

  protected async watch(payment: Payment, look: Look): Promise<Payment | PaymentProblem | null> {
    const { nodes, terms } = this.#parts;
    const { order, nonce, attempts } = payment;
    // Counts the transactions before it asks for receipts, so that the receipts include all that
    // were counted.
    const used = await nodes.transactionsOf(order.sender, look.head);
    const mined: { readonly receipt: Receipt; readonly purpose: Attempt['purpose'] }[] = [];
    for (const { txid, purpose } of attempts) {
      const receipt = await nodes.receiptOf(txid);
      if (receipt !== null) mined.push({ receipt, purpose });
    }
    if (mined.length > 1) throw new Error(`two transactions with nonce ${nonce} of ${order.sender}`);
    const one = mined[0];
    if (one !== undefined) {
      if (!(await this.#isConfirmed(one.receipt, look))) return null;
      return this.put(payment, { state: 'confirmed', outcome: outcomeOf(order, one, terms) });
    }
    if (used > nonce!) {
      if (payment.state !== 'uncertain') await this.put(payment, { state: 'uncertain' });
      return 'foreign-transaction';
    }
    const newest = attempts.at(-1)!;
    const waited = look.head.height - newest.sentHeight!;
    // Only the sender's next nonce is stuck because of its fee; later ones wait for those before
    // them.
    const isStuck = used === nonce && waited >= terms.bumpAfterBlocks;
    return isToCancel(payment) || isStuck ? this.replace(payment, look) : this.send(payment, look);
  }

  async #isConfirmed({ height, blockHash }: Receipt, { head }: Look): Promise<boolean> {
    const { nodes, terms } = this.#parts;
    if (head.height - height + 1 < terms.confirmations) return false;
    return (await nodes.headerAt(height))?.hash === blockHash;
  }

  protected async replace(payment: Payment, look: Look): Promise<Payment | PaymentProblem> {
    const newest = payment.attempts.at(-1)!;
    const purpose = payment.cancelled === null ? newest.purpose : 'cancel';
    const fees = replacementFees(newest, look.prices, this.#parts.terms.fees);
    const isAffordable =
      purpose === 'cancel' ||
      fees === null ||
      (await look.funds.coversReplacement(payment, fees.maxFeePerGas));
    if (fees !== null && isAffordable) return this.#sign(payment, purpose, fees);
    await this.send(payment, look);
    return 'replacement-fee';
  }
}

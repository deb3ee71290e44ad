/**
 * Pays approved payments on a chain of the Bitcoin family: allocates inputs, has the transaction
 * signed, sends it to every node, raises its fee, and reports the outcome on the chain.
 */
import {
  PaymentSteps,
  changed,
  isToCancel,
  type PassBeginning,
  type PassLook,
  type PaymentProblem,
} from '../paying/payment-steps.ts';
import { hasEnded, type PaymentReports, type SignedAttempt } from '../paying/payments.ts';
import type { OwnOutputs } from './own-outputs.ts';
import type { AgreedUtxoNodes, MinedTransaction } from './nodes.ts';
import {
  firstFeeRate,
  PAID_OUTPUT,
  replacementFeeRate,
  type OwnOutput,
  type UtxoAttempt,
  type UtxoPayment,
  type UtxoStore,
  type UtxoTerms,
} from './payments.ts';
import type { UtxoSigning } from './signer.ts';
import { draftOf, partsOfRaw, psbtOf, scriptOf, type Draft } from './transactions.ts';

export interface UtxoPayerParts {
  readonly terms: UtxoTerms;
  readonly nodes: AgreedUtxoNodes;
  readonly signer: UtxoSigning;
  readonly store: UtxoStore;
  readonly reports: PaymentReports;
  readonly own: OwnOutputs;
  /** While true, signs no first transaction. Payments that have been signed go on. */
  readonly isHalted?: () => boolean;
}

interface Look extends PassLook {
  readonly feeRate: bigint;
  /**
   * The problem that keeps all payments of this pass from getting inputs; null if there is none.
   */
  stopped: PaymentProblem | null;
}

export class UtxoPayer extends PaymentSteps<UtxoPayment, Look> {
  readonly #parts: UtxoPayerParts;

  constructor(parts: UtxoPayerParts) {
    super(parts);
    this.#parts = parts;
  }

  protected async begin(): Promise<PassBeginning<UtxoPayment, Look>> {
    const { nodes, store, terms } = this.#parts;
    const head = await nodes.head();
    const look: Look = { head, feeRate: await nodes.feeRate(), stopped: null, problems: [] };
    await this.#findReturned(look);
    const open = await store.open(terms.chainId);
    // Payments with inputs come first, because their problems can stop the others.
    return {
      look,
      payments: [...open].sort((a, b) => Number(a.inputs === null) - Number(b.inputs === null)),
    };
  }

  /**
   * Finds ended payments whose inputs are unspent again, because their transaction has left the
   * chain.
   */
  async #findReturned(look: Look): Promise<void> {
    const { nodes, own, store, terms } = this.#parts;
    for (const output of own.outputs()) {
      const holder = await store.holderOf(terms.chainId, output);
      if (holder === null || !hasEnded(holder) || (await nodes.unspentAt(output, look.head)) === null)
        continue;
      const sent = holder.attempts.find(({ txid }) => txid === holder.outcome?.txid);
      if (sent === undefined) throw new Error(`${holder.order.id} has ended, and its inputs are not spent`);
      // The payment was confirmed and its transaction has left the chain. Sends the same
      // transaction again; a new one could pay twice.
      await nodes.sendToAll(sent.raw);
      look.stopped = 'deep-reorganisation';
      look.problems.push({ id: holder.order.id, problem: look.stopped });
      return;
    }
  }

  protected async allocate(payment: UtxoPayment, look: Look): Promise<UtxoPayment | PaymentProblem> {
    const { store, terms } = this.#parts;
    if (this.isHalted) return 'halted';
    if (look.stopped !== null) return look.stopped;
    if (scriptOf(payment.order.to, terms.network) === null)
      return this.put(payment, { cancelled: 'it goes to no address of the chain' });
    if (firstFeeRate(look.feeRate, terms.fees) === null) return 'fees';
    const inputs = await this.#inputsFor(payment, look);
    if (inputs === null) return 'funds';
    const allocated = changed(payment, { state: 'allocated', inputs });
    await store.allocate(allocated);
    return allocated;
  }

  /**
   * Selects the largest free outputs until they cover the payment at the highest fee, so that every
   * replacement can spend the same inputs. Null if they do not suffice.
   */
  async #inputsFor({ order }: UtxoPayment, { head }: Look): Promise<readonly OwnOutput[] | null> {
    const { nodes, own, store, terms } = this.#parts;
    const largest = [...own.outputs()].sort((a, b) => (BigInt(a.units) < BigInt(b.units) ? 1 : -1));
    const inputs: OwnOutput[] = [];
    for (const output of largest) {
      if (inputs.length === terms.inputsMax) return null;
      if ((await store.holderOf(terms.chainId, output)) !== null) continue;
      const unspent = await nodes.unspentAt(output, head);
      const needed = unspent?.isReward === true ? terms.rewardConfirmations : terms.confirmations;
      if (unspent === null || head.height - unspent.height + 1 < needed) continue;
      const { txid, output: place, key } = output;
      inputs.push({ txid, output: place, key, units: unspent.units.toString() });
      const feeRate = terms.fees.maxReplacement;
      if (draftOf({ order, purpose: 'pay', inputs, feeRate, terms }) !== null) return inputs;
    }
    return null;
  }

  protected async signFirst(payment: UtxoPayment, look: Look): Promise<UtxoPayment | PaymentProblem> {
    // A cancellation is signed even then, because it pays nobody.
    if (this.isHalted && payment.cancelled === null) return 'halted';
    const feeRate = firstFeeRate(look.feeRate, this.#parts.terms.fees);
    if (feeRate === null) return 'fees';
    return this.#sign(payment, payment.cancelled === null ? 'pay' : 'cancel', feeRate);
  }

  /**
   * Signs an attempt. All attempts of a payment have its inputs, so that at most one is ever mined.
   */
  async #sign(
    payment: UtxoPayment,
    purpose: SignedAttempt['purpose'],
    feeRate: bigint,
  ): Promise<UtxoPayment | PaymentProblem> {
    const { signer, terms } = this.#parts;
    const { order } = payment;
    const inputs = payment.inputs!;
    const before = payment.attempts.at(-1);
    const replaced = before === undefined ? {} : { feeBefore: BigInt(before.fee) };
    const draft = draftOf({ order, purpose, inputs, feeRate, terms, ...replaced });
    if (draft === null) return 'replacement-fee';
    const psbt = psbtOf(draft, await this.#rawsOf(inputs));
    const answer = await signer.sign({ order, purpose, keys: inputs.map(({ key }) => key), psbt });
    if (answer.type === 'refused') return this.refused(payment, answer.refusal);
    const { raw } = answer;
    const txid = requireDraft(raw, draft);
    const attempt: UtxoAttempt = {
      txid,
      raw,
      purpose,
      fee: draft.fee.toString(),
      feeRate: feeRate.toString(),
      sentHeight: null,
    };
    return this.put(payment, { state: 'signed', attempts: [...payment.attempts, attempt] });
  }

  async #rawsOf(inputs: readonly OwnOutput[]): Promise<ReadonlyMap<string, string>> {
    const raws = new Map<string, string>();
    for (const { txid } of inputs) if (!raws.has(txid)) raws.set(txid, await this.#parts.nodes.rawOf(txid));
    return raws;
  }

  protected async watch(payment: UtxoPayment, look: Look): Promise<UtxoPayment | PaymentProblem | null> {
    const { nodes, terms } = this.#parts;
    const { attempts } = payment;
    // Checks the inputs before it asks for the attempts, so that an attempt that has spent them is
    // found.
    const isSpent = await this.#isSpent(payment, look);
    const mined: Mined[] = [];
    for (const attempt of attempts) {
      const where = await nodes.minedOf(attempt.txid);
      if (where !== null) mined.push({ where, attempt });
    }
    if (mined.length > 1) throw new Error(`two transactions spend the inputs of ${payment.order.id}`);
    const one = mined[0];
    if (one !== undefined)
      return (await this.#isConfirmed(one.where, look)) ? this.#confirm(payment, one) : null;
    if (isSpent) {
      look.stopped = 'foreign-transaction';
      if (payment.state !== 'uncertain') await this.put(payment, { state: 'uncertain' });
      return 'foreign-transaction';
    }
    const isStuck = look.head.height - attempts.at(-1)!.sentHeight! >= terms.bumpAfterBlocks;
    return isToCancel(payment) || isStuck ? this.replace(payment, look) : this.send(payment, look);
  }

  /** Whether one of the payment's inputs is spent in the chain. */
  async #isSpent({ inputs }: UtxoPayment, { head }: Look): Promise<boolean> {
    for (const input of inputs!) if ((await this.#parts.nodes.unspentAt(input, head)) === null) return true;
    return false;
  }

  async #isConfirmed({ height, blockHash }: MinedTransaction, { head }: Look): Promise<boolean> {
    const { nodes, terms } = this.#parts;
    if (head.height - height + 1 < terms.confirmations) return false;
    return (await nodes.headerAt(height))?.hash === blockHash;
  }

  async #confirm(payment: UtxoPayment, { where, attempt }: Mined): Promise<UtxoPayment> {
    const ended = { txid: attempt.txid, cost: attempt.fee, height: where.height };
    if (attempt.purpose === 'cancel')
      return this.end(payment, { ...ended, result: 'cancelled', output: null });
    return this.end(payment, { ...ended, result: 'paid', output: PAID_OUTPUT });
  }

  protected async replace(payment: UtxoPayment, look: Look): Promise<UtxoPayment | PaymentProblem> {
    const newest = payment.attempts.at(-1)!;
    const purpose = payment.cancelled === null ? newest.purpose : 'cancel';
    const feeRate = replacementFeeRate(newest, look.feeRate, this.#parts.terms.fees);
    if (feeRate !== null) return this.#sign(payment, purpose, feeRate);
    await this.send(payment, look);
    return 'replacement-fee';
  }
}

/** A mined attempt. */
interface Mined {
  readonly where: MinedTransaction;
  readonly attempt: UtxoAttempt;
}

/** The id of a signed transaction. Throws unless it is the requested one. */
function requireDraft(raw: string, { inputs, outputs }: Draft): string {
  const signed = partsOfRaw(raw);
  const asked = {
    inputs: inputs.map(({ txid, output }) => `${txid}:${output}`),
    outputs: outputs.map(({ script, units }) => `${Buffer.from(script).toString('hex')}:${units}`),
  };
  const given = {
    inputs: signed.inputs,
    outputs: signed.outputs.map(({ script, units }) => `${script}:${units}`),
  };
  if (given.inputs.join() !== asked.inputs.join() || given.outputs.join() !== asked.outputs.join())
    throw new Error('the signer signed another transaction');
  return signed.txid;
}

/**
 * Pays approved payments on TRON: creates a transaction that expires, has it signed, sends it to
 * every node, and reports its outcome in final blocks. Creates another transaction only when none
 * of the earlier ones can be mined any more (D0034).
 */
import {
  PaymentSteps,
  type PassBeginning,
  type PassLook,
  type PaymentProblem,
} from '../paying/payment-steps.ts';
import type { PaymentReports } from '../paying/payments.ts';
import type { SigningRefusal } from '../paying/signing.ts';
import { TronFunds } from './funds.ts';
import { minedDraftOf } from './mined-outcome.ts';
import type { AgreedTronNodes, TimedHeader } from './nodes.ts';
import {
  feeLimitFor,
  tronOutcomeOf,
  tronTransferOf,
  type TronDraft,
  type TronPayment,
  type TronStore,
  type TronTerms,
} from './payments.ts';
import type { TronSigning } from './signer.ts';
import {
  isTronAddress,
  rawDataOf,
  referenceTo,
  signerOf,
  txidOf,
  type TronTransfer,
} from './transactions.ts';

export interface TronPayerParts {
  readonly terms: TronTerms;
  readonly nodes: AgreedTronNodes;
  readonly signer: TronSigning;
  readonly store: TronStore;
  readonly reports: PaymentReports;
  /** While true, signs nothing. Payments that have been signed go on. */
  readonly isHalted?: () => boolean;
}

interface Look extends PassLook {
  readonly head: TimedHeader;
  /** The newest final block, which no reorganisation can remove. */
  readonly final: TimedHeader;
  readonly energyPrice: bigint;
  readonly funds: TronFunds;
}

/** The pause before the signer is asked again after it has reached its daily fee limit. */
const FEES_REST_MS = 3_600_000;

/**
 * Refusals that prove that the signer has never signed anything for the order. Others leave that
 * open.
 */
const NEVER_SIGNED: readonly SigningRefusal[] = ['rules', 'not-as-ordered', 'limit'];

export class TronPayer extends PaymentSteps<TronPayment, Look> {
  readonly #parts: TronPayerParts;
  /**
   * The chain time until which no transactions are created, because the signer would refuse them.
   */
  #feesRestUntilMs = 0;

  constructor(parts: TronPayerParts) {
    super(parts);
    this.#parts = parts;
  }

  protected async begin(): Promise<PassBeginning<TronPayment, Look>> {
    const { nodes, store, terms } = this.#parts;
    const final = await nodes.finalBlock();
    const head = await nodes.timed(await nodes.head());
    const energyPrice = await nodes.energyPrice();
    const open = await store.open(terms.chainId);
    const funds = new TronFunds({ nodes, terms, open });
    return { look: { head, final, energyPrice, funds, problems: [] }, payments: open };
  }

  /** Creates the next, unsigned transaction. None of the earlier ones can be mined any more. */
  protected async allocate(payment: TronPayment, look: Look): Promise<TronPayment | PaymentProblem> {
    const { nodes, terms } = this.#parts;
    const { order } = payment;
    if (this.isHalted) return 'halted';
    // Creates none during the pause, because each draft stays in the payment's record for ever.
    if (look.head.timeMs < this.#feesRestUntilMs) return 'fee-limit';
    if (!isTronAddress(order.to))
      return this.put(payment, { cancelled: 'it goes to no address of the chain' });
    if (!(await look.funds.covers(order, 0n))) return 'funds';
    const transfer = tronTransferOf(order, terms);
    const energy = transfer.token === null ? 0n : await nodes.energyFor(transfer);
    if (energy === 'reverts')
      return this.end(payment, { result: 'would-revert', txid: null, output: null, cost: '0', height: null });
    const feeLimit = feeLimitFor(order, energy, { price: look.energyPrice, ...terms });
    if (feeLimit === null) return 'fees';
    if (!(await look.funds.covers(order, feeLimit))) return 'funds';
    const draft = await this.#newDraft(transfer, { feeLimit, look });
    const drafted = await this.put(payment, { state: 'allocated', drafts: [...payment.drafts, draft] });
    look.funds.commit(drafted);
    return drafted;
  }

  /**
   * Creates a draft with a unique id. Two payments can be equal in all terms; then the timestamps
   * of their transactions differ.
   */
  async #newDraft(
    transfer: TronTransfer,
    { feeLimit, look: { head, final } }: { readonly feeLimit: bigint; readonly look: Look },
  ): Promise<TronDraft> {
    const { store, terms } = this.#parts;
    const expirationMs = head.timeMs + terms.lifetimeMs;
    // Refers to a final block, which every fork contains.
    const reference = referenceTo(final);
    for (let timestampMs = head.timeMs; ; timestampMs++) {
      const rawData = rawDataOf({ ...transfer, reference, expirationMs, timestampMs, feeLimit });
      const txid = txidOf(rawData);
      if ((await store.ofTransaction(terms.chainId, txid)) === null)
        return { txid, rawData, expirationMs, feeLimit: feeLimit.toString() };
    }
  }

  protected async signFirst(payment: TronPayment, look: Look): Promise<TronPayment | PaymentProblem | null> {
    return this.watch(payment, look);
  }

  /** TRON has no replacement transactions: a cancelled payment has to expire. */
  protected async replace(payment: TronPayment, look: Look): Promise<TronPayment | PaymentProblem | null> {
    return this.watch(payment, look);
  }

  protected async watch(payment: TronPayment, look: Look): Promise<TronPayment | PaymentProblem | null> {
    const { nodes, terms } = this.#parts;
    const { final, head } = look;
    const one = await minedDraftOf(nodes, payment, final);
    if (one !== null)
      return one.height > final.height ? null : this.end(payment, tronOutcomeOf(payment.order, one, terms));
    // A transaction that has expired by a final block, and is not in the chain up to it, can never
    // be mined.
    if (payment.drafts.every(({ expirationMs }) => expirationMs <= final.timeMs))
      return payment.cancelled === null ? this.allocate(payment, look) : this.drop(payment);
    const newest = payment.drafts.at(-1)!;
    if (payment.cancelled !== null || newest.expirationMs <= head.timeMs) return null;
    return payment.state === 'allocated' ? this.#sign(payment, look) : this.send(payment, look);
  }

  async #sign(payment: TronPayment, { head }: Look): Promise<TronPayment | PaymentProblem> {
    const { order, drafts, attempts } = payment;
    const { rawData, txid } = drafts.at(-1)!;
    if (this.isHalted) return 'halted';
    const before = drafts.slice(0, -1).map((one) => one.txid);
    const answer = await this.#parts.signer.sign({ order, rawData, before });
    if (answer.type === 'refused') {
      if (answer.refusal === 'fees') {
        this.#feesRestUntilMs = head.timeMs + FEES_REST_MS;
        return 'fee-limit';
      }
      if (!NEVER_SIGNED.includes(answer.refusal)) return 'refused';
      return this.put(payment, { cancelled: `signer: ${answer.refusal}` });
    }
    const { raw } = answer;
    const by = await signerOf(raw, rawData);
    if (by !== order.sender) throw new Error(`the signer signed another transaction, or with ${by}`);
    const attempt = { txid, raw, purpose: 'pay', sentHeight: null } as const;
    return this.put(payment, { state: 'signed', attempts: [...attempts, attempt] });
  }
}

/**
 * Moves a withdrawal on: the rules decide how many people have to approve; once they have, the core
 * gets the command. The owner is notified of each end. Every step can be repeated: what a crash
 * interrupts, the next round continues.
 */
import { isPayOut, WITHDRAWAL_STATUS } from '@glasshouse/core';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import {
  approversOf,
  BY_RULE,
  decisionAct,
  factsOf,
  isOver,
  payOutReview,
  raisedReview,
  reviewOf,
} from './decide.ts';
import type { WithdrawalExchange } from './exchange.ts';
import { messageOf, noticeStatusOf, type WithdrawalMessage } from './messages.ts';
import { usedBy } from './request.ts';
import { decide, testedRules, type Thresholds } from './risk.ts';
import {
  claimNotice,
  type StoredRequest,
  type StoredReview,
  type StoredWithdrawal,
  type Within,
  type WithdrawalStore,
} from './store.ts';

/** Why a withdrawal waits, as the refusals of the exchange are named. */
const FROZEN = 'identity/withdrawals-frozen';

/** Runs work of one owner after the other; refuses it if too much waits. */
export type InTurn = <T>(owner: number, work: () => Promise<T>) => Promise<T | Refusal>;

export interface ActParts {
  readonly store: WithdrawalStore;
  readonly exchange: WithdrawalExchange;
  readonly owners: {
    readonly facts: (
      owner: number,
      nowMs: number,
    ) => Promise<{ readonly credentialsChangedMs: number; readonly isFrozen: boolean }>;
    /** Notifies in the transaction in which `claim` returns true, and never again. */
    readonly notify: (
      owner: number,
      message: WithdrawalMessage,
      claim: (within: Within) => Promise<boolean>,
    ) => Promise<boolean>;
  };
  readonly inTurn: InTurn;
  /** Those in force now. A decision is stored, so later ones change none. */
  readonly thresholds: () => Thresholds;
  /** A review has failed, and the next round tries again. */
  readonly failed: (withdrawal: number, error: unknown) => void;
}

export class WithdrawalActs {
  readonly #store: WithdrawalStore;
  readonly #exchange: WithdrawalExchange;
  readonly #owners: ActParts['owners'];
  readonly #inTurn: InTurn;
  readonly #thresholds: ActParts['thresholds'];
  readonly #failed: ActParts['failed'];

  constructor({ store, exchange, owners, inTurn, thresholds, failed }: ActParts) {
    this.#store = store;
    this.#exchange = exchange;
    this.#owners = owners;
    this.#inTurn = inTurn;
    this.#thresholds = thresholds;
    this.#failed = failed;
  }

  async cancel(
    requester: Parameters<WithdrawalExchange['cancel']>[0],
    withdrawal: number,
  ): Promise<Refusal | undefined> {
    const answer = await this.#exchange.cancel(requester, withdrawal);
    if (isRefusal(answer)) return { ...answer, field: 'id' };
    await this.review(withdrawal);
    return undefined;
  }

  /**
   * Decides how many must approve, approves if nobody must, notifies the owner. A failure is left
   * to the next round.
   */
  async review(withdrawal: number): Promise<void> {
    try {
      await this.#advance(withdrawal);
      await this.notify(withdrawal);
    } catch (error) {
      this.#failed(withdrawal, error);
    }
  }

  /** Continues everything that is open. One that fails does not stop the others. */
  async continueAll(): Promise<void> {
    for (const request of await this.#store.unlinkedRequests())
      await this.#inTurn(request.user_id, () => this.#linkIfAnswered(request));
    for (const { withdrawal_id: withdrawal, owner } of await this.#store.toContinue())
      await this.#inTurn(owner, () => this.review(withdrawal));
    await this.notify();
  }

  /**
   * Notifies owners of states that they have not been notified of: of one withdrawal, or of all.
   * Each state once.
   */
  async notify(withdrawal?: number): Promise<void> {
    for (const row of await this.#store.unnotified(withdrawal)) await this.#notifyOfOne(row);
  }

  async #notifyOfOne(row: StoredWithdrawal): Promise<void> {
    const { withdrawal_id: withdrawal, owner } = row;
    const status = noticeStatusOf(row.status);
    const isRejected = status === WITHDRAWAL_STATUS.rejected;
    const reason = isRejected ? await this.#store.rejectionOf(withdrawal) : null;
    const message = messageOf(this.#exchange.coinAt(row.asset), { ...row, status }, reason);
    await this.#owners.notify(owner, message, (within) => claimNotice(within, withdrawal, status));
  }

  /**
   * Links a request to its withdrawal if a crash lost the answer: the pipeline finds the answer by
   * the key.
   */
  async #linkIfAnswered(request: StoredRequest): Promise<void> {
    const answer = await this.#exchange.answerOf(request);
    if (answer === null) {
      // Long gone: nobody can continue it.
      if (isOver(request, this.#exchange.nowMs()))
        await this.#store.removeUnlinkedRequest(request.request_id);
      return;
    }
    if (answer.error === null) await this.#store.linkRequest(request.request_id, answer.id);
    // A refused request is removed; otherwise every round would ask for it again.
    else await this.#store.removeRequest(request.request_id);
  }

  async #advance(withdrawal: number): Promise<void> {
    const stored = await this.#store.find(withdrawal);
    if (stored === undefined) return;
    const review = (await this.#store.findReview(withdrawal)) ?? (await this.#decideOn(stored));
    if (stored.status === WITHDRAWAL_STATUS.requested) await this.#proceed(stored, review);
    else if ((await this.#store.beingRejected([withdrawal])).has(withdrawal))
      await this.#rejectNow(withdrawal);
  }

  async #decideOn(stored: StoredWithdrawal): Promise<StoredReview> {
    const review = isPayOut(stored.owner) ? this.#payOutReview(stored) : await this.#reviewByRules(stored);
    await this.#store.addReview(review, decisionAct(review));
    return review;
  }

  #payOutReview(stored: StoredWithdrawal): StoredReview {
    const value = this.#exchange.valueUnrecorded(stored.asset, stored.amount);
    return payOutReview(stored, { value, decidedMs: Date.now() });
  }

  async #reviewByRules(stored: StoredWithdrawal): Promise<StoredReview> {
    const { withdrawal_id: withdrawal, owner, asset, amount, requested_ms: requestedMs } = stored;
    const request = await this.#store.requestOf(withdrawal);
    const value = request?.value ?? this.#exchange.valueUnrecorded(asset, amount);
    const used = await usedBy({ store: this.#store, exchange: this.#exchange }, owner, requestedMs);
    const { credentialsChangedMs } = await this.#owners.facts(owner, requestedMs);
    const facts = factsOf(stored, { request, value, used, credentialsChangedMs });
    const thresholds = this.#thresholds();
    const tested = testedRules(facts, thresholds);
    return reviewOf(stored, decide(facts, thresholds), { value, decidedMs: Date.now(), tested });
  }

  /** Approves it, if everybody has who must, and nobody has rejected it. */
  async #proceed(stored: StoredWithdrawal, review: StoredReview): Promise<void> {
    const { withdrawal_id: withdrawal } = stored;
    const approvers = approversOf(await this.#store.actsOf(withdrawal));
    if (approvers === null) return this.#rejectNow(withdrawal);
    if (approvers.length < (await this.#approvalsNeeded(stored, review))) return;
    if (await this.#isFrozen(stored)) return this.#store.setWaitsFor(withdrawal, FROZEN);
    const error = await this.#exchange.submit({ type: 'approve-withdrawal', withdrawal });
    if (error === null || error === 'funding/withdrawal-state') {
      const operator = approvers.join('; ') || BY_RULE;
      await this.#store.record({ withdrawal, act: 'release', operator });
    }
    await this.#store.setWaitsFor(withdrawal, error ?? '');
  }

  /** Whoever has approved it: it goes on when the freeze ends. */
  async #isFrozen({ owner }: StoredWithdrawal): Promise<boolean> {
    return !isPayOut(owner) && (await this.#owners.facts(owner, this.#exchange.nowMs())).isFrozen;
  }

  async #approvalsNeeded(stored: StoredWithdrawal, review: StoredReview): Promise<number> {
    if (review.approvals_needed > 0) return review.approvals_needed;
    const { credentialsChangedMs } = await this.#owners.facts(stored.owner, this.#exchange.nowMs());
    const raised = raisedReview(review, stored, credentialsChangedMs);
    if (raised === null) return 0;
    await this.#store.changeReview(raised, decisionAct(raised));
    return raised.approvals_needed;
  }

  async #rejectNow(withdrawal: number): Promise<void> {
    await this.#exchange.submit({ type: 'reject-withdrawal', withdrawal });
  }
}

/**
 * Keeps the payer's questions for the signer, which fetches them, because it has no inbound
 * network. A question is stored before it is asked; an answer counts for that question alone.
 * Everything that was signed is kept, because it can be mined.
 */
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import {
  inputsOfPsbt,
  isFeeAllowed,
  outpointKey,
  type Outpoint,
  type PaymentRecord,
  type SigningAnswer,
  type TronDraft,
  type UtxoPayment,
} from '@glasshouse/chains';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { AnySigner, AnySigningRequest } from './payout-port.ts';
import type { PaidChain } from './paid-chain.ts';
import { lockPayment, takenBy } from './payment-rows.ts';
import { utxoTermsOf } from './utxo-terms.ts';
import { byKind } from './wallet-terms.ts';

export interface OpenQuestion {
  readonly digest: string;
  readonly request: AnySigningRequest;
}

export interface SigningPortTimes {
  /** How long a payer waits for an answer. Its next pass asks again. */
  readonly answerMs: number;
  /** How long a signer waits for a question. */
  readonly questionMs: number;
}

const TIMES: SigningPortTimes = { answerMs: 10_000, questionMs: 10_000 };
/** The most questions of one answer. Each may be as long as a question to a socket. */
const QUESTIONS_MAX = 16;
const IS_REFUSED = sql<boolean>`signing_requests.answer::jsonb->>'type' = 'refused'`;

export class SigningPort implements AnySigner {
  readonly #database: Database;
  readonly #paid: readonly Pick<PaidChain, 'terms'>[];
  readonly #times: SigningPortTimes;
  readonly #events = new EventEmitter();
  readonly #closing = new AbortController();
  /** When the signer last asked; null if it has not since the start. */
  #askedMs: number | null = null;

  constructor(
    database: Database,
    paid: readonly Pick<PaidChain, 'terms'>[],
    times: SigningPortTimes = TIMES,
  ) {
    this.#database = database;
    this.#paid = paid;
    this.#times = times;
    // One listener for each waiting payer and signer.
    this.#events.setMaxListeners(0);
  }

  get signerSeenMs(): number | null {
    return this.#askedMs;
  }

  async sign(request: AnySigningRequest): Promise<SigningAnswer> {
    const text = JSON.stringify(request);
    const digest = createHash('sha256').update(text).digest('hex');
    const paymentId = request.order.id;
    const answered = this.#within(this.#times.answerMs, `answer ${digest}`);
    await this.#ask(request, digest, text);
    const known = await this.#answerTo(digest);
    if (known !== null) return known;
    this.#events.emit('question');
    await answered();
    const answer = await this.#answerTo(digest);
    if (answer === null) throw new Error(`the signer has not answered about ${paymentId} yet`);
    return answer;
  }

  /**
   * Stores a question to the signer. The same question keeps its signature; a refused one is asked
   * again, because rules change; another question about the payment replaces it. A payment that was
   * not ordered so, or has ended, is not asked about.
   */
  async #ask(asked: AnySigningRequest, digest: string, request: string): Promise<void> {
    const { order } = asked;
    const row = { digest, request, answer: null, asked_ms: Date.now() };
    await this.#database.kysely.transaction().execute(async (kysely) => {
      const held = await lockPayment({ kysely }, order.id);
      if (held === null || held.isReported || !isDeepStrictEqual(held.payment.order, order))
        throw new Error(`payment ${order.id} has ended, or was ordered otherwise`);
      // The signer keeps for ever what it has signed for: another nonce would never be free again.
      if (!isOfTaken(asked, held.payment))
        throw new Error(`payment ${order.id} does not have that nonce, those inputs, or that transaction`);
      if ('psbt' in asked) this.#requireFee(asked.psbt, held.payment as UtxoPayment);
      await kysely
        .insertInto('signing_requests')
        .values({ payment_id: order.id, ...row })
        .onConflict((conflict) =>
          conflict
            .column('payment_id')
            .doUpdateSet(row)
            .where((has) => has.or([has('signing_requests.digest', '<>', digest), IS_REFUSED])),
        )
        .execute();
    });
  }

  /** Checks the fee of this payment. The signer's own limits are for a day and for all payments. */
  #requireFee(psbt: string, payment: UtxoPayment): void {
    const { id, chainId } = payment.order;
    const terms = this.#paid.map((one) => one.terms).find((one) => one.chainId === chainId);
    const isAllowed =
      terms !== undefined &&
      byKind(terms, {
        evm: () => false,
        utxo: (given) => isFeeAllowed(psbt, payment, utxoTermsOf(given)),
        tron: () => false,
      });
    if (!isAllowed) throw new Error(`payment ${id} would cost more than the wallet terms allow`);
  }

  async #answerTo(digest: string): Promise<SigningAnswer | null> {
    const row = await this.#database.kysely
      .selectFrom('signing_requests')
      .select('answer')
      .where('digest', '=', digest)
      .executeTakeFirst();
    return row?.answer == null ? null : (JSON.parse(row.answer) as SigningAnswer);
  }

  /** The open questions for the signer, oldest first. If there are none, waits a while for one. */
  async questions(): Promise<readonly OpenQuestion[]> {
    this.#askedMs = Date.now();
    const asked = this.#within(this.#times.questionMs, 'question');
    const open = await this.#open();
    if (open.length > 0) return open;
    await asked();
    return this.#open();
  }

  async #open(): Promise<readonly OpenQuestion[]> {
    const rows = await this.#database.kysely
      .selectFrom('signing_requests')
      .select(['digest', 'request'])
      .where('answer', 'is', null)
      .orderBy('asked_ms')
      .limit(QUESTIONS_MAX)
      .execute();
    return rows.map(({ digest, request }) => ({ digest, request: JSON.parse(request) as AnySigningRequest }));
  }

  async answer(digest: string, answer: SigningAnswer): Promise<void> {
    await this.#database.kysely.transaction().execute(async (kysely) => {
      const question = await kysely
        .updateTable('signing_requests')
        .set({ answer: JSON.stringify(answer) })
        .where('digest', '=', digest)
        .where('answer', 'is', null)
        .returning(['payment_id', 'request'])
        .executeTakeFirst();
      if (question === undefined || answer.type === 'refused') return;
      const request = JSON.parse(question.request) as AnySigningRequest;
      // Requests of TRON have no purpose: there everything that is signed is a payment.
      const purpose = 'purpose' in request ? request.purpose : 'pay';
      await kysely
        .insertInto('chain_signatures')
        .values({ payment_id: question.payment_id, digest, purpose, raw: answer.raw })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    this.#events.emit(`answer ${digest}`);
  }

  close(): void {
    this.#closing.abort();
  }

  /** Listens from now on; the returned function waits for the event, or until it is late. */
  #within(ms: number, event: string): () => Promise<void> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ms)]);
    const happened = once(this.#events, event, { signal }).then(
      () => undefined,
      () => undefined,
    );
    return async () => happened;
  }
}

function isOfTaken(asked: AnySigningRequest, payment: PaymentRecord): boolean {
  const taken = takenBy(payment);
  if ('rawData' in asked) {
    const drafts = Array.isArray(taken) ? (taken as readonly TronDraft[]) : [];
    const before = drafts.slice(0, -1).map(({ txid }) => txid);
    return drafts.at(-1)?.rawData === asked.rawData && isDeepStrictEqual(asked.before, before);
  }
  if (!('psbt' in asked)) return asked.nonce === taken;
  const inputs = Array.isArray(taken) ? (taken as readonly Outpoint[]).map(outpointKey) : [];
  return isDeepStrictEqual([...inputsOfPsbt(asked.psbt)].sort(), inputs.sort());
}

/**
 * The work of a reviewer: list, view, approve, reject. Every view of photos is recorded, and the
 * user who sent them can see the record.
 */
import { KYC_STATE, REJECTION_REASONS, type RejectionReason } from '@glasshouse/protocol/kyc';
import type { Database } from '../../db/database.ts';
import type { Cases, OpenCase, SameDocument } from './cases.ts';
import type { Vault } from './vault.ts';

const LISTED_MAX = 200;

export interface ReviewOptions {
  readonly database: Database;
  readonly cases: Cases;
  readonly vault: Vault;
  /** Informs the user and the guard. */
  readonly onDecided: (decided: OpenCase) => Promise<void>;
}

export interface ShownCase extends OpenCase {
  readonly sameDocument: readonly SameDocument[];
  readonly email: string;
  readonly photos: readonly { readonly side: string; readonly jpeg: Buffer }[];
}

/** An error whose text the reviewer reads. */
export class ReviewError extends Error {}

export class Reviews {
  readonly #options: ReviewOptions;

  constructor(options: ReviewOptions) {
    this.#options = options;
  }

  list(): Promise<readonly OpenCase[]> {
    return this.#options.cases.waiting(LISTED_MAX);
  }

  /** Records the view before it opens anything. */
  async show(caseId: number, reviewer: string): Promise<ShownCase> {
    const { database, vault } = this.#options;
    const found = await this.#find(caseId);
    const user = await database.reads
      .selectFrom('users')
      .select('email')
      .where('user_id', '=', found.userId)
      .executeTakeFirstOrThrow();
    const sides = await database.reads
      .selectFrom('kyc_photos')
      .select('side')
      .where('case_id', '=', caseId)
      .execute();
    const look = { case_id: caseId, user_id: found.userId, reviewer, time_ms: Date.now() };
    if (sides.length > 0)
      await database.kysely
        .insertInto('kyc_views')
        .values(sides.map(({ side }) => ({ ...look, side })))
        .execute();
    const sameDocument = await this.#options.cases.sameDocument(found);
    return { ...found, email: user.email, sameDocument, photos: await vault.openPhotos(caseId) };
  }

  approve(caseId: number, reviewer: string): Promise<void> {
    return this.#decide(caseId, { state: KYC_STATE.verified, reviewer, reason: null, note: '' });
  }

  async reject(
    caseId: number,
    { reviewer, reason, note }: { readonly reviewer: string; readonly reason: string; readonly note: string },
  ): Promise<void> {
    const known = REJECTION_REASONS.find((each) => each === reason);
    if (known === undefined) throw new ReviewError(`the reason is one of: ${REJECTION_REASONS.join(', ')}`);
    await this.#decide(caseId, { state: KYC_STATE.rejected, reviewer, reason: known, note });
  }

  async #find(caseId: number): Promise<OpenCase> {
    const found = await this.#options.cases.find(caseId);
    if (found === null) throw new ReviewError(`there is no case ${caseId}`);
    return found;
  }

  async #decide(
    caseId: number,
    decision: {
      readonly state: 2 | 3;
      readonly reviewer: string;
      readonly reason: RejectionReason | null;
      readonly note: string;
    },
  ): Promise<void> {
    await this.#find(caseId);
    const decided = await this.#options.cases.decide(caseId, decision);
    if (decided === 'not-waiting')
      throw new ReviewError(`case ${caseId} is not waiting for a review any more`);
    if (decided === 'document-in-use')
      throw new ReviewError(`the document of case ${caseId} has verified another account`);
    await this.#options.onDecided(await this.#find(caseId));
  }
}

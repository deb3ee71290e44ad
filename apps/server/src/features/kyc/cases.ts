/**
 * Cases of identity verification: the submitted data and its state. A user has at most one open or
 * verified case.
 */
import type { Refusal } from '@glasshouse/protocol';
import { KYC_STATE, type KycState, type PhotoSide, type RejectionReason } from '@glasshouse/protocol/kyc';
import type { DocumentKind } from '@glasshouse/protocol/kyc/documents';
import type { Database } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { KycCasesTable } from './tables.ts';
import type { Vault } from './vault.ts';

export interface Submission {
  readonly userId: number;
  readonly country: string;
  readonly document: DocumentKind;
  readonly name: string;
  readonly number: string;
  readonly photos: readonly { readonly id: string; readonly side: string }[];
}

type StoredCase = Omit<KycCasesTable, 'case_id' | 'note'> & {
  readonly case_id: number;
  readonly note: string;
};

export interface OpenCase {
  readonly caseId: number;
  readonly userId: number;
  readonly state: KycState;
  readonly country: string;
  readonly document: DocumentKind;
  readonly name: string;
  readonly number: string;
  readonly submittedMs: number;
  readonly reviewedMs: number | null;
  readonly reason: RejectionReason | null;
  readonly note: string;
}

/** The most cases shown to a reviewer, oldest first. */
const SAME_DOCUMENT_LISTED_MAX = 20;

export interface SameDocument {
  readonly caseId: number;
  readonly userId: number;
  readonly isVerified: boolean;
}

class PhotosMissing extends Error {}

export class Cases {
  readonly #database: Database;
  readonly #vault: Vault;
  /** Demo: users who have submitted nothing count as verified. */
  readonly quick: boolean;

  constructor(database: Database, vault: Vault, quick: boolean) {
    this.#database = database;
    this.#vault = vault;
    this.quick = quick;
  }

  async stateOf(userId: number): Promise<KycState> {
    const [state] = await this.statesOf([userId]);
    return state!;
  }

  /** Of several users, in their order, by one statement. */
  async statesOf(userIds: readonly number[]): Promise<readonly KycState[]> {
    if (userIds.length === 0) return [];
    const rows = await this.#database.reads
      .selectFrom('kyc_cases')
      .distinctOn('user_id')
      .select(['user_id', 'state'])
      .where('user_id', 'in', [...userIds])
      .orderBy('user_id')
      .orderBy('case_id', 'desc')
      .execute();
    const states = new Map(rows.map((row) => [row.user_id, row.state as KycState]));
    const none = this.quick ? KYC_STATE.verified : KYC_STATE.notAuthenticated;
    return userIds.map((userId) => states.get(userId) ?? none);
  }

  async latest(userId: number): Promise<OpenCase | null> {
    const row = await this.#database.reads
      .selectFrom('kyc_cases')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('case_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? null : this.#opened(row);
  }

  async find(caseId: number): Promise<OpenCase | null> {
    const row = await this.#database.reads
      .selectFrom('kyc_cases')
      .selectAll()
      .where('case_id', '=', caseId)
      .executeTakeFirst();
    return row === undefined ? null : this.#opened(row);
  }

  /** Oldest first. */
  async waiting(limit: number): Promise<readonly OpenCase[]> {
    const rows = await this.#database.reads
      .selectFrom('kyc_cases')
      .selectAll()
      .where('state', '=', KYC_STATE.reviewing)
      .orderBy('submitted_ms')
      .limit(limit)
      .execute();
    return rows.map((row) => this.#opened(row));
  }

  /**
   * Other waiting or verified cases with the same document. Only for reviewers: a user must not
   * learn which numbers are known.
   */
  async sameDocument({ caseId, country, document, number }: OpenCase): Promise<readonly SameDocument[]> {
    const rows = await this.#database.reads
      .selectFrom('kyc_cases')
      .select(['case_id', 'user_id', 'state'])
      .where('number_mac', '=', this.#vault.fingerprint(country, document, number))
      .where('state', 'in', [KYC_STATE.reviewing, KYC_STATE.verified])
      .where('case_id', '!=', caseId)
      .orderBy('case_id')
      .limit(SAME_DOCUMENT_LISTED_MAX)
      .execute();
    return rows.map((row) => ({
      caseId: row.case_id,
      userId: row.user_id,
      isVerified: row.state === KYC_STATE.verified,
    }));
  }

  /** Before the photos of these sides are opened: their owner sees who looked. */
  async recordLook(
    by: { readonly caseId: number; readonly userId: number; readonly reviewer: string },
    sides: readonly PhotoSide[],
  ): Promise<void> {
    if (sides.length === 0) return;
    const look = { case_id: by.caseId, user_id: by.userId, reviewer: by.reviewer, time_ms: Date.now() };
    await this.#database.kysely
      .insertInto('kyc_views')
      .values(sides.map((side) => ({ ...look, side })))
      .execute();
  }

  /**
   * Returns the new case's id, or a refusal. Case and photos are written together; an index allows
   * one live case per user.
   */
  async open(submission: Submission): Promise<number | Refusal> {
    const { userId, country, document, number, photos } = submission;
    try {
      return await this.#database.kysely.transaction().execute(async (transaction) => {
        const { case_id: caseId } = await transaction
          .insertInto('kyc_cases')
          .values({
            user_id: userId,
            state: KYC_STATE.reviewing,
            country,
            document,
            name_sealed: this.#vault.seal(submission.name, userId),
            number_sealed: this.#vault.seal(number, userId),
            number_mac: this.#vault.fingerprint(country, document, number),
            submitted_ms: Date.now(),
            reviewed_ms: null,
            reviewer: null,
            reason: null,
          })
          .returning('case_id')
          .executeTakeFirstOrThrow();
        for (const photo of photos) {
          const sent = await transaction
            .updateTable('kyc_photos')
            .set({ case_id: caseId })
            .where('photo_id', '=', photo.id)
            .where('user_id', '=', userId)
            .where('side', '=', photo.side)
            .where('case_id', 'is', null)
            .returning('photo_id')
            .execute();
          if (sent.length !== 1) throw new PhotosMissing(photo.side);
        }
        return caseId;
      });
    } catch (error) {
      if (error instanceof PhotosMissing)
        return { error: 'kyc/photo-missing', field: `${error.message}Photo` };
      if (isUniqueViolation(error)) return { error: 'kyc/under-review' };
      throw error;
    }
  }

  /**
   * Does nothing if the case is no longer waiting, so that one of two reviewers decides, or if
   * another account is verified with this document.
   */
  async decide(
    caseId: number,
    decision: {
      readonly state: KycState;
      readonly reviewer: string;
      readonly reason: RejectionReason | null;
      readonly note: string;
    },
  ): Promise<'decided' | 'not-waiting' | 'document-in-use'> {
    const update = this.#database.kysely
      .updateTable('kyc_cases')
      .set({ ...decision, reviewed_ms: Date.now() })
      .where('case_id', '=', caseId)
      .where('state', '=', KYC_STATE.reviewing)
      .returning('case_id');
    try {
      return (await update.execute()).length === 1 ? 'decided' : 'not-waiting';
    } catch (error) {
      if (isUniqueViolation(error)) return 'document-in-use';
      throw error;
    }
  }

  #opened(row: StoredCase): OpenCase {
    return {
      caseId: row.case_id,
      userId: row.user_id,
      state: row.state as KycState,
      country: row.country,
      document: row.document as DocumentKind,
      name: this.#vault.open(row.name_sealed, row.user_id),
      number: this.#vault.open(row.number_sealed, row.user_id),
      submittedMs: row.submitted_ms,
      reviewedMs: row.reviewed_ms,
      reason: row.reason as RejectionReason | null,
      note: row.note,
    };
  }
}

/** The first and last characters of a number: enough for its owner to recognise it. */
export function maskedNumber(number: string): string {
  const shown = number.length > 8 ? 3 : 1;
  return `${number.slice(0, shown)}${'*'.repeat(Math.max(3, number.length - 2 * shown))}${number.slice(-shown)}`;
}

/**
 * The work of a reviewer: list, view, decide. Every view of photos is recorded, and the user who
 * sent them can see the record.
 */
import type { Refusal } from '@glasshouse/protocol';
import type { RejectionReason } from '@glasshouse/protocol/kyc';
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

export interface CaseDecision {
  readonly state: 2 | 3;
  readonly reviewer: string;
  readonly reason: RejectionReason | null;
  /** What the user reads besides the reason. */
  readonly note: string;
}

export class Reviews {
  readonly #options: ReviewOptions;

  constructor(options: ReviewOptions) {
    this.#options = options;
  }

  list(): Promise<readonly OpenCase[]> {
    return this.#options.cases.waiting(LISTED_MAX);
  }

  /** Records the view before it opens anything. Null: there is no such case. */
  async show(caseId: number, reviewer: string): Promise<ShownCase | null> {
    const { database, cases, vault } = this.#options;
    const found = await cases.find(caseId);
    if (found === null) return null;
    const { userId } = found;
    const user = await database.reads
      .selectFrom('users')
      .select('email')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const sides = await vault.sidesOnFile(caseId);
    await cases.recordLook({ caseId, userId, reviewer }, sides);
    const photos: ShownCase['photos'][number][] = [];
    for (const side of sides) {
      const jpeg = await vault.openPhoto(caseId, side);
      if (jpeg !== null) photos.push({ side, jpeg });
    }
    const sameDocument = await cases.sameDocument(found);
    return { ...found, email: user.email, sameDocument, photos };
  }

  /** One of two decisions at once is refused. */
  async decide(caseId: number, decision: CaseDecision): Promise<Refusal | null> {
    const { cases, onDecided } = this.#options;
    const decided = await cases.decide(caseId, decision);
    if (decided === 'not-waiting') return { error: 'kyc/decided' };
    if (decided === 'document-in-use') return { error: 'kyc/document-in-use' };
    const found = await cases.find(caseId);
    if (found !== null) await onDecided(found);
    return null;
  }
}

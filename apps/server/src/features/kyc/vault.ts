/**
 * Stores photos and personal data encrypted: each photo under its own key, which is wrapped under
 * the installation's.
 */
import { PHOTO_SIDES, type PhotoSide } from '@glasshouse/protocol/kyc';
import { hash, randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { openPhoto, sealPhoto } from '../../photos/sealed-photos.ts';
import type { Secrets } from '../../process/secrets.ts';

const KEY_PURPOSE = 'kyc-photo-key';
const ID_BYTES = 16;
const UNSENT_KEPT_MS = 86_400_000;
/** Rejected documents are useless once their owner has sent better ones. */
const REJECTED_KEPT_MS = 90 * 86_400_000;
const REJECTED = 3;

export interface NewPhoto {
  readonly userId: number;
  readonly side: string;
  readonly jpeg: Uint8Array;
  /** The file as it was sent, by which the same one is found again. */
  readonly sent: Uint8Array;
}

export class Vault {
  readonly #database: Database;
  readonly #secrets: Secrets;

  constructor(database: Database, secrets: Secrets) {
    this.#database = database;
    this.#secrets = secrets;
  }

  /** Keeps one unsent photo per side: a new one replaces the old one. */
  async keepPhoto({ userId, side, jpeg, sent }: NewPhoto): Promise<string> {
    const photoId = randomBytes(ID_BYTES).toString('base64url');
    const row = {
      photo_id: photoId,
      user_id: userId,
      side,
      ...sealPhoto(this.#secrets, { purpose: KEY_PURPOSE, id: photoId }, jpeg),
      created_ms: Date.now(),
      case_id: null,
      photo_mac: this.#secrets.mac('kyc-photo', hash('sha256', sent)),
    };
    await this.#database.kysely.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('kyc_photos')
        .where('user_id', '=', userId)
        .where('side', '=', side)
        .where('case_id', 'is', null)
        .execute();
      await transaction.insertInto('kyc_photos').values(row).execute();
    });
    return photoId;
  }

  /** A photo of a case, decrypted; null if it is not kept. */
  async openPhoto(caseId: number, side: PhotoSide): Promise<Buffer | null> {
    const row = await this.#database.reads
      .selectFrom('kyc_photos')
      .select(['photo_id', 'wrapped_key', 'sealed'])
      .where('case_id', '=', caseId)
      .where('side', '=', side)
      .executeTakeFirst();
    return row === undefined
      ? null
      : openPhoto(this.#secrets, { purpose: KEY_PURPOSE, id: row.photo_id }, row);
  }

  /** The sides whose photos are stored for a case. */
  async sidesOnFile(caseId: number): Promise<PhotoSide[]> {
    const rows = await this.#database.reads
      .selectFrom('kyc_photos')
      .select('side')
      .where('case_id', '=', caseId)
      .execute();
    return PHOTO_SIDES.filter((side) => rows.some((row) => row.side === side));
  }

  seal(text: string, userId: number): Uint8Array {
    return this.#secrets.seal('kyc-text', Buffer.from(text), String(userId));
  }

  open(sealed: Uint8Array, userId: number): string {
    return this.#secrets.open('kyc-text', sealed, String(userId)).toString();
  }

  /**
   * The same document gives the same text. Nobody can derive the document from it without the
   * installation's key.
   */
  fingerprint(country: string, document: string, number: string): string {
    return this.#secrets.mac('kyc-number', `${country}|${document}|${number}`);
  }

  async removeOld(nowMs = Date.now()): Promise<void> {
    const { kysely } = this.#database;
    await kysely
      .deleteFrom('kyc_photos')
      .where('case_id', 'is', null)
      .where('created_ms', '<', nowMs - UNSENT_KEPT_MS)
      .execute();
    await kysely
      .deleteFrom('kyc_photos')
      .where('case_id', 'in', (inner) =>
        inner
          .selectFrom('kyc_cases')
          .select('case_id')
          .where('state', '=', REJECTED)
          .where('reviewed_ms', '<', nowMs - REJECTED_KEPT_MS),
      )
      .execute();
  }
}

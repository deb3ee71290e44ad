/**
 * The brand that is in force: its last versions, kept in memory. Pages, mails and documents ask for
 * it each time they are made. What may become a version the feature brand decides.
 */
import { hash } from 'node:crypto';
import type { Generated } from 'kysely';
import type { Database } from '../db/database.ts';
import {
  BRAND_FIELDS,
  BRAND_PICTURES,
  brandOf,
  DEFAULT_BRAND,
  type Brand,
  type BrandField,
  type BrandPicture,
  type BrandTexts,
  type Picture,
  type PictureType,
} from '../values/brand.ts';

interface BrandVersionsTable {
  version: Generated<number>;
  field: BrandField | BrandPicture;
  value: string;
  operator: string;
  time_ms: number;
}

interface BrandPicturesTable {
  sha256: string;
  type: PictureType;
  bytes: Buffer;
}

declare module '../db/schema.ts' {
  interface Schema {
    brand_versions: BrandVersionsTable;
    brand_pictures: BrandPicturesTable;
  }
}

export interface BrandVersion {
  readonly version: number;
  readonly field: BrandField | BrandPicture;
  readonly value: string;
  readonly operator: string;
  readonly timeMs: number;
}

const LISTED_MAX = 200;

export class BrandInForce {
  readonly #database: Database;
  #current: Brand = brandOf(DEFAULT_BRAND, new Map());
  /** Numbers of the read that began last, and of the one that is shown. */
  #begun = 0;
  #shown = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The brand that the software comes with, until it is loaded. */
  get current(): Brand {
    return this.#current;
  }

  /** Adds a version. The caller has checked the value; an empty one takes it back. */
  async setText(field: BrandField, value: string, operator: string): Promise<number> {
    return this.#add({ field, value, operator });
  }

  /** Adds a version. The caller has checked the picture; null takes it back. */
  async setPicture(field: BrandPicture, picture: Picture | null, operator: string): Promise<number> {
    const sha256 = picture === null ? '' : hash('sha256', picture.bytes, 'hex');
    if (picture !== null)
      await this.#database.kysely
        .insertInto('brand_pictures')
        .values({ sha256, ...picture })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    return this.#add({ field, value: sha256, operator });
  }

  /** Newest first. */
  async history(): Promise<readonly BrandVersion[]> {
    const rows = await this.#database.reads
      .selectFrom('brand_versions')
      .selectAll()
      .orderBy('version', 'desc')
      .limit(LISTED_MAX)
      .execute();
    return rows.map(({ time_ms: timeMs, ...row }) => ({ ...row, timeMs }));
  }

  async #add(values: Omit<BrandVersion, 'version' | 'timeMs'>): Promise<number> {
    const { version } = await this.#database.kysely
      .insertInto('brand_versions')
      .values({ ...values, time_ms: Date.now() })
      .returning('version')
      .executeTakeFirstOrThrow();
    await this.load();
    return version;
  }

  /** As it is stored, so that of two changes at once the later one is in force. */
  async load(): Promise<void> {
    const read = ++this.#begun;
    const rows = await this.#database.kysely
      .selectFrom('brand_versions')
      .leftJoin('brand_pictures', 'brand_pictures.sha256', 'brand_versions.value')
      .distinctOn('field')
      .select(['field', 'value', 'type', 'bytes'])
      .orderBy('field')
      .orderBy('version', 'desc')
      .execute();
    const set = new Map(rows.map((row) => [row.field, row]));
    const texts = BRAND_FIELDS.map(
      (field) => [field, set.get(field)?.value || DEFAULT_BRAND[field]] as const,
    );
    const pictures = BRAND_PICTURES.flatMap((name): [BrandPicture, Picture][] => {
      const { type, bytes } = set.get(name) ?? { type: null, bytes: null };
      return type === null || bytes === null ? [] : [[name, { type, bytes: Buffer.from(bytes) }]];
    });
    if (read < this.#shown) return;
    this.#shown = read;
    this.#current = brandOf(Object.fromEntries(texts) as unknown as BrandTexts, new Map(pictures));
  }
}

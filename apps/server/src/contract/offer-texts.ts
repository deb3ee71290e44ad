/** The texts of offers: a few rows, kept in memory. */
import type { OfferTexts } from '@glasshouse/protocol/offer-texts';
import type { Database } from '../db/database.ts';

export interface OfferTextsTable {
  feature: string;
  offer: number;
  texts: OfferTexts;
}

declare module '../db/schema.ts' {
  interface Schema {
    offer_texts: OfferTextsTable;
  }
}

export class TextsOfOffers {
  readonly #database: Database;
  readonly #texts = new Map<string, OfferTexts>();

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(database: Database): Promise<TextsOfOffers> {
    const texts = new TextsOfOffers(database);
    const rows = await database.kysely.selectFrom('offer_texts').selectAll().execute();
    for (const { feature, offer, texts: own } of rows) texts.#texts.set(keyOf(feature, offer), own);
    return texts;
  }

  /** The name of an offer without texts is its number. */
  of(feature: string, offer: number): OfferTexts {
    return this.#texts.get(keyOf(feature, offer)) ?? { en: numbered(offer), zh: numbered(offer) };
  }

  has(feature: string, offer: number): boolean {
    return this.#texts.has(keyOf(feature, offer));
  }

  /** Of an offer that was not defined after all. */
  async remove(feature: string, offer: number): Promise<void> {
    await this.#database.query('delete from offer_texts where feature = $1 and offer = $2', [feature, offer]);
    this.#texts.delete(keyOf(feature, offer));
  }

  async write(feature: string, offer: number, texts: OfferTexts): Promise<void> {
    const json = JSON.stringify(texts);
    await this.#database.query(
      `insert into offer_texts (feature, offer, texts) values ($1, $2, $3::jsonb)
       on conflict (feature, offer) do update set texts = excluded.texts`,
      [feature, offer, json],
    );
    this.#texts.set(keyOf(feature, offer), texts);
  }
}

const keyOf = (feature: string, offer: number): string => `${feature}/${offer}`;
const numbered = (offer: number) => ({ name: `#${offer}`, lead: `#${offer}`, facts: [] });

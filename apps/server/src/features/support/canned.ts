/** The prepared replies of operators. */
import type { Selectable } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { SupportCannedTable } from './tables.ts';

export class CannedReplies {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(): Promise<readonly Selectable<SupportCannedTable>[]> {
    return this.#database.reads.selectFrom('support_canned').selectAll().orderBy('title').execute();
  }

  /**
   * Adds a prepared reply (0), changes one, or removes one whose texts are empty. False if there is
   * none.
   */
  async save(id: number, texts: Omit<Selectable<SupportCannedTable>, 'canned_id'>): Promise<boolean> {
    const { kysely } = this.#database;
    if (id === 0) {
      await kysely.insertInto('support_canned').values(texts).execute();
      return true;
    }
    const isRemoved = texts.text_en === '' && texts.text_zh === '';
    const done = isRemoved
      ? await kysely.deleteFrom('support_canned').where('canned_id', '=', id).returning('canned_id').execute()
      : await kysely
          .updateTable('support_canned')
          .set(texts)
          .where('canned_id', '=', id)
          .returning('canned_id')
          .execute();
    return done.length === 1;
  }
}

/** Reads what became of users' rows since a command, for the messages of a product. */
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { USER_OWNER_MIN } from '../pipeline/projection.ts';
import type { OwnerMessage } from './owners.ts';
import type { ChangesParts, Notifications } from './product.ts';

interface ChangedRow {
  readonly owner: number;
  /** The command that changed it last. */
  readonly changed_seq: number;
}

/** `rowsOf` selects the rows in the states that owners are notified of. */
export function notifications<Table extends keyof Schema, Row extends ChangedRow>(
  rowsOf: (reads: Database['reads']) => SelectQueryBuilder<Schema, Table, Row>,
  messageOf: (parts: ChangesParts, row: Row) => OwnerMessage | null,
): Notifications {
  return {
    read: async (parts, { afterSeq, untilSeq, limit }) => {
      const rows = await rowsOf(parts.database.reads)
        .where(sql<boolean>`owner >= ${USER_OWNER_MIN}`)
        .where(sql<boolean>`changed_seq > ${afterSeq} and changed_seq <= ${untilSeq}`)
        .orderBy(sql`changed_seq`)
        .limit(limit)
        .execute();
      return rows.map((row) => {
        const { changed_seq: seq, owner } = row;
        return { seq, owner, message: messageOf(parts, row) };
      });
    },
  };
}

/** The tables as Kysely sees them. Each feature's `tables.ts` adds its own; its migrations lie beside it. */
import type { Kysely } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { MailTables } from './tables/mail.ts';
import type { PipelineTables } from './tables/pipeline.ts';

export interface Schema extends PipelineTables, MailTables {}

/** The same connection without the ways to write. Kysely's two types are unrelated on purpose; this is the one place that crosses over. */
export function readersOf(kysely: Kysely<Schema>): ReadonlyKysely<Schema> {
  return kysely as unknown as ReadonlyKysely<Schema>;
}

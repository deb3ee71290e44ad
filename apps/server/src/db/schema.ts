/**
 * The tables as Kysely sees them. Each feature's `tables.ts` adds its own; its migrations are
 * beside it.
 */
import type { Kysely } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { MailTables } from './tables/mail.ts';
import type { PipelineTables } from './tables/pipeline.ts';

export interface Schema extends PipelineTables, MailTables {}

/**
 * The same connection, read-only. Kysely's two types are unrelated on purpose; this is the only
 * place that converts one to the other.
 */
export function readersOf(kysely: Kysely<Schema>): ReadonlyKysely<Schema> {
  return kysely as unknown as ReadonlyKysely<Schema>;
}

/**
 * The tables as Kysely sees them, composed from one small file per feature in `tables/`.
 * A feature adds its own file there, its migration in `migrations/`, and one line here.
 */
import type { Kysely } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { IdentityTables } from './tables/identity.ts';
import type { KycTables } from './tables/kyc.ts';
import type { MailTables } from './tables/mail.ts';
import type { MarketTables } from './tables/market.ts';
import type { NoticesTables } from './tables/notices.ts';
import type { PipelineTables } from './tables/pipeline.ts';
import type { SecondsContractTables } from './tables/seconds-contract.ts';
import type { SpotTables } from './tables/spot.ts';
import type { WalletTables } from './tables/wallet.ts';

export interface Schema
  extends
    PipelineTables,
    SpotTables,
    SecondsContractTables,
    WalletTables,
    IdentityTables,
    KycTables,
    MailTables,
    NoticesTables,
    MarketTables {}

/** The same connection without the ways to write. Kysely's two types are unrelated on purpose; this is the one place that crosses over. */
export function readersOf(kysely: Kysely<Schema>): ReadonlyKysely<Schema> {
  return kysely as unknown as ReadonlyKysely<Schema>;
}
